//===- LaunchCost.cpp - The number of threads for a launch ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchCost.h"
#include "Thread.h"
#include <algorithm>
#include <bit>

namespace heddle::rt {
namespace {

constexpr size_t entryCount = 256;

/// The assumption for a kernel that has not run yet: less than 10,000 units of
/// work are not worth a second thread.
constexpr float unknownTicks = 0.2f;

/// If the cost is uncertain, one thread starts with this fraction of the
/// blocks.
constexpr uint64_t trialParts = 64;

/// A second thread takes about half a microsecond to start and to join, each
/// further one much less.
constexpr float leastTicks = 3000, ticksPerThread = 250;

/// Programs launch again and again over the same memory. If all launches are
/// split into the same parts, a thread finds what it wrote in the previous
/// launch in its cache; fetching a line from another core's cache costs about
/// 40 ns. So a short launch that follows one that took at least this many times
/// as long is distributed like that one, even if it alone would not be worth
/// it.
constexpr float timesAsLong = 2, leastAfterLong = 600;

/// The minimum chunk that is taken from a share. It is not small, because a
/// chunk that is stolen is in the other core's cache.
constexpr float leastPieceTicks = 25000;

constexpr float ticksPerNanosecond = 2.5f;

} // namespace

LaunchCost::Entry LaunchCost::entries[entryCount];

LaunchCost::LaunchCost(HeddleBlocksFn body, uint64_t blocks,
                       uint64_t workPerBlock)
    : entry(entries[(reinterpret_cast<uintptr_t>(body) >> 4) % entryCount]),
      blocks(blocks),
      work(static_cast<float>(std::max<uint64_t>(workPerBlock, 1))) {
  bool known = entry.body.load(std::memory_order_relaxed) == body;
  if (!known) {
    entry.ticksPerWork.store(unknownTicks, std::memory_order_relaxed);
    entry.body.store(body, std::memory_order_relaxed);
  }
  ticksPerBlock = work * entry.ticksPerWork.load(std::memory_order_relaxed);
  bool afterLong = thisThread().ticksBefore >= timesAsLong * ticks();
  least = afterLong ? leastAfterLong : leastTicks;
  // Blocks may do nothing in one launch and much in the next.
  sure = known && work * static_cast<float>(blocks) * unknownTicks < least;
}

uint64_t LaunchCost::firstBlocks() const {
  return sure ? blocks : std::max<uint64_t>(1, blocks / trialParts);
}

bool LaunchCost::isLong(uint64_t ticks, uint64_t done) const {
  return static_cast<float>(ticks) / static_cast<float>(done) *
             static_cast<float>(blocks - done) >=
         least;
}

float LaunchCost::ticks() const {
  return ticksPerBlock * static_cast<float>(blocks);
}

unsigned LaunchCost::worthThreads(unsigned most) const {
  float ticks = this->ticks();
  if (ticks < least)
    return 1;
  most = static_cast<unsigned>(std::min<uint64_t>(most, blocks));
  float wanted = ticks / ticksPerThread;
  if (wanted >= static_cast<float>(most))
    return most;
  // In steps, so that a launch that takes slightly longer than the last one has
  // the same shares.
  return std::min(most, std::bit_ceil(static_cast<unsigned>(wanted)));
}

bool LaunchCost::isShort() const { return ticks() < 4 * leastTicks; }

uint64_t LaunchCost::leastBlocks() const {
  float blocks = leastPieceTicks / std::max(ticksPerBlock, 0.01f);
  return blocks < 1 ? 1 : static_cast<uint64_t>(blocks);
}

uint64_t LaunchCost::nanoseconds() const {
  return static_cast<uint64_t>(ticks() / ticksPerNanosecond);
}

void LaunchCost::learn(uint64_t ticks, uint64_t blocks) {
  if (blocks == 0)
    return;
  float now = static_cast<float>(ticks) / (static_cast<float>(blocks) * work);
  float before = entry.ticksPerWork.load(std::memory_order_relaxed);
  // A slow launch was more often disturbed than longer.
  if (now > before)
    now = before + (now - before) / 4;
  entry.ticksPerWork.store(now, std::memory_order_relaxed);
}

} // namespace heddle::rt
