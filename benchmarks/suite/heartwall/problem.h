//===- problem.h - Tracking by templates ----------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Points of a wall are followed through a video: in the next frame, each is
// where the picture around it correlates best. Pixels are small whole numbers,
// so that all sums are exact. tolerance: 0
//
//===----------------------------------------------------------------------===//

#include "../program.h"

constexpr int kTemplateRadius = 12, kSearchRadius = 12;
constexpr int kTemplate = 2 * kTemplateRadius + 1;
constexpr int kSearch = 2 * kSearchRadius + 1;
constexpr int kWindow = kTemplate + kSearch - 1;

struct Point {
  int x, y;
};

struct Problem {
  int width, height, frames, points;
  std::vector<float> video;
  std::vector<Point> start;

  explicit Problem(const suite::Program &program)
      : width(program.size(512, 131)), height(program.size(384, 117)),
        frames(program.size(17, 3)), points(program.size(51, 5)),
        video(size_t(width) * height * frames), start(points) {
    suite::Random random;
    // A texture with spots of some pixels, which moves, and noise.
    std::vector<int> base(size_t(width) * height);
    for (int i = 0; i < width * height / 24; ++i) {
      int x = random.below(width), y = random.below(height);
      int bright = random.below(100);
      for (int dy = 0; dy < 6; ++dy)
        for (int dx = 0; dx < 6; ++dx)
          base[(y + dy) % height * width + (x + dx) % width] = bright;
    }
    int shiftX = 0, shiftY = 0;
    for (int f = 0; f < frames; ++f) {
      for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
          video[(size_t(f) * height + y) * width + x] =
              base[(y + shiftY + height) % height * width +
                   (x + shiftX + width) % width] +
              int(random.below(20));
      shiftX += int(random.below(15)) - 7;
      shiftY += int(random.below(15)) - 7;
    }
    // On an ellipse.
    for (int i = 0; i < points; ++i)
      start[i] = {width / 2 + int(width * 0.3 * cos(6.2831853 * i / points)),
                  height / 2 + int(height * 0.3 * sin(6.2831853 * i / points))};
  }

  const float *frame(int f) const { return &video[size_t(f) * width * height]; }
};

/// What the programs give as their result.
inline std::vector<double> toResult(const std::vector<Point> &points) {
  std::vector<double> result;
  for (Point point : points) {
    result.push_back(point.x);
    result.push_back(point.y);
  }
  return result;
}
