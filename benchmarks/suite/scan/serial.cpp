// One running sum.

#include "problem.h"

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  std::vector<int> result(problem.n);
  program.measure("serial", [&] {
    int sum = 0;
    for (int i = 0; i < problem.n; ++i) {
      result[i] = sum;
      sum += problem.values[i];
    }
  });
  program.result("serial", result);
}
