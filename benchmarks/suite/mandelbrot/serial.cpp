// Point after point.

#include "problem.h"

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  std::vector<int> result(size_t(problem.width) * problem.height);
  program.measure("serial", [&] {
    for (int row = 0; row < problem.height; ++row)
      for (int column = 0; column < problem.width; ++column) {
        float cx = kLeft + column * problem.stepX;
        float cy = kTop + row * problem.stepY;
        float x = 0, y = 0;
        int count = 0;
        while (count < kIterations && x * x + y * y < 4) {
          float next = x * x - y * y + cx;
          y = 2 * x * y + cy;
          x = next;
          ++count;
        }
        result[row * problem.width + column] = count;
      }
  });
  program.result("serial", means(problem, result.data()));
}
