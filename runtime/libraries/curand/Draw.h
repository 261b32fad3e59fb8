//===- Draw.h - One result of a request -------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIBRARIES_CURAND_DRAW_H
#define HEDDLE_LIBRARIES_CURAND_DRAW_H

#include "Generator.h"
#include <cmath>
#include <type_traits>

namespace heddle::curand {

template <typename State> unsigned drawPoisson(State &state, double mean) {
  // Where the normal distribution is used, two generators take it in float.
  if constexpr (std::is_same_v<State, curandStateXORWOW_t> ||
                std::is_same_v<State, curandStatePhilox4_32_10_t>)
    if (mean > 4000)
      return unsigned(mean + std::sqrt(mean) * curand_normal(&state) + 0.5);
  return curand_poisson(&state, mean);
}

/// The next result of a state, as element `at` of the output.
template <typename State>
void draw(State &state, const Request &r, void *output, size_t at) {
  auto *integers = static_cast<unsigned *>(output);
  auto *floats = static_cast<float *>(output);
  auto *doubles = static_cast<double *>(output);
  switch (r.kind) {
  case Kind::Bits:
    integers[at] = static_cast<unsigned>(::curand(&state));
    return;
  case Kind::Bits64:
    static_cast<unsigned long long *>(output)[at] = ::curand(&state);
    return;
  case Kind::Poisson:
    integers[at] = drawPoisson(state, r.mean);
    return;
  case Kind::Uniform:
    if (r.isDouble)
      doubles[at] = curand_uniform_double(&state);
    else
      floats[at] = curand_uniform(&state);
    return;
  case Kind::Normal:
  case Kind::LogNormal:
    if (r.isDouble) {
      double x = r.mean + r.deviation * curand_normal_double(&state);
      doubles[at] = r.kind == Kind::Normal ? x : std::exp(x);
    } else {
      float x = float(r.mean) + float(r.deviation) * curand_normal(&state);
      floats[at] = r.kind == Kind::Normal ? x : std::exp(x);
    }
    return;
  }
}

} // namespace heddle::curand

#endif // HEDDLE_LIBRARIES_CURAND_DRAW_H
