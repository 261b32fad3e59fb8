//===- Warp.cpp - Warp operations of threads on fibers --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads of a warp that call the same operation with the same mask
// synchronise: the last one computes all results. On a GPU, lanes also continue
// if some of the mask are elsewhere, because the rest of the warp runs in
// lockstep; fibers do not. So when nothing else can run, the lanes that made
// the same call continue without the others.
//
//===----------------------------------------------------------------------===//

#include "Fiber.h"
#include <algorithm>
#include <bit>

namespace heddle::rt {
namespace {

/// Kinds of calls; from `reduce` on they are HeddleWarpReduction.
enum Kind : uint32_t {
  askActive,
  onlySync,
  ballot,
  shuffle,
  match32,
  match64,
  reduce
};

template <class Body> void forEach(uint32_t lanes, Body body) {
  for (; lanes; lanes &= lanes - 1)
    body(std::countr_zero(lanes));
}

uint32_t combine(uint32_t kind, uint32_t a, uint32_t b) {
  switch (kind) {
  case HeddleReduceAdd:
    return a + b;
  case HeddleReduceMinUnsigned:
    return std::min(a, b);
  case HeddleReduceMaxUnsigned:
    return std::max(a, b);
  case HeddleReduceMinSigned:
    return std::min<int32_t>(a, b);
  case HeddleReduceMaxSigned:
    return std::max<int32_t>(a, b);
  case HeddleReduceAnd:
    return a & b;
  case HeddleReduceOr:
    return a | b;
  default:
    return a ^ b;
  }
}

/// The result of a lane, given `with`, the lanes that synchronise, including
/// itself.
uint64_t resultOf(const WarpCall &call, uint32_t with, const uint64_t *values) {
  uint64_t result = 0;
  switch (call.kind) {
  case askActive:
    return with;
  case onlySync:
    return 0;
  case ballot:
    forEach(with, [&](int i) { result |= uint64_t(values[i] != 0) << i; });
    return result;
  case match32:
  case match64:
    forEach(with, [&](int i) {
      result |= uint64_t(values[i] == call.own.value) << i;
    });
    return result;
  default: {
    int first = std::countr_zero(with);
    uint32_t all = values[first];
    forEach(with & (with - 1),
            [&](int i) { all = combine(call.kind - reduce, all, values[i]); });
    return all;
  }
  }
}

/// All of `group` have arrived: computes as many shuffles as each of them asks
/// for, and resumes those that have no more.
void releaseShuffles(Scheduler &scheduler, Warp &warp, uint32_t group) {
  uint32_t steps = ~0u;
  forEach(group,
          [&](int i) { steps = std::min(steps, warp.lanes[i].call.count); });
  for (uint32_t step = 0; step < steps; ++step) {
    uint64_t values[32];
    forEach(group, [&](int i) {
      values[i] = warp.lanes[i].call.shuffles[step].value;
    });
    forEach(group, [&](int i) {
      const WarpCall &call = warp.lanes[i].call;
      HeddleShuffle &own = call.shuffles[step];
      if ((group & call.mask) >> (own.lane & 31) & 1)
        own.value = values[own.lane & 31];
    });
  }
  forEach(group, [&](int i) {
    Fiber &fiber = warp.lanes[i];
    fiber.call.shuffles += steps;
    fiber.call.count -= steps;
    if (fiber.call.count)
      return;
    warp.waiting &= ~(1u << i);
    scheduler.ready.push(&fiber);
  });
  ++scheduler.events;
}

/// All of `group` have arrived: computes the results and resumes them.
void release(Scheduler &scheduler, Warp &warp, uint32_t group) {
  if (warp.lanes[std::countr_zero(group)].call.kind == shuffle) {
    releaseShuffles(scheduler, warp, group);
    return;
  }
  uint64_t values[32];
  forEach(group, [&](int i) { values[i] = warp.lanes[i].call.own.value; });
  forEach(group, [&](int i) {
    Fiber &fiber = warp.lanes[i];
    fiber.call.own.value =
        resultOf(fiber.call, group & fiber.call.mask, values);
    scheduler.ready.push(&fiber);
  });
  warp.waiting &= ~group;
  ++scheduler.events;
}

/// The waiting lanes in its mask that made the same call as `lane`; for queries
/// of the active lanes, those at the same call site.
uint32_t companions(const Warp &warp, int lane) {
  const WarpCall &call = warp.lanes[lane].call;
  uint32_t group = 0;
  forEach(warp.waiting & call.mask, [&](int i) {
    const WarpCall &other = warp.lanes[i].call;
    bool same = other.kind == call.kind &&
                (call.kind == askActive ? other.site == call.site
                                        : other.mask == call.mask);
    group |= uint32_t(same) << i;
  });
  return group;
}

/// Resumes the group of `lane` if it is complete.
void releaseIfComplete(Scheduler &scheduler, Warp &warp, int lane) {
  uint32_t wanted = warp.lanes[lane].call.mask & warp.live;
  if ((wanted & ~warp.waiting) == 0 && companions(warp, lane) == wanted)
    release(scheduler, warp, wanted);
}

__attribute__((always_inline)) inline uint64_t wait(Thread &worker,
                                                    Fiber *self) {
  Warp &warp = *self->warp;
  warp.waiting |= 1u << self->lane;
  releaseIfComplete(*worker.scheduler, warp, self->lane);
  waitFor(worker, self, Wait::warp);
  return self->call.own.value;
}

/// One operation. Its callers return its result, so that the fiber is resumed
/// directly where the kernel goes on.
uint64_t meet(uint32_t kind, uint32_t mask, HeddleShuffle own,
              const void *site) {
  Thread &worker = *currentThread;
  Fiber *self = worker.fiber;
  self->call = {kind, mask | 1u << self->lane, site, own, &self->call.own, 1};
  return wait(worker, self);
}

/// Several shuffles.
void meetForShuffles(uint32_t mask, HeddleShuffle *shuffles, uint32_t count,
                     const void *site) {
  Thread &worker = *currentThread;
  Fiber *self = worker.fiber;
  self->call = {shuffle, mask | 1u << self->lane, site, {}, shuffles, count};
  wait(worker, self);
}

/// The largest set of lanes that wait at the same call site, either those that
/// query the active lanes or the others.
uint32_t largestGroup(const Warp &warp, bool asking) {
  uint32_t best = 0, left = 0;
  forEach(warp.waiting, [&](int i) {
    left |= uint32_t((warp.lanes[i].call.kind == askActive) == asking) << i;
  });
  while (left) {
    const WarpCall &call = warp.lanes[std::countr_zero(left)].call;
    uint32_t group = 0;
    forEach(left, [&](int i) {
      const WarpCall &other = warp.lanes[i].call;
      group |= uint32_t(other.kind == call.kind && other.site == call.site)
               << i;
    });
    if (std::popcount(group) > std::popcount(best))
      best = group;
    left &= ~group;
  }
  return best;
}

bool allWait(const Warp &warp) {
  bool all = true;
  forEach(warp.live, [&](int i) { all &= warp.lanes[i].wait != Wait::none; });
  return all;
}

uint32_t warpsOf(const Block &block) { return (block.threads + 31) / 32; }

} // namespace

void leaveWarp(Scheduler &scheduler, Fiber *self) {
  Warp &warp = *self->warp;
  warp.live &= ~(1u << self->lane);
  // The lanes that wait now may have waited for this one.
  forEach(warp.waiting, [&](int i) {
    if (warp.waiting >> i & 1)
      releaseIfComplete(scheduler, warp, i);
  });
}

bool releaseActive(Scheduler &scheduler, Block &block) {
  bool found = false;
  for (uint32_t i = 0; i < warpsOf(block); ++i) {
    Warp &warp = block.warps[i];
    if (uint32_t group = largestGroup(warp, true)) {
      release(scheduler, warp, group);
      found = true;
    }
  }
  return found;
}

bool releaseStuck(Scheduler &scheduler, Block &block) {
  bool found = false;
  for (uint32_t i = 0; i < warpsOf(block); ++i) {
    Warp &warp = block.warps[i];
    // A spinning lane may still arrive.
    if (!warp.waiting || !allWait(warp))
      continue;
    release(scheduler, warp, largestGroup(warp, false));
    found = true;
  }
  return found;
}

} // namespace heddle::rt

using namespace heddle::rt;

#define HEDDLE_SITE __builtin_return_address(0)

extern "C" {

uint32_t __heddle_lane_id(void) { return currentThread->fiber->lane; }

uint32_t __heddle_warp_active(void) {
  return meet(askActive, ~0u, {}, HEDDLE_SITE);
}

void __heddle_warp_sync(uint32_t mask) {
  meet(onlySync, mask, {}, HEDDLE_SITE);
}

uint32_t __heddle_warp_ballot(uint32_t mask, uint32_t predicate) {
  return meet(ballot, mask, {predicate, 0}, HEDDLE_SITE);
}

uint32_t __heddle_warp_shuffle32(uint32_t mask, uint32_t value, uint32_t lane) {
  return meet(shuffle, mask, {value, lane}, HEDDLE_SITE);
}

uint64_t __heddle_warp_shuffle64(uint32_t mask, uint64_t value, uint32_t lane) {
  return meet(shuffle, mask, {value, lane}, HEDDLE_SITE);
}

void __heddle_warp_shuffles(uint32_t mask, HeddleShuffle *shuffles,
                            uint32_t count) {
  meetForShuffles(mask, shuffles, count, HEDDLE_SITE);
}

uint32_t __heddle_warp_match32(uint32_t mask, uint32_t value) {
  return meet(match32, mask, {value, 0}, HEDDLE_SITE);
}

uint32_t __heddle_warp_match64(uint32_t mask, uint64_t value) {
  return meet(match64, mask, {value, 0}, HEDDLE_SITE);
}

uint32_t __heddle_warp_reduce(uint32_t mask, uint32_t value, uint32_t kind) {
  return meet(reduce + kind, mask, {value, 0}, HEDDLE_SITE);
}

} // extern "C"
