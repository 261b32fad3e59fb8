//===- Pseudo.cpp - Pseudorandom sequences of the host API ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As documented, a generator has thousands of streams, which are subsequences
// of the algorithm's sequence. They take turns: one result from each or, with
// Philox, four. Each thread of the team works for some of the streams.
//
//===----------------------------------------------------------------------===//

#include "../common/Parallel.h"
#include "Draw.h"
#include <vector>

namespace heddle::curand {
namespace {

/// Streams and how many results in a row come from one.
template <typename State> struct Layout {
  static constexpr size_t turn = 1;
  static size_t streams(curandOrdering_t) { return 4096; }
  static void advance(State &state) { skipahead_sequence(1, &state); }
};
template <> struct Layout<curandStatePhilox4_32_10_t> {
  static constexpr size_t turn = 4;
  static size_t streams(curandOrdering_t) { return 65536; }
  static void advance(curandStatePhilox4_32_10_t &state) {
    skipahead_sequence(1, &state);
  }
};
template <> struct Layout<curandStateMRG32k3a_t> {
  static constexpr size_t turn = 1;
  static size_t streams(curandOrdering_t order) {
    return order == CURAND_ORDERING_PSEUDO_LEGACY ? 4096 : 81920;
  }
  static void advance(curandStateMRG32k3a_t &state) {
    skipahead_subsequence(1, &state);
  }
};

template <typename State> class Streams : public Source {
public:
  Streams(curandOrdering_t order, unsigned long long seed,
          unsigned long long offset)
      : states(Layout<State>::streams(order)) {
    if (order == CURAND_ORDERING_PSEUDO_SEEDED) {
      // A seed for each stream instead of the long way to its subsequence.
      for (size_t i = 0; i < states.size(); ++i)
        curand_init(seed ^ (i * 0x9e3779b97f4a7c15ull), 0, 0, &states[i]);
    } else {
      curand_init(seed, 0, 0, &states[0]);
      for (size_t i = 1; i < states.size(); ++i) {
        states[i] = states[i - 1];
        Layout<State>::advance(states[i]);
      }
    }
    if (offset == 0)
      return;
    // Each stream has passed the whole rounds, and some a turn of the last.
    constexpr size_t turn = Layout<State>::turn;
    unsigned long long round = turn * states.size();
    unsigned long long whole = offset / round * turn, rest = offset % round;
    for (size_t i = 0; i < states.size(); ++i) {
      unsigned long long of = i * turn >= rest ? 0 : rest - i * turn;
      skipahead(whole + std::min<unsigned long long>(turn, of), &states[i]);
    }
    next = rest;
  }

  bool provides(Kind kind) const override { return kind != Kind::Bits64; }

  /// Box-Muller makes pairs.
  size_t multiple(const Request &request) const override {
    return request.kind == Kind::Normal || request.kind == Kind::LogNormal ? 2
                                                                           : 1;
  }

  void generate(const Request &request, void *output, size_t count) override {
    // A pair comes from one stream. Results of different turns do not mix.
    size_t turn = std::max(Layout<State>::turn, multiple(request));
    if (turn != lastTurn) {
      next = (next + lastTurn - 1) / lastTurn * turn;
      lastTurn = turn;
    }
    size_t round = turn * states.size();
    next %= round;
    constexpr size_t share = 256;
    library::parallelFor(
        (states.size() + share - 1) / share, count * 4, [&](size_t part) {
          size_t first = part * share * turn;
          size_t last = std::min((part + 1) * share, states.size()) * turn;
          // Result i is number next + i in the order of the turns.
          for (size_t base = 0; base < next + count; base += round) {
            size_t begin = std::max(base + first, next);
            size_t end = std::min(base + last, next + count);
            for (size_t at = begin; at < end; ++at)
              draw(states[(at - base) / turn], request, output, at - next);
          }
        });
    next = (next + count) % round;
  }

private:
  std::vector<State> states;
  size_t next = 0, lastTurn = Layout<State>::turn;
};

} // namespace

std::unique_ptr<Source> makePseudo(curandRngType_t type, curandOrdering_t order,
                                   unsigned long long seed,
                                   unsigned long long offset) {
  switch (type) {
  case CURAND_RNG_PSEUDO_MRG32K3A:
    return std::make_unique<Streams<curandStateMRG32k3a_t>>(order, seed,
                                                            offset);
  case CURAND_RNG_PSEUDO_PHILOX4_32_10:
    return std::make_unique<Streams<curandStatePhilox4_32_10_t>>(order, seed,
                                                                 offset);
  default:
    return std::make_unique<Streams<curandStateXORWOW_t>>(order, seed, offset);
  }
}

} // namespace heddle::curand
