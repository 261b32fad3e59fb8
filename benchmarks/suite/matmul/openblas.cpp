// OpenBLAS.

#include "problem.h"

#include <cblas.h>

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int n = problem.n;
  std::vector<float> result(problem.a.size());
  program.measure("sgemm", [&] {
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1,
                problem.a.data(), n, problem.b.data(), n, 0, result.data(), n);
  });
  program.result("sgemm", result);
}
