//===- Shares.h - Work that is cut up for several threads -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each thread has a share of the work's units and takes it piece by piece, and
// so do threads that have done their own. Programs launch again and again over
// the same memory: a thread whose share is the same each time finds it in its
// cache.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_SHARES_H
#define HEDDLE_RUNTIME_SHARES_H

#include "Ticks.h"
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>

namespace heddle::rt {

class Shares {
public:
  /// Pieces have `least` units or more, but for the last ones of the shares.
  /// There are less of them if they are `dear`.
  Shares(uint64_t units, uint64_t threads, uint64_t least, bool dear = false)
      : least(std::max(
            {least, units / (threads * (dear ? 8 : 32)), uint64_t(1)})),
        divisor(dear ? 2 : 4), count(threads),
        many(threads > few ? new Share[threads - few] : nullptr) {
    // Neither product is too large for 64 bits.
    uint64_t each = units / threads, rest = units % threads;
    auto bound = [&](uint64_t i) { return each * i + rest * i / threads; };
    for (uint64_t i = 0; i < threads; ++i) {
      share(i).begin = bound(i);
      share(i).end = bound(i + 1);
      share(i).next.store(share(i).begin, std::memory_order_relaxed);
    }
    // Thread 0 is the one that gives out the work. It begins at once: an
    // atomic operation would wait until the others have let go of all that it
    // has written for them.
    first = std::min(pieceOf(share(0), 0), share(0).end);
    share(0).next.store(first, std::memory_order_relaxed);
  }

  /// Calls `run` with a range of units until there are none left, those of
  /// `self` first. When it says false, nobody gets more.
  template <typename Run> void take(uint64_t self, Run run) {
    Patience patience;
    if (self == 0 && !run(uint64_t(0), first))
      return clear();
    for (uint64_t i = 0; i < count; ++i) {
      Share &from = share((self + i) % count);
      uint64_t next = from.next.load(std::memory_order_relaxed);
      while (i > 0 && next == from.begin && next < from.end && patience.lasts())
        next = from.next.load(std::memory_order_relaxed);
      while (next < from.end) {
        uint64_t piece = pieceOf(from, next);
        uint64_t begin = from.next.fetch_add(piece, std::memory_order_relaxed);
        if (begin >= from.end)
          break;
        next = begin + piece;
        if (!run(begin, std::min(next, from.end)))
          return clear();
        if (i > 0)
          next = from.next.load(std::memory_order_relaxed);
      }
    }
  }

private:
  /// How long a thread leaves alone what another has not begun with: he is on
  /// his way, and has it in his cache. Not longer than it has worked itself.
  class Patience {
  public:
    bool lasts() {
      uint64_t now = readTicks();
      if (end == 0)
        end = now + std::min(now - begun, most);
      __builtin_ia32_pause();
      return now < end;
    }

  private:
    static constexpr uint64_t most = 2000;
    const uint64_t begun = readTicks();
    uint64_t end = 0;
  };

  struct alignas(64) Share {
    std::atomic<uint64_t> next;
    uint64_t begin, end;
  };

  /// Long pieces first, short ones last: threads end at about the same time.
  uint64_t pieceOf(const Share &share, uint64_t next) const {
    return std::max(least, (share.end - next) / divisor);
  }

  /// So many shares need no memory of their own.
  static constexpr uint64_t few = 16;

  Share &share(uint64_t i) { return i < few ? own[i] : many[i - few]; }

  void clear() {
    for (uint64_t i = 0; i < count; ++i)
      share(i).next.store(share(i).end, std::memory_order_relaxed);
  }

  const uint64_t least, divisor, count;
  uint64_t first;
  Share own[few];
  const std::unique_ptr<Share[]> many;
};

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_SHARES_H
