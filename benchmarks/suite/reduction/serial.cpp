// One after the other.

#include "problem.h"

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  double sum = 0;
  program.measure("serial", [&] {
    sum = 0;
    for (float value : problem.values)
      sum += value;
  });
  program.result("serial", &sum, 1);
}
