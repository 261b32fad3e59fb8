//===- Words.cpp - Distributions of 32-bit numbers ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Words.h"
#include "../common/Parallel.h"
#include <cmath>
#include <vector>

namespace heddle::curand {

void Words::convert(const Request &r, const unsigned *from, void *output,
                    size_t at, size_t count) const {
  auto *integers = static_cast<unsigned *>(output) + at;
  auto *floats = static_cast<float *>(output) + at;
  auto *doubles = static_cast<double *>(output) + at;
  for (size_t i = 0; i < count; ++i) {
    unsigned x = from[i];
    if (r.kind == Kind::Poisson) {
      integers[i] = __heddle_poisson_inverse(__heddle_middle(x), r.mean);
    } else if (r.kind == Kind::Uniform) {
      if (r.isDouble)
        doubles[i] = uniformDouble(x);
      else
        floats[i] = uniform(x);
    } else if (r.isDouble) {
      double z = r.mean + r.deviation * normalDouble(x);
      doubles[i] = r.kind == Kind::Normal ? z : std::exp(z);
    } else {
      float z = float(r.mean) + float(r.deviation) * __heddle_normal_from(x);
      floats[i] = r.kind == Kind::Normal ? z : std::exp(z);
    }
  }
}

void Words::generate(const Request &request, void *output, size_t count) {
  if (request.kind == Kind::Bits)
    return words(static_cast<unsigned *>(output), count);
  constexpr size_t most = 1 << 20;
  std::vector<unsigned> numbers(std::min(count, most));
  for (size_t at = 0; at < count; at += most) {
    size_t part = std::min(count - at, most);
    words(numbers.data(), part);
    library::parallelChunks(int64_t(part), 64,
                            [&](int64_t, int64_t begin, int64_t length) {
                              convert(request, numbers.data() + begin, output,
                                      at + size_t(begin), size_t(length));
                            });
  }
}

} // namespace heddle::curand
