//===- Mt19937.cpp - The MT19937 sequence of the host API -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 8192 streams of one Mersenne twister take turns of eight numbers. A stream
// gives its 624 numbers in an order that suits eight threads: first those that
// depend on no other, then 11 groups of 56, in which a thread's are seven
// apart.
//
//===----------------------------------------------------------------------===//

#include "../common/Parallel.h"
#include "Mt19937Jumps.h"
#include "Words.h"
#include <algorithm>
#include <vector>

namespace heddle::curand {
namespace {

constexpr size_t streams = 8192, turn = 8, rounds = streams * turn;
constexpr int length = 624, period = length / int(turn), degree = 19937;
/// How far apart streams are that are reached by far jumps.
constexpr size_t far = 128;

unsigned twist(unsigned a, unsigned b, unsigned c) {
  unsigned y = (a & 0x80000000u) | (b & 0x7fffffffu);
  return c ^ (y >> 1) ^ ((y & 1) != 0 ? 0x9908b0dfu : 0);
}
unsigned temper(unsigned x) {
  x ^= x >> 11;
  x ^= (x << 7) & 0x9d2c5680u;
  x ^= (x << 15) & 0xefc60000u;
  return x ^ (x >> 18);
}

/// Which of the 624 numbers is result `thread` of a turn.
int order(int turnOfPeriod, int thread) {
  constexpr int alone[] = {0, 113, 170, 283, 340, 397, 510, 567};
  constexpr int groups[] = {1, 57, 114, 171, 227, 284, 341, 398, 454, 511, 568};
  if (turnOfPeriod == 0)
    return alone[thread];
  return groups[(turnOfPeriod - 1) / 7] + (turnOfPeriod - 1) % 7 + 7 * thread;
}

struct Stream {
  unsigned state[length];
  size_t twists = 0;

  void next() {
    for (int i = 0; i < length; ++i)
      state[i] =
          twist(state[i], state[(i + 1) % length], state[(i + 397) % length]);
    ++twists;
  }

  /// The state after the steps of a polynomial.
  void jump(const unsigned *polynomial, unsigned *result) const {
    std::vector<unsigned> x(state, state + length);
    x.resize(degree + length);
    for (size_t i = length; i < x.size(); ++i)
      x[i] = twist(x[i - length], x[i - length + 1], x[i - length + 397]);
    // In parts that stay in registers.
    constexpr int part = 48;
    static_assert(length % part == 0);
    for (int begin = 0; begin < length; begin += part) {
      unsigned sum[part] = {};
      for (int bit = 0; bit < degree; ++bit)
        if ((polynomial[bit / 32] >> (bit % 32)) & 1)
          for (int i = 0; i < part; ++i)
            sum[i] ^= x[size_t(bit + begin + i)];
      std::copy(sum, sum + part, result + begin);
    }
  }
};

class Mt19937Words : public Words {
public:
  explicit Mt19937Words(unsigned long long seed) : all(1) {
    unsigned *s = all[0].state;
    s[0] = static_cast<unsigned>(seed);
    for (int i = 1; i < length; ++i)
      s[i] = 1812433253u * (s[i - 1] ^ (s[i - 1] >> 30)) + unsigned(i);
    starts = all;
  }

private:
  /// The streams that have been needed, and where every 128th starts.
  std::vector<Stream> all, starts;
  size_t position = 0;

  /// Jumps take longer than anything else here, so only to streams that a
  /// request needs.
  void prepare(size_t wanted) {
    if (wanted <= all.size())
      return;
    wanted = (wanted + far - 1) / far * far;
    size_t had = all.size() / far * far;
    all.resize(wanted);
    while (starts.size() < wanted / far) {
      Stream start;
      starts.back().jump(mt19937FarJump, start.state);
      starts.push_back(start);
    }
    library::parallelFor((wanted - had) / far, (wanted - had) << 18,
                         [&](size_t part) {
                           size_t first = had + part * far;
                           // The first of all may have given numbers already.
                           if (first != 0)
                             all[first] = starts[first / far];
                           const Stream *before = &starts[first / far];
                           for (size_t i = first + 1; i < first + far; ++i) {
                             before->jump(mt19937Jump, all[i].state);
                             before = &all[i];
                           }
                         });
  }

  void words(unsigned *output, size_t count) override {
    size_t end = position + count;
    prepare(std::min(streams, (end + turn - 1) / turn));
    library::parallelFor((all.size() + 63) / 64, count * 2, [&](size_t part) {
      for (size_t i = part * 64; i < std::min(all.size(), part * 64 + 64); ++i)
        for (size_t at = position / rounds * rounds + i * turn; at < end;
             at += rounds)
          give(all[i], at, end, output);
    });
    position = end;
  }

  /// The numbers of a stream's turn at `at` that a request wants.
  void give(Stream &stream, size_t at, size_t end, unsigned *output) const {
    size_t round = at / rounds;
    for (size_t thread = 0; thread < turn; ++thread) {
      if (at + thread < position || at + thread >= end)
        continue;
      while (stream.twists <= round / period)
        stream.next();
      output[at + thread - position] =
          temper(stream.state[order(int(round % period), int(thread))]);
    }
  }

  float uniform(unsigned x) const override { return float(__heddle_middle(x)); }
  double uniformDouble(unsigned x) const override { return __heddle_middle(x); }
  double normalDouble(unsigned x) const override {
    return __heddle_inverse_normal(__heddle_middle(x));
  }
};

} // namespace

std::unique_ptr<Source> makeMt19937(unsigned long long seed) {
  return std::make_unique<Mt19937Words>(seed);
}

} // namespace heddle::curand
