// Two passes over the picture.

#include "problem.h"

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int width = problem.width, height = problem.height;
  std::vector<float> rows(problem.picture.size()), result(rows.size());
  program.measure("serial", [&] {
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        float sum = 0;
        for (int i = -kRadius; i <= kRadius; ++i)
          if (x + i >= 0 && x + i < width)
            sum +=
                problem.taps[kRadius + i] * problem.picture[y * width + x + i];
        rows[y * width + x] = sum;
      }
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        float sum = 0;
        for (int i = -kRadius; i <= kRadius; ++i)
          if (y + i >= 0 && y + i < height)
            sum += problem.taps[kRadius + i] * rows[(y + i) * width + x];
        result[y * width + x] = sum;
      }
  });
  program.result("serial", result);
}
