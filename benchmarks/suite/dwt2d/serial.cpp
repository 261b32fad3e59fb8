// One row or column after the other.

#include "problem.h"

/// Transforms n values that are `stride` apart.
static void transform(float *data, int n, size_t stride, float *line) {
  for (int i = 0; i < n; ++i)
    line[i] = data[i * stride];
  const float factors[] = {kAlpha, kBeta, kGamma, kDelta};
  for (int step = 0; step < 4; ++step)
    for (int i = 1 - step % 2; i < n; i += 2)
      line[i] +=
          factors[step] * (line[mirror(i - 1, n)] + line[mirror(i + 1, n)]);
  int half = (n + 1) / 2;
  for (int i = 0; i < n; ++i)
    data[(i % 2 == 0 ? i / 2 : half + i / 2) * stride] =
        i % 2 == 0 ? line[i] * kScale : line[i] * (1 / kScale);
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  std::vector<float> image;
  std::vector<float> line(std::max(problem.width, problem.height));
  program.measure(
      "serial", [&] { image = problem.image; },
      [&] {
        int width = problem.width, height = problem.height;
        for (int level = 0; level < problem.levels; ++level) {
          for (int y = 0; y < height; ++y)
            transform(&image[size_t(y) * problem.width], width, 1, line.data());
          for (int x = 0; x < width; ++x)
            transform(&image[x], height, problem.width, line.data());
          width = (width + 1) / 2, height = (height + 1) / 2;
        }
      });
  program.result("serial", image);
}
