//===- FusedLaunches.cpp - Runs launches together -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusedLaunches.h"
#include "Error.h"
#include "Memory.h"
#include "Thread.h"
#include <algorithm>
#include <atomic>
#include <cstring>
#include <optional>
#include <unistd.h>
#include <utility>

namespace heddle::rt {
namespace {

std::atomic<uint64_t> fusedLaunches = 0;

std::atomic<uint64_t> &cacheBytes() {
  static std::atomic<uint64_t> bytes = [] {
    long size = sysconf(_SC_LEVEL2_CACHE_SIZE);
    return static_cast<uint64_t>(size > 0 ? size : 512 * 1024);
  }();
  return bytes;
}

/// A half-open range of addresses.
struct Extent {
  uintptr_t begin, end;

  bool meets(const Extent &other) const {
    return begin < other.end && other.begin < end;
  }
};

/// The address `base + offset + count * step`, unless it overflows.
std::optional<uintptr_t> addressOf(const void *base, int64_t offset,
                                   uint64_t count, int64_t step) {
  auto address = static_cast<__int128>(reinterpret_cast<uintptr_t>(base)) +
                 offset + static_cast<__int128>(count) * step;
  if (address < 0 || address > INT64_MAX)
    return std::nullopt;
  return static_cast<uintptr_t>(address);
}

/// The addresses that all blocks of a launch access together.
std::optional<Extent> extentOf(const HeddleFootprint &print, uint64_t blocks) {
  if (print.anywhere || print.period) {
    std::optional<Allocation> allocation = findAllocation(print.base);
    if (!allocation)
      return std::nullopt;
    return Extent{allocation->begin, allocation->end()};
  }
  uint64_t last = blocks - 1;
  bool grows = print.perBlock >= 0;
  std::optional<uintptr_t> begin = addressOf(print.base, print.low,
                                             grows ? 0 : last, print.perBlock),
                           end = addressOf(print.base, print.high,
                                           grows ? last : 0, print.perBlock);
  if (!begin || !end || *end < *begin)
    return std::nullopt;
  return Extent{*begin, *end};
}

/// Whether the accesses of two launches are in the same sequence of ranges, one
/// per block, and each block of either stays in its own range.
bool keepApart(const HeddleFootprint &a, const HeddleFootprint &b,
               uint64_t blocks) {
  int64_t piece = a.perBlock;
  if (a.anywhere || b.anywhere || piece <= 0 || b.perBlock != piece)
    return false;
  std::optional<uintptr_t> lowA = addressOf(a.base, a.low, 0, 0),
                           lowB = addressOf(b.base, b.low, 0, 0),
                           highA = addressOf(a.base, a.high, 0, 0),
                           highB = addressOf(b.base, b.high, 0, 0);
  if (!lowA || !lowB || !highA || !highB || *highA < *lowA || *highB < *lowB ||
      std::max(*highA, *highB) - std::min(*lowA, *lowB) >
          static_cast<uint64_t>(piece))
    return false;
  // The sequence repeats after all blocks, any number of times.
  int64_t row;
  if (__builtin_mul_overflow(piece, blocks, &row))
    return false;
  return a.period % row == 0 && b.period % row == 0;
}

/// Whether a block of one launch may access what another block of the other
/// accesses, so that their order matters.
bool conflict(const HeddleFootprint &a, const HeddleFootprint &b,
              uint64_t blocks) {
  if ((!a.writes && !b.writes) || keepApart(a, b, blocks))
    return false;
  std::optional<Extent> extentA = extentOf(a, blocks),
                        extentB = extentOf(b, blocks);
  return !extentA || !extentB || extentA->meets(*extentB);
}

/// Extends a footprint from one block to this many consecutive blocks. False if
/// it is unknown.
bool widen(HeddleFootprint &print, uint64_t blocks) {
  int64_t more;
  if (blocks == 1 || print.anywhere)
    return true;
  return !__builtin_mul_overflow(print.perBlock, blocks - 1, &more) &&
         !__builtin_add_overflow(print.perBlock, more, &print.perBlock) &&
         !(more < 0 ? __builtin_add_overflow(print.low, more, &print.low)
                    : __builtin_add_overflow(print.high, more, &print.high));
}

/// The number of bytes that one block accesses, if known.
uint64_t bytesOf(const HeddleFootprint &print, uint64_t blocks) {
  if (print.anywhere || print.high <= print.low)
    return 0;
  auto bytes =
      static_cast<uint64_t>(print.high) - static_cast<uint64_t>(print.low);
  if (!print.period)
    return bytes;
  // All iterations over the rest of the allocation.
  std::optional<Allocation> allocation = findAllocation(print.base);
  return std::max(bytes, allocation ? allocation->bytes / blocks : 0);
}

uint64_t bytesOf(const HeddleFootprint *prints, uint64_t count,
                 uint64_t blocks) {
  uint64_t bytes = 0;
  for (uint64_t i = 0; i < count; ++i) {
    const HeddleFootprint &print = prints[i];
    // Data that several launches access counts once.
    bool isNew = std::none_of(prints, prints + i, [&](const auto &other) {
      return print.base == other.base && print.perBlock == other.perBlock &&
             print.low < other.high && other.low < print.high;
    });
    if (isNew && __builtin_add_overflow(bytes, bytesOf(print, blocks), &bytes))
      return UINT64_MAX;
  }
  return bytes;
}

/// Whether the data of a launch stays in a core's cache, so that deferring it
/// gains nothing.
bool isSmall(const HeddleFootprint *prints, uint64_t count, uint64_t blocks) {
  uint64_t bytes;
  return !__builtin_mul_overflow(bytesOf(prints, count, blocks), blocks,
                                 &bytes) &&
         bytes <= cacheBytes().load(std::memory_order_relaxed) / 2;
}

} // namespace

/// Divides a launch of this many rows of blocks into units, or the deferred
/// ones into larger units. False if there is no common number of units.
bool WaitingLaunches::makeUnits(uint64_t rows, uint64_t &perUnit) {
  auto divide = [](uint64_t a, uint64_t b) { return (a + b - 1) / b; };
  if (count == 0 || rows >= units) {
    if (count == 0)
      units = rows;
    perUnit = divide(rows, units);
    return divide(rows, perUnit) == units;
  }
  uint64_t together = divide(units, rows);
  if (divide(units, together) != rows)
    return false;
  for (unsigned i = 0; i < footprintCount; ++i)
    if (!widen(footprints[i], together))
      return false;
  for (unsigned i = 0; i < count; ++i)
    launches[i].perUnit *= together;
  units = rows;
  perUnit = 1;
  return true;
}

bool WaitingLaunches::add(const Launch &launch, uint64_t contextBytes,
                          uint64_t work, const HeddleFootprint *prints,
                          uint64_t printCount, uint64_t perRow) {
  uint64_t perUnit;
  if (contextBytes > mostContextBytes || count == mostLaunches ||
      printCount > mostFootprints - footprintCount ||
      !makeUnits(launch.blocks / perRow, perUnit))
    return false;
  for (uint64_t i = 0; i < printCount; ++i) {
    HeddleFootprint &print = footprints[footprintCount + i];
    print = prints[i];
    if (!widen(print, perUnit) ||
        std::any_of(footprints, footprints + footprintCount,
                    [&](const HeddleFootprint &earlier) {
                      return conflict(earlier, print, units);
                    }))
      return false;
  }
  Kept &kept = launches[count];
  std::memcpy(kept.context, launch.context, contextBytes);
  kept.body = launch.body;
  kept.origin = launch.origin;
  if (launch.origin.config) {
    kept.config = *launch.origin.config;
    kept.origin.config = &kept.config;
  }
  kept.dynamicSharedBytes = launch.dynamicSharedBytes;
  kept.work = work;
  kept.blocks = launch.blocks;
  kept.perUnit = perUnit * perRow;
  footprintCount += static_cast<unsigned>(printCount);
  ++count;
  return true;
}

/// How many units fit in a core's cache while all launches run them; 0 if one
/// is too large.
uint64_t WaitingLaunches::unitsInCache() const {
  uint64_t cache = cacheBytes().load(std::memory_order_relaxed);
  uint64_t bytes = bytesOf(footprints, footprintCount, units);
  if (bytes > cache)
    return 0;
  // Half of it is for private data of blocks, and for data that is loaded while
  // they run.
  return std::max<uint64_t>(1, cache / 2 / std::max<uint64_t>(bytes, 1));
}

void WaitingLaunches::run() {
  unsigned ready = std::exchange(count, 0);
  uint64_t cut = ready > 1 ? unitsInCache() : 0;
  footprintCount = 0;
  if (cut == 0) {
    OriginScope scope(thisThread());
    for (unsigned i = 0; i < ready; ++i) {
      thisThread().origin = launches[i].origin;
      __heddle_launch_blocks(launches[i].body, launches[i].context,
                             launches[i].blocks, launches[i].dynamicSharedBytes,
                             launches[i].work);
    }
    return;
  }
  Launch running[mostLaunches];
  uint64_t work = 0;
  for (unsigned i = 0; i < ready; ++i) {
    running[i].body = launches[i].body;
    running[i].context = launches[i].context;
    running[i].origin = launches[i].origin;
    running[i].dynamicSharedBytes = launches[i].dynamicSharedBytes;
    running[i].blocks = launches[i].blocks;
    running[i].perUnit = launches[i].perUnit;
    work += launches[i].work * launches[i].perUnit;
  }
  fusedLaunches.fetch_add(ready, std::memory_order_relaxed);
  runFused(running, ready, units, work, cut);
}

} // namespace heddle::rt

using namespace heddle::rt;

extern "C" {

void __heddle_launch_may_wait(void) { thisThread().nextMayWait = true; }

void __heddle_launch_settle(void) {
  Thread *thread = currentThread;
  if (!thread || !thread->waiting)
    return;
  // A running kernel never finds deferred launches.
  WaitingLaunches *waiting = std::exchange(thread->waiting, nullptr);
  waiting->run();
}

void __heddle_launch_blocks_lazily(HeddleBlocksFn body, void *context,
                                   uint64_t contextBytes, uint64_t blocks,
                                   uint64_t dynamicSharedBytes,
                                   uint64_t workPerBlock,
                                   const HeddleFootprint *footprints,
                                   int64_t count, uint64_t perRow) {
  Thread &thread = thisThread();
  bool mayWait = std::exchange(thread.mayWait, false);
  thread.isStarting = false;
  uint64_t number = count < 0 ? 0 : static_cast<uint64_t>(count);
  bool isOrdinary =
      count < 0 ||
      (!thread.waiting && (!mayWait || blocks == 0 ||
                           isSmall(footprints, number, blocks / perRow)));
  if (isOrdinary || blocks == 0 || pending() != cudaSuccess) {
    __heddle_launch_blocks(body, context, blocks, dynamicSharedBytes,
                           workPerBlock);
    return;
  }
  if (!thread.waitingPlace)
    thread.waitingPlace = new WaitingLaunches;
  WaitingLaunches &kept = *thread.waitingPlace;
  Launch launch{body, context, dynamicSharedBytes, thread.origin};
  launch.blocks = blocks;
  if (!kept.add(launch, contextBytes, workPerBlock, footprints, number,
                perRow)) {
    __heddle_launch_settle();
    if (!mayWait || !kept.add(launch, contextBytes, workPerBlock, footprints,
                              number, perRow)) {
      __heddle_launch_blocks(body, context, blocks, dynamicSharedBytes,
                             workPerBlock);
      return;
    }
  }
  thread.waiting = &kept;
  if (!mayWait)
    __heddle_launch_settle();
}

uint64_t __heddle_fused_launches(uint64_t bytes) {
  if (bytes)
    cacheBytes().store(bytes, std::memory_order_relaxed);
  return fusedLaunches.load(std::memory_order_relaxed);
}

} // extern "C"
