// One point after the other.

#include "problem.h"

#include <algorithm>

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  std::vector<Point> points;
  auto pixel = [&](int f, int x, int y) {
    x = std::clamp(x, 0, problem.width - 1);
    y = std::clamp(y, 0, problem.height - 1);
    return problem.frame(f)[y * problem.width + x];
  };
  program.measure(
      "serial", [&] { points = problem.start; },
      [&] {
        for (int f = 1; f < problem.frames; ++f)
          for (Point &point : points) {
            Point best = point;
            float bestScore = -1;
            for (int oy = -kSearchRadius; oy <= kSearchRadius; ++oy)
              for (int ox = -kSearchRadius; ox <= kSearchRadius; ++ox) {
                float product = 0, squares = 1;
                for (int y = -kTemplateRadius; y <= kTemplateRadius; ++y)
                  for (int x = -kTemplateRadius; x <= kTemplateRadius; ++x) {
                    float old = pixel(f - 1, point.x + x, point.y + y);
                    float now = pixel(f, point.x + ox + x, point.y + oy + y);
                    product += old * now;
                    squares += now * now;
                  }
                float score = product / sqrtf(squares);
                if (score > bestScore)
                  bestScore = score, best = {point.x + ox, point.y + oy};
              }
            point = best;
          }
      });
  program.result("serial", toResult(points));
}
