//===- Shares.h - Divides work among threads --------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each thread has a share of the work and takes it in chunks. When it is done,
// it steals from other shares. Programs launch again and again over the same
// memory: a thread with the same share each time finds its data in its cache.
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
  /// Chunks have `least` units or more, except the last ones of the shares.
  /// There are fewer of them if they are `dear`.
  Shares(uint64_t units, uint64_t threads, uint64_t least, bool dear = false)
      : least(std::max(
            {least, units / (threads * (dear ? 8 : 32)), uint64_t(1)})),
        divisor(dear ? 2 : 4), count(threads),
        many(threads > few ? new Share[threads - few] : nullptr) {
    // Neither product overflows 64 bits.
    uint64_t each = units / threads, rest = units % threads;
    auto bound = [&](uint64_t i) { return each * i + rest * i / threads; };
    for (uint64_t i = 0; i < threads; ++i) {
      share(i).begin = bound(i);
      share(i).end = bound(i + 1);
      share(i).next.store(share(i).begin, std::memory_order_relaxed);
    }
    // Thread 0 submits the work. It starts without an atomic operation, which
    // would have to wait until the other threads have read what it wrote for
    // them.
    first = std::min(pieceOf(share(0), 0), share(0).end);
    share(0).next.store(first, std::memory_order_relaxed);
  }

  /// Calls `run` with ranges of units until none are left, those of `self`
  /// first. If it returns false, no thread gets more.
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
  /// How long a thread waits before it steals from a share whose owner has not
  /// started: the owner is about to start and has the data in its cache. Not
  /// longer than it has worked itself.
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

  /// Long chunks first, short ones last, so that threads end at about the same
  /// time.
  uint64_t pieceOf(const Share &share, uint64_t next) const {
    return std::max(least, (share.end - next) / divisor);
  }

  /// This many shares need no allocation.
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
