//===- problem.h - Speckle reduction --------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Anisotropic diffusion that removes the speckles of an ultrasonic image: the
// statistics of the image, the coefficients of diffusion, and the update.
// tolerance: 1e-3
//
//===----------------------------------------------------------------------===//

#include "../program.h"

#ifdef __CUDACC__
#define BOTH __host__ __device__
#else
#define BOTH
#endif

constexpr float kLambda = 0.5f;

struct Problem {
  int rows, columns, iterations;
  std::vector<float> image;

  explicit Problem(const suite::Program &program)
      : rows(program.size(1024, 67)), columns(program.size(1024, 101)),
        iterations(program.size(8, 3)), image(size_t(rows) * columns) {
    suite::Random random;
    for (float &pixel : image)
      pixel = expf(random.uniform());
  }
};

/// The coefficient of a pixel from its value, the differences from its four
/// neighbours and the square of the image's coefficient of variation.
BOTH inline float coefficient(float value, float north, float south, float west,
                              float east, float q0) {
  float gradient = (north * north + south * south + west * west + east * east) /
                   (value * value);
  float laplacian = (north + south + west + east) / value;
  float numerator = 0.5f * gradient - laplacian * laplacian * (1.0f / 16);
  float denominator = 1 + 0.25f * laplacian;
  float q = numerator / (denominator * denominator);
  float c = 1.0f / (1.0f + (q - q0) / (q0 * (1 + q0)));
  return c < 0 ? 0 : c > 1 ? 1 : c;
}

/// The square of the coefficient of variation of `count` values.
BOTH inline float variation(float sum, float squares, float count) {
  float mean = sum / count;
  return (squares / count - mean * mean) / (mean * mean);
}
