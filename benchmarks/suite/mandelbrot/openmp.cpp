// Point after point, and 32 points at a time until the last one is done. Rows
// take very different times, so the threads take them as they come.
// directives: plain, simd

#include "problem.h"

static void plain(const Problem &problem, int *result) {
#pragma omp parallel for schedule(dynamic, 4)
  for (int row = 0; row < problem.height; ++row)
    for (int column = 0; column < problem.width; ++column) {
      result[row * problem.width + column] =
          stepsAt(kLeft + column * problem.stepX, kTop + row * problem.stepY);
    }
}

static void simd(const Problem &problem, int *result) {
  const int kPoints = 32;
#pragma omp parallel for schedule(dynamic, 4)
  for (int row = 0; row < problem.height; ++row)
    for (int first = 0; first < problem.width; first += kPoints) {
      float cy = kTop + row * problem.stepY;
      float x[kPoints] = {}, y[kPoints] = {};
      int count[kPoints] = {};
      for (int i = 0; i < kIterations; ++i) {
        int running = 0;
#pragma omp simd reduction(+ : running)
        for (int p = 0; p < kPoints; ++p) {
          float cx = kLeft + (first + p) * problem.stepX;
          int inside = x[p] * x[p] + y[p] * y[p] < 4;
          float next = x[p] * x[p] - y[p] * y[p] + cx;
          float nextY = 2 * x[p] * y[p] + cy;
          // Points that are done stay where they are.
          x[p] = inside ? next : x[p];
          y[p] = inside ? nextY : y[p];
          count[p] += inside;
          running += inside;
        }
        if (!running)
          break;
      }
      for (int p = 0; p < kPoints && first + p < problem.width; ++p)
        result[row * problem.width + first + p] = count[p];
    }
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  std::vector<int> result(size_t(problem.width) * problem.height);
  program.measure("plain", [&] { plain(problem, result.data()); });
  program.result("plain", means(problem, result.data()));
  program.measure("simd", [&] { simd(problem, result.data()); });
  program.result("simd", means(problem, result.data()));
}
