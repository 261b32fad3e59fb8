//===- problem.h - Flow around a body -------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The Euler equations of a compressible gas on an unstructured mesh: volumes
// with four faces each, steps in three stages. tolerance: 1e-3
//
//===----------------------------------------------------------------------===//

#include "../program.h"

#ifdef __CUDACC__
#define BOTH __host__ __device__
#else
#define BOTH __attribute__((always_inline))
#endif

constexpr int kFaces = 4, kVariables = 5, kStages = 3;
constexpr int kWall = -1, kFar = -2; // Instead of a neighbour.
constexpr float kGamma = 1.4f, kDissipation = 0.4f, kCourant = 0.8f;

/// The conserved variables.
struct State {
  float density, mx, my, mz, energy;
};

/// The other ones that the flux needs.
struct Flow {
  float vx, vy, vz, pressure, wave; // `wave` is the fastest speed.
};

BOTH inline Flow flowOf(const State &s) {
  float inverse = 1.0f / s.density;
  Flow f;
  f.vx = s.mx * inverse, f.vy = s.my * inverse, f.vz = s.mz * inverse;
  float squares = f.vx * f.vx + f.vy * f.vy + f.vz * f.vz;
  f.pressure = (kGamma - 1) * (s.energy - 0.5f * s.density * squares);
  f.wave = sqrtf(squares) + sqrtf(kGamma * f.pressure * inverse);
  return f;
}

BOTH inline State farState() {
  float speed = 0.8f;
  return {kGamma, kGamma * speed, 0, 0,
          1 / (kGamma - 1) + 0.5f * kGamma * speed * speed};
}

/// Adds half the flux of a state through a face with this normal.
BOTH inline void addHalf(State &sum, const State &s, const Flow &f, float nx,
                         float ny, float nz) {
  float through = 0.5f * (f.vx * nx + f.vy * ny + f.vz * nz);
  float push = 0.5f * f.pressure;
  sum.density += s.density * through;
  sum.mx += s.mx * through + push * nx;
  sum.my += s.my * through + push * ny;
  sum.mz += s.mz * through + push * nz;
  sum.energy += (s.energy + f.pressure) * through;
}

/// Adds the flux between two volumes.
BOTH inline void addFlux(State &sum, const State &own, const Flow &ownFlow,
                         const State &other, const Flow &otherFlow, float nx,
                         float ny, float nz) {
  addHalf(sum, own, ownFlow, nx, ny, nz);
  addHalf(sum, other, otherFlow, nx, ny, nz);
  float factor = kDissipation * 0.5f * (ownFlow.wave + otherFlow.wave) *
                 sqrtf(nx * nx + ny * ny + nz * nz);
  sum.density += factor * (own.density - other.density);
  sum.mx += factor * (own.mx - other.mx);
  sum.my += factor * (own.my - other.my);
  sum.mz += factor * (own.mz - other.mz);
  sum.energy += factor * (own.energy - other.energy);
}

/// Adds the flux at a wall, which is pressure alone.
BOTH inline void addWall(State &sum, const Flow &own, float nx, float ny,
                         float nz) {
  sum.mx += own.pressure * nx;
  sum.my += own.pressure * ny;
  sum.mz += own.pressure * nz;
}

struct Problem {
  int width, height, n, iterations;
  // Rows of n values: the variables, the neighbours, and the three components
  // of each face's normal.
  std::vector<float> variables, areas, normals;
  std::vector<int> neighbours;

  explicit Problem(const suite::Program &program)
      : width(program.size(388, 37)), height(program.size(256, 29)),
        n(width * height), iterations(program.size(4, 2)),
        variables(kVariables * n), areas(n), normals(kFaces * 3 * n),
        neighbours(kFaces * n) {
    suite::Random random;
    // Numbers are mixed, but neighbours are not far away in memory.
    std::vector<int> number(n);
    for (int i = 0; i < n; ++i)
      number[i] = i;
    for (int i = 0; i < n; ++i)
      std::swap(number[i], number[i - random.below(i % 256 + 1)]);
    auto face = [&](int i, int f, int other, const float *normal, int sign) {
      neighbours[f * n + i] = other;
      for (int d = 0; d < 3; ++d)
        normals[(f * 3 + d) * n + i] = sign * normal[d];
    };
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        int own = number[y * width + x];
        areas[own] = random.between(0.9f, 1.1f);
        float right[3] = {random.between(0.8f, 1.2f),
                          random.between(-0.2f, 0.2f),
                          random.between(-0.2f, 0.2f)};
        float up[3] = {random.between(-0.2f, 0.2f), random.between(0.8f, 1.2f),
                       random.between(-0.2f, 0.2f)};
        bool isLastX = x == width - 1, isLastY = y == height - 1;
        int other = isLastX ? kFar : number[y * width + x + 1];
        face(own, 0, other, right, 1);
        if (!isLastX)
          face(other, 1, own, right, -1);
        if (x == 0)
          face(own, 1, kFar, right, -1);
        other = isLastY ? kFar : number[(y + 1) * width + x];
        face(own, 2, other, up, 1);
        if (!isLastY)
          face(other, 3, own, up, -1);
        if (y == 0)
          face(own, 3, kWall, up, -1);
        State start = farState();
        float more = random.between(0.9f, 1.1f);
        variables[own] = start.density * more;
        variables[n + own] = start.mx * more;
        variables[2 * n + own] = start.my;
        variables[3 * n + own] = start.mz;
        variables[4 * n + own] = start.energy * more;
      }
  }
};
