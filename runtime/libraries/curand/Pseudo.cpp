//===- Pseudo.cpp - Pseudorandom sequences of the host API ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As documented, a generator has thousands of streams, which are subsequences
// of the algorithm's sequence. They take turns: one result from each, a pair of
// normal ones or, with Philox, four. Each thread of the team works for some of
// the streams.
//
//===----------------------------------------------------------------------===//

#include "../common/Parallel.h"
#include "Draw.h"
#include "Words.h"
#include <cstring>
#include <vector>

namespace heddle::curand {
namespace {

/// The streams of XORWOW and MRG32k3a.
template <typename State> struct Layout {
  static size_t streams(curandOrdering_t) { return 4096; }
  static void advance(State &state) { skipahead_sequence(1, &state); }
};
template <> struct Layout<curandStateMRG32k3a_t> {
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
        curand_init(seed + i * 3133713, 0, 0, &states[i]);
    } else {
      curand_init(seed, 0, 0, &states[0]);
      for (size_t i = 1; i < states.size(); ++i) {
        states[i] = states[i - 1];
        Layout<State>::advance(states[i]);
      }
    }
    if (offset == 0)
      return;
    // Each stream has passed the whole rounds, and some a number of the last.
    unsigned long long whole = offset / states.size();
    next = offset % states.size();
    for (size_t i = 0; i < states.size(); ++i)
      skipahead(whole + (i < next ? 1 : 0), &states[i]);
  }

  bool provides(Kind kind) const override { return kind != Kind::Bits64; }

  /// Box-Muller makes pairs.
  size_t multiple(const Request &request) const override {
    return request.kind == Kind::Normal || request.kind == Kind::LogNormal ? 2
                                                                           : 1;
  }

  void generate(const Request &request, void *output, size_t count) override {
    // A pair comes from one stream. Results of different turns do not mix.
    size_t turn = multiple(request);
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
  size_t next = 0, lastTurn = 1;
};

/// Streams of Philox, each of which gives four results in a row. A stream goes
/// on when its fourth has been taken: to its next four numbers or, if doubles
/// were, to those after them. So every result has a position of its own, and
/// positions are what offsets count.
class PhiloxStreams : public Source {
public:
  PhiloxStreams(unsigned long long seed, unsigned long long offset)
      : states(65536), next(offset % (turn * states.size())) {
    unsigned long long rounds = offset / (turn * states.size());
    for (size_t i = 0; i < states.size(); ++i)
      curand_init(seed, i, turn * (rounds + (i < next / turn)), &states[i]);
  }

  bool provides(Kind kind) const override { return kind != Kind::Bits64; }
  size_t multiple(const Request &) const override { return 1; }

  void generate(const Request &request, void *output, size_t count) override {
    size_t round = turn * states.size(), end = next + count;
    constexpr size_t share = 256;
    library::parallelFor(states.size() / share, count * 4, [&](size_t part) {
      for (size_t base = 0; base < end; base += round)
        for (size_t i = part * share; i < (part + 1) * share; ++i) {
          size_t from = std::max(base + i * turn, next);
          size_t to = std::min(base + (i + 1) * turn, end);
          if (from < to)
            take(states[i], request, from % turn, to - from, output,
                 from - next);
        }
    });
    next = end % round;
  }

private:
  static constexpr size_t turn = 4;
  std::vector<curandStatePhilox4_32_10_t> states;
  size_t next;

  /// Results from `first` on of a stream's four.
  static void take(curandStatePhilox4_32_10_t &state, const Request &request,
                   size_t first, size_t count, void *output, size_t at) {
    curandStatePhilox4_32_10_t after = state;
    union {
      unsigned integers[turn];
      float floats[turn];
      double doubles[turn];
    } four;
    for (size_t i = 0; i < turn; ++i)
      if (request.kind == Kind::Uniform && request.isDouble)
        four.doubles[i] = uniformDouble(after);
      else
        draw(after, request, &four, i);
    size_t size = request.isDouble ? sizeof(double) : sizeof(float);
    std::memcpy(static_cast<char *>(output) + at * size,
                reinterpret_cast<char *>(&four) + first * size, count * size);
    if (first + count < turn)
      return;
    // Poisson's methods take as many numbers as they need.
    if (after.STATE != 0)
      skipahead(turn - after.STATE, &after);
    state = after;
  }

  /// Of 53 bits, unlike curand_uniform_double.
  static double uniformDouble(curandStatePhilox4_32_10_t &state) {
    unsigned x = ::curand(&state), y = ::curand(&state);
    return __heddle_uniform_double(x, y);
  }
};

} // namespace

std::unique_ptr<Source> makePseudo(curandRngType_t type, curandOrdering_t order,
                                   unsigned long long seed,
                                   unsigned long long offset) {
  switch (type) {
  case CURAND_RNG_PSEUDO_MRG32K3A:
    return std::make_unique<Streams<curandStateMRG32k3a_t>>(order, seed,
                                                            offset);
  case CURAND_RNG_PSEUDO_MTGP32:
    return makeMtgp32(seed);
  case CURAND_RNG_PSEUDO_MT19937:
    return makeMt19937(seed);
  case CURAND_RNG_PSEUDO_PHILOX4_32_10:
    return std::make_unique<PhiloxStreams>(seed, offset);
  default:
    return std::make_unique<Streams<curandStateXORWOW_t>>(order, seed, offset);
  }
}

} // namespace heddle::curand
