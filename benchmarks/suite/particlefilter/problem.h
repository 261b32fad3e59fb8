//===- problem.h - Tracking by particles ----------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A bright disc moves through a noisy video. Particles guess where it is: each
// moves at random, is weighed by the pixels around it, and is drawn again as
// often as its weight deserves. tolerance: 5e-3
//
//===----------------------------------------------------------------------===//

#include "../program.h"

#include <algorithm>

#ifdef __CUDACC__
#define BOTH __host__ __device__
#else
#define BOTH
#endif

constexpr int kSide = 128; // Of a frame.
constexpr int kRadius = 5;
constexpr float kDark = 100, kBright = 228;

/// The random numbers of one particle.
BOTH inline uint32_t nextRandom(uint32_t &state) {
  return state = state * 1664525u + 1013904223u;
}
BOTH inline float uniformRandom(uint32_t &state) {
  return ((nextRandom(state) >> 9) + 0.5f) * 0x1p-23f;
}
BOTH inline float normalRandom(uint32_t &state) {
  float u = uniformRandom(state), v = uniformRandom(state);
  return sqrtf(-2 * logf(u)) * cosf(6.2831853f * v);
}

/// How much more a pixel looks like the disc than like what is around it.
BOTH inline float likelihood(float pixel) {
  float dark = pixel - kDark, bright = pixel - kBright;
  return (dark * dark - bright * bright) * (1.0f / 500);
}

struct Problem {
  int n, frames;
  std::vector<uint8_t> video;
  std::vector<int> offsetX, offsetY; // The pixels of a disc.
  std::vector<uint32_t> seeds;
  std::vector<float> draws; // Of each frame's resampling.

  explicit Problem(const suite::Program &program)
      : n(program.size(50'000, 1'013)), frames(program.size(12, 4)),
        video(size_t(frames) * kSide * kSide), seeds(n), draws(frames) {
    suite::Random random;
    for (int y = -kRadius; y <= kRadius; ++y)
      for (int x = -kRadius; x <= kRadius; ++x)
        if (x * x + y * y <= kRadius * kRadius)
          offsetX.push_back(x), offsetY.push_back(y);
    for (int f = 0; f < frames; ++f) {
      int discX = kSide / 2 + 2 * (f + 1), discY = kSide / 2 - 3 * (f + 1);
      for (int y = 0; y < kSide; ++y)
        for (int x = 0; x < kSide; ++x) {
          int dx = x - discX, dy = y - discY;
          float pixel =
              dx * dx + dy * dy <= kRadius * kRadius ? kBright : kDark;
          pixel += random.between(-25.0f, 25.0f);
          video[(size_t(f) * kSide + y) * kSide + x] = pixel;
        }
    }
    for (uint32_t &seed : seeds)
      seed = random.next();
    for (float &draw : draws)
      draw = random.uniform();
  }
  int discPixels() const { return offsetX.size(); }
  static float startX() { return kSide / 2; }
  static float startY() { return kSide / 2; }
};

/// Moves a particle.
BOTH inline void moveParticle(float &x, float &y, uint32_t &seed) {
  x += 2 + 3 * normalRandom(seed);
  y += -3 + 3 * normalRandom(seed);
}

/// Where the pixel of a particle's disc is in the frame.
BOTH inline int pixelAt(float x, float y, int dx, int dy) {
  int px = int(floorf(x + 0.5f)) + dx, py = int(floorf(y + 0.5f)) + dy;
  px = px < 0 ? 0 : px >= kSide ? kSide - 1 : px;
  py = py < 0 ? 0 : py >= kSide ? kSide - 1 : py;
  return py * kSide + px;
}
