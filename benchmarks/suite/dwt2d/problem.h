//===- problem.h - Wavelets of an image -----------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The 9/7 wavelet transform of an image by lifting: rows, then columns, then
// the quarter with the low frequencies again. tolerance: 1e-4
//
//===----------------------------------------------------------------------===//

#include "../program.h"

#ifdef __CUDACC__
#define BOTH __host__ __device__
#else
#define BOTH
#endif

// The four steps of lifting, and the scale.
constexpr float kAlpha = -1.586134342f, kBeta = -0.052980119f,
                kGamma = 0.882911076f, kDelta = 0.443506852f,
                kScale = 1.149604398f;

struct Problem {
  int width, height, levels = 3;
  std::vector<float> image;

  explicit Problem(const suite::Program &program)
      : width(program.size(4096, 97)), height(program.size(2048, 61)),
        image(size_t(width) * height) {
    suite::Random random;
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x)
        image[size_t(y) * width + x] =
            sinf(0.05f * x) + cosf(0.03f * y) + random.uniform() - 0.5f;
  }
};

/// The position that a signal of n values has instead of i, as in a mirror.
BOTH inline int mirror(int i, int n) {
  i = i < 0 ? -i : i;
  i = i >= n ? 2 * n - 2 - i : i;
  return i < 0 ? 0 : i;
}
