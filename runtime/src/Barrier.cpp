//===- Barrier.cpp - Barriers of threads on fibers ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fiber.h"
#include "Launch.h"
#include <bit>
#include <cstdio>

namespace heddle::rt {
namespace {

void openIfComplete(Scheduler &scheduler, Block &block) {
  if (block.arrived != block.live || !block.arrived)
    return;
  block.counted = block.votes;
  block.arrived = block.votes = 0;
  scheduler.ready.append(block.atBarrier);
}

/// A count of all the block's threads means those that have not exited.
bool isComplete(const Block &block, const NamedBarrier &barrier,
                uint32_t threads) {
  if (threads >= block.threads)
    return std::popcount(barrier.warps) && barrier.arrived >= block.live;
  return barrier.arrived >= threads;
}

void open(Scheduler &scheduler, NamedBarrier &barrier) {
  scheduler.ready.append(barrier.waiting);
  barrier.arrived = barrier.warps = 0;
}

/// Counts `self`. True if this opens the barrier.
bool arrive(Fiber *self, NamedBarrier &barrier, uint32_t threads) {
  Block &block = *self->block;
  block.usesNamed = true;
  ++barrier.arrived;
  // Barriers count whole warps: the first lane also counts for lanes that have
  // exited or do not exist.
  uint32_t warp = 1u << (self->warp - block.warps);
  if (!(barrier.warps & warp) && threads < block.threads)
    barrier.arrived += 32 - std::popcount(self->warp->live);
  barrier.warps |= warp;
  barrier.threads = threads;
  return isComplete(block, barrier, threads);
}

NamedBarrier &namedBarrier(Fiber *self, uint32_t name) {
  if (name >= namedBarriers) {
    std::fprintf(stderr, "heddle: there is no barrier %u: a block has %u\n",
                 name, namedBarriers);
    abandonLaunch(cudaErrorLaunchFailure);
  }
  return self->block->named[name];
}

} // namespace

void leaveBarriers(Scheduler &scheduler, Fiber *self) {
  Block &block = *self->block;
  --block.live;
  openIfComplete(scheduler, block);
  if (!block.usesNamed)
    return;
  for (NamedBarrier &barrier : block.named)
    if (!barrier.waiting.empty() && isComplete(block, barrier, barrier.threads))
      open(scheduler, barrier);
}

} // namespace heddle::rt

using namespace heddle::rt;

extern "C" {

void __heddle_fiber_barrier(void) { __heddle_block_count(0); }

uint32_t __heddle_block_count(uint32_t predicate) {
  Thread &worker = *currentThread;
  Fiber *self = worker.fiber;
  Block &block = *self->block;
  block.atBarrier.push(self);
  ++block.arrived;
  block.votes += predicate != 0;
  openIfComplete(*worker.scheduler, block);
  waitFor(worker, self, Wait::block);
  // The next barrier cannot open before this thread has reached it.
  return block.counted;
}

void __heddle_named_barrier(uint32_t name, uint32_t threads) {
  Thread &worker = *currentThread;
  Fiber *self = worker.fiber;
  // That is the barrier of __syncthreads.
  if (name == 0 && threads >= self->block->threads) {
    __heddle_fiber_barrier();
    return;
  }
  NamedBarrier &barrier = namedBarrier(self, name);
  barrier.waiting.push(self);
  if (arrive(self, barrier, threads))
    open(*worker.scheduler, barrier);
  waitFor(worker, self, Wait::named);
}

void __heddle_named_arrive(uint32_t name, uint32_t threads) {
  Thread &worker = *currentThread;
  NamedBarrier &barrier = namedBarrier(worker.fiber, name);
  if (arrive(worker.fiber, barrier, threads))
    open(*worker.scheduler, barrier);
  ++worker.scheduler->events;
}

void __heddle_grid_sync(void) {
  Thread &worker = *currentThread;
  Scheduler &scheduler = *worker.scheduler;
  if (!scheduler.launch->grid) {
    std::fprintf(stderr,
                 "heddle: %s waits for the whole grid, and was not launched by "
                 "cudaLaunchCooperativeKernel\n",
                 scheduler.launch->info->name);
    abandonLaunch(cudaErrorLaunchFailure);
  }
  ++scheduler.gridCount;
  scheduler.atGrid.push(worker.fiber);
  waitFor(worker, worker.fiber, Wait::grid);
}

uint32_t __heddle_grid_valid(void) {
  return currentThread->scheduler->launch->cooperative;
}

} // extern "C"
