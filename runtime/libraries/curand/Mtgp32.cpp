//===- Mtgp32.cpp - The MTGP32 sequence of the host API -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 192 generators with parameters and seeds of their own take turns of 256
// numbers.
//
//===----------------------------------------------------------------------===//

#include "../common/Parallel.h"
#include "Words.h"
#include "curand_mtgp32_host.h"
#include "curand_mtgp32dc_p_11213.h"
#include <algorithm>
#include <vector>

namespace heddle::curand {
namespace {

constexpr size_t generators = 192, turn = 256, rounds = generators * turn;

/// Made at the first use, which may be before this library's constructors run
/// if it is linked statically.
const mtgp32_params_fast_t &params(size_t generator) {
  static const __heddle_mtgp32_tables tables;
  return tables.all[generator];
}

/// One generator, and the numbers of its last turn.
struct Mtgp32 {
  unsigned state[MTGPDC_N + turn];
  unsigned output[turn];
  size_t turns = 0;

  void take(const mtgp32_params_fast_t &p) {
    if (turns++ != 0)
      std::copy(state + turn, state + turn + MTGPDC_N, state);
    for (size_t i = 0; i < turn; ++i) {
      unsigned x =
          __heddle_mtgp32_next(state[i], state[i + 1], state[i + p.pos], p.mask,
                               unsigned(p.sh1), unsigned(p.sh2), p.tbl);
      state[i + MTGPDC_N] = x;
      output[i] = x ^ p.tmp_tbl[__heddle_mtgp32_select(state[i + p.pos - 1])];
    }
  }
};

class Mtgp32Words : public Words {
public:
  explicit Mtgp32Words(unsigned long long seed) : all(generators) {
    auto low = static_cast<unsigned>(seed ^ (seed >> 32));
    for (size_t i = 0; i < generators; ++i)
      __heddle_mtgp32_init(all[i].state, &params(i), low + unsigned(i) + 1);
  }

private:
  std::vector<Mtgp32> all;
  size_t position = 0;

  void words(unsigned *output, size_t count) override {
    size_t end = position + count;
    library::parallelFor(generators, count * 2, [&](size_t i) {
      for (size_t at = position / rounds * rounds + i * turn; at < end;
           at += rounds) {
        size_t from = std::max(at, position), to = std::min(at + turn, end);
        if (from >= to)
          continue;
        while (all[i].turns <= at / rounds)
          all[i].take(params(i));
        std::copy(all[i].output + (from - at), all[i].output + (to - at),
                  output + (from - position));
      }
    });
    position = end;
  }
  float uniform(unsigned x) const override { return __heddle_uniform(x); }
  double uniformDouble(unsigned x) const override {
    return __heddle_uniform_double(x);
  }
  double normalDouble(unsigned x) const override {
    return __heddle_normal_from(x);
  }
};

} // namespace

bool haveMtgp32() { return __heddle_mtgp32_rows[0].position != 0; }

std::unique_ptr<Source> makeMtgp32(unsigned long long seed) {
  return std::make_unique<Mtgp32Words>(seed);
}

} // namespace heddle::curand
