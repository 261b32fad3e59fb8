// Point after point.

#include "problem.h"

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  std::vector<int> result(size_t(problem.width) * problem.height);
  program.measure("serial", [&] {
    for (int row = 0; row < problem.height; ++row)
      for (int column = 0; column < problem.width; ++column) {
        result[row * problem.width + column] =
            stepsAt(kLeft + column * problem.stepX, kTop + row * problem.stepY);
      }
  });
  program.result("serial", means(problem, result.data()));
}
