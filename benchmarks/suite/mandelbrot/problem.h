//===- problem.h - How fast points run away -------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The iterations of each point of a picture of the Mandelbrot set. The result
// is the mean of each eighth of the rows: how a*b+c is rounded decides about
// some points.
// tolerance: 1e-2
//
//===----------------------------------------------------------------------===//

#include "../program.h"

constexpr int kIterations = 256;
constexpr float kLeft = -2.2f, kRight = 0.8f, kTop = -1.2f, kBottom = 1.2f;

struct Problem {
  int width, height;
  float stepX, stepY;

  explicit Problem(const suite::Program &program)
      : width(program.size(2048, 333)), height(program.size(2048, 217)),
        stepX((kRight - kLeft) / width), stepY((kBottom - kTop) / height) {}
};

inline std::vector<double> means(const Problem &problem, const int *counts) {
  const int kParts = 8;
  std::vector<double> result(kParts);
  double points = double(problem.width) * problem.height / kParts;
  for (int y = 0; y < problem.height; ++y)
    for (int x = 0; x < problem.width; ++x)
      result[y * kParts / problem.height] +=
          counts[y * problem.width + x] / points;
  return result;
}

/// After how many steps a point is out of the circle.
inline int stepsAt(float cx, float cy) {
  float x = 0, y = 0;
  int count = 0;
  while (count < kIterations && x * x + y * y < 4) {
    float next = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = next;
    ++count;
  }
  return count;
}
