//===- Generator.h - The generators of the host API -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIBRARIES_CURAND_GENERATOR_H
#define HEDDLE_LIBRARIES_CURAND_GENERATOR_H

#include "curand_kernel.h"
#include <memory>

namespace heddle::curand {

/// What to generate. Normal and log-normal have a mean and a deviation, Poisson
/// its mean.
enum class Kind { Bits, Bits64, Uniform, Normal, LogNormal, Poisson };
struct Request {
  Kind kind;
  bool isDouble;
  double mean, deviation;
};

/// A sequence of numbers. Its position is where the last request ended.
class Source {
public:
  virtual ~Source() = default;
  /// Whether it has numbers of this kind.
  virtual bool provides(Kind kind) const = 0;
  /// Lengths must be multiples of this.
  virtual size_t multiple(const Request &request) const = 0;
  virtual void generate(const Request &request, void *output, size_t count) = 0;
};

/// From the beginning of the sequence, or `offset` numbers after it.
std::unique_ptr<Source> makePseudo(curandRngType_t type, curandOrdering_t order,
                                   unsigned long long seed,
                                   unsigned long long offset);
std::unique_ptr<Source> makeQuasi(curandRngType_t type, unsigned dimensions,
                                  unsigned long long offset);

} // namespace heddle::curand

#endif // HEDDLE_LIBRARIES_CURAND_GENERATOR_H
