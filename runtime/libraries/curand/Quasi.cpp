//===- Quasi.cpp - Quasirandom sequences of the host API ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All results of a dimension follow each other, then those of the next.
//
//===----------------------------------------------------------------------===//

#include "../common/Parallel.h"
#include "Draw.h"
#include "Sobol.h"

namespace heddle::curand {
namespace {

/// The state of a dimension at a position.
void start(unsigned dimension, unsigned long long at,
           curandStateSobol32_t &state) {
  curand_init(const_cast<unsigned *>(vectors32(false)[dimension]),
              static_cast<unsigned>(at), &state);
}
void start(unsigned dimension, unsigned long long at,
           curandStateSobol64_t &state) {
  curand_init(const_cast<unsigned long long *>(vectors64(false)[dimension]), at,
              &state);
}
void start(unsigned dimension, unsigned long long at,
           curandStateScrambledSobol32_t &state) {
  curand_init(const_cast<unsigned *>(vectors32(true)[dimension]),
              constants32()[dimension], static_cast<unsigned>(at), &state);
}
void start(unsigned dimension, unsigned long long at,
           curandStateScrambledSobol64_t &state) {
  curand_init(const_cast<unsigned long long *>(vectors64(true)[dimension]),
              constants64()[dimension], at, &state);
}

template <typename State, bool is64> class Points : public Source {
public:
  Points(unsigned dimensions, unsigned long long offset)
      : dimensions(dimensions), position(offset) {}

  bool provides(Kind kind) const override {
    return kind != (is64 ? Kind::Bits : Kind::Bits64);
  }
  size_t multiple(const Request &) const override { return dimensions; }

  void generate(const Request &request, void *output, size_t count) override {
    size_t points = count / dimensions;
    int64_t chunks = library::chunkCount(int64_t(points));
    library::parallelFor(dimensions * chunks, count * 4, [&](uint64_t part) {
      size_t dimension = part / chunks;
      size_t begin = part % chunks * library::chunkLength;
      size_t end = std::min<size_t>(begin + library::chunkLength, points);
      State state;
      start(unsigned(dimension), position + begin, state);
      for (size_t i = begin; i < end; ++i)
        draw(state, request, output, dimension * points + i);
    });
    position += points;
  }

private:
  unsigned dimensions;
  unsigned long long position;
};

} // namespace

std::unique_ptr<Source> makeQuasi(curandRngType_t type, unsigned dimensions,
                                  unsigned long long offset) {
  switch (type) {
  case CURAND_RNG_QUASI_SCRAMBLED_SOBOL32:
    return std::make_unique<Points<curandStateScrambledSobol32_t, false>>(
        dimensions, offset);
  case CURAND_RNG_QUASI_SOBOL64:
    return std::make_unique<Points<curandStateSobol64_t, true>>(dimensions,
                                                                offset);
  case CURAND_RNG_QUASI_SCRAMBLED_SOBOL64:
    return std::make_unique<Points<curandStateScrambledSobol64_t, true>>(
        dimensions, offset);
  default:
    return std::make_unique<Points<curandStateSobol32_t, false>>(dimensions,
                                                                 offset);
  }
}

} // namespace heddle::curand
