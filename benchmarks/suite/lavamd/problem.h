//===- problem.h - Particles in boxes -------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Forces between the particles of a box and of the boxes around it, from a
// potential that falls off like a Gaussian.
// tolerance: 1e-9
//
//===----------------------------------------------------------------------===//

#include "../program.h"

constexpr int kParticles = 100; // In a box.
constexpr double kAlpha = 0.5;

struct Particle {
  double x, y, z, charge;
};
/// The potential, and the force.
struct Force {
  double v, x, y, z;
};

struct Problem {
  int side, boxes; // Boxes along an edge, and all of them.
  std::vector<Particle> particles;
  std::vector<int> first, neighbours; // With `first[box + 1]` the end.

  explicit Problem(const suite::Program &program)
      : side(program.size(6, 3)), boxes(side * side * side),
        particles(size_t(boxes) * kParticles) {
    suite::Random random;
    for (int box = 0; box < boxes; ++box) {
      int x = box % side, y = box / side % side, z = box / side / side;
      for (int i = 0; i < kParticles; ++i)
        particles[size_t(box) * kParticles + i] = {
            x + random.uniform(), y + random.uniform(), z + random.uniform(),
            random.between(0.1f, 1.0f)};
      first.push_back(neighbours.size());
      for (int nz = z - 1; nz <= z + 1; ++nz)
        for (int ny = y - 1; ny <= y + 1; ++ny)
          for (int nx = x - 1; nx <= x + 1; ++nx)
            if (nx >= 0 && nx < side && ny >= 0 && ny < side && nz >= 0 &&
                nz < side)
              neighbours.push_back((nz * side + ny) * side + nx);
    }
    first.push_back(neighbours.size());
  }
};
