// Row after row.

#include "problem.h"

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  std::vector<float> result(problem.n);
  program.measure("serial", [&] {
    for (int row = 0; row < problem.n; ++row) {
      float sum = 0;
      for (int i = problem.begins[row]; i < problem.begins[row + 1]; ++i)
        sum += problem.values[i] * problem.vector[problem.columns[i]];
      result[row] = sum;
    }
  });
  program.result("serial", result);
}
