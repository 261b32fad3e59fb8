//===- Fiber.cpp - Runs the threads of a block on fibers ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fiber.h"
#include "Error.h"
#include "Grid.h"
#include "Launch.h"
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sched.h>
#include <sys/mman.h>
#include <utility>

namespace heddle::rt {

using boost::context::detail::fcontext_t;
using boost::context::detail::jump_fcontext;
using boost::context::detail::make_fcontext;
using boost::context::detail::transfer_t;

namespace {

constexpr size_t pageBytes = 4096;

/// Enough for a printf of doubles in addition to a typical kernel. This is
/// address space: untouched pages cost nothing.
size_t defaultStackBytes() {
  static const size_t bytes = []() -> size_t {
    const char *text = std::getenv("HEDDLE_STACK_KB");
    long kilobytes = text ? std::atol(text) : 0;
    if (kilobytes > 0)
      return std::max<size_t>(kilobytes, 16) * 1024;
    // Instrumented frames are larger, and so are the sanitizers' functions.
    return size_t(sanitized ? 512 : 128) * 1024;
  }();
  return bytes;
}

std::atomic<size_t> stacksInUse{0};

char *mapStack(size_t bytes) {
  if (hasThreadSanitizer)
    return static_cast<char *>(allocateFresh(bytes + pageBytes, pageBytes));
  void *memory =
      mmap(nullptr, bytes + pageBytes, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) {
    std::fprintf(stderr,
                 "heddle: no memory for the stacks of a block's threads; "
                 "HEDDLE_STACK_KB (now %zu) makes them smaller\n",
                 bytes / 1024);
    std::abort();
  }
  // The guard page turns an overflow into a fault. It also splits a mapping in
  // two, and a process may have about 65000. Beyond a good part of that limit,
  // stacks have no guard page. They still work.
  if (stacksInUse.fetch_add(1, std::memory_order_relaxed) < 16384)
    (void)mprotect(memory, pageBytes, PROT_NONE);
  return static_cast<char *>(memory);
}

/// Runs `fiber` next. Returns when this fiber is resumed.
void switchTo(Thread &worker, Fiber *from, Fiber *to) {
  worker.fiber = to;
  if (sanitized)
    leaveStack(from->stack, to->stack);
  transfer_t arrived = jump_fcontext(to->context, from);
  // The fiber that switched to this one has stopped there.
  auto *previous = static_cast<Fiber *>(arrived.data);
  previous->context = arrived.fctx;
  if (sanitized)
    arriveOnStack(from->stack, previous->stack);
}

void fiberMain(transfer_t arrived) {
  auto *previous = static_cast<Fiber *>(arrived.data);
  previous->context = arrived.fctx;
  Thread &worker = thisThread();
  if (sanitized)
    arriveOnStack(worker.fiber->stack, previous->stack);
  Scheduler &scheduler = *worker.scheduler;
  const FiberLaunch &launch = *scheduler.launch;
  ++scheduler.events;
  launch.thread(launch.context);

  Fiber *self = worker.fiber;
  ++scheduler.events;
  ++scheduler.ended;
  --scheduler.live;
  leaveBarriers(scheduler, self);
  leaveWarp(scheduler, self);
  if (sanitized) {
    publish(&launch);
    self->stack.ended = true;
  }
  handOver(worker, self);
  __builtin_unreachable();
}

uint64_t threadsOf(const HeddleLaunchConfig &config) {
  return uint64_t(config.block[0]) * config.block[1] * config.block[2];
}

uint64_t blocksOf(const HeddleLaunchConfig &config) {
  return uint64_t(config.grid[0]) * config.grid[1] * config.grid[2];
}

/// Adds the threads of a block to the queue.
void start(Scheduler &scheduler, Block &slot, uint64_t block) {
  const HeddleLaunchConfig &config = *scheduler.launch->config;
  const ReferenceOrder *order = scheduler.launch->order;
  uint64_t count = threadsOf(config);
  const uint32_t *grid = config.grid;
  uint32_t blockIdx[3] = {uint32_t(block % grid[0]),
                          uint32_t(block / grid[0] % grid[1]),
                          uint32_t(block / grid[0] / grid[1])};

  uint32_t threadIdx[3] = {0, 0, 0};
  for (uint64_t i = 0; i < count; ++i) {
    Fiber &fiber = slot.fibers[i];
    fiber.context = make_fcontext(slot.stackTop(i), slot.stackSize, fiberMain);
    fiber.block = &slot;
    fiber.warp = &slot.warps[i / 32];
    fiber.lane = i % 32;
    fiber.wait = Wait::none;
    if (sanitized)
      beginStack(fiber.stack, slot.stacks[i] + pageBytes, slot.stackSize);
    fiber.phase = 0;
    for (int d = 0; d < 3; ++d) {
      fiber.thread.threadIdx[d] = threadIdx[d];
      fiber.thread.blockIdx[d] = blockIdx[d];
      fiber.thread.blockDim[d] = config.block[d];
      fiber.thread.gridDim[d] = config.grid[d];
    }
    if (sanitized)
      nameStack(fiber.stack, fiber.thread);
    fiber.thread.staticShared = slot.staticShared;
    fiber.thread.dynamicShared = slot.dynamicShared;
    if (!order)
      scheduler.ready.push(&fiber);
    if (++threadIdx[0] == config.block[0]) {
      threadIdx[0] = 0;
      if (++threadIdx[1] == config.block[1]) {
        threadIdx[1] = 0;
        ++threadIdx[2];
      }
    }
  }
  for (uint64_t i = 0; order && i < count; ++i)
    scheduler.ready.push(&slot.fibers[order->at(i, count)]);
  slot.begin(count);
  scheduler.live += count;
}

/// Prevents a sanitizer from attributing state of the previous block to this
/// one.
void renew(Block &slot, const FiberLaunch &launch) {
  if (hasThreadSanitizer) {
    slot.releaseStacks();
    slot.reserve(threadsOf(*launch.config), slot.stackSize);
  }
  slot.shared.clear();
  slot.memory.release();
  slot.barrierNames = static_cast<char *>(slot.memory.allocate(1024, 64));
  slot.staticShared = slot.memory.allocate(launch.info->staticSharedBytes, 128);
  slot.dynamicShared =
      slot.memory.allocate(launch.config->dynamicSharedBytes, 128);
}

/// After how many rounds of fibers that yield and synchronise another block
/// starts, for each block that runs.
constexpr uint64_t roundsBeforeNextBlock = 64;

/// Starts another block, if there is one.
bool startNext(Thread &worker, Scheduler &scheduler) {
  const FiberLaunch &launch = *scheduler.launch;
  uint64_t block;
  if (launch.grid && !launch.cooperative) {
    // In order over all workers: blocks may wait for earlier ones.
    if (!launch.grid->takeBlock(block))
      return false;
  } else if (scheduler.next < scheduler.end) {
    block = scheduler.next++;
  } else {
    return false;
  }
  if (launch.order && (launch.order->ofBlocks || launch.cooperative))
    block = launch.order->at(block, blocksOf(*launch.config));

  FiberPool &pool = *worker.fibers;
  size_t free = 0;
  while (free < scheduler.blocks && pool[free].live)
    ++free;
  Block &slot = pool[free];
  if (free == scheduler.blocks) {
    ++scheduler.blocks;
    const HeddleKernelInfo &info = *launch.info;
    slot.reserve(
        threadsOf(*launch.config),
        std::max<size_t>(defaultStackBytes(), info.localBytes + 65536));
    slot.shared.clear();
    // No result may depend on where shared memory is.
    if (launch.order)
      worker.arena.allocate(128 * (1 + launch.order->number), 128);
    slot.staticShared = worker.arena.allocate(info.staticSharedBytes, 128);
    slot.dynamicShared =
        free == 0 && !launch.order
            ? scheduler.dynamicShared
            : worker.arena.allocate(launch.config->dynamicSharedBytes, 128);
  }
  if (sanitized)
    renew(slot, launch);
  if (launch.order) {
    int fill = launch.order->sharedFill;
    std::memset(slot.staticShared, fill, launch.info->staticSharedBytes);
    std::memset(slot.dynamicShared, fill, launch.config->dynamicSharedBytes);
  }
  start(scheduler, slot, block);
  return true;
}

/// Resumes threads that wait for lanes of their warp that will not arrive.
bool unstick(Thread &worker, Scheduler &scheduler) {
  FiberPool &pool = *worker.fibers;
  bool found = false;
  for (size_t i = 0; i < scheduler.blocks; ++i)
    found |= pool[i].live && releaseActive(scheduler, pool[i]);
  if (found)
    return true;
  for (size_t i = 0; i < scheduler.blocks; ++i)
    found |= pool[i].live && releaseStuck(scheduler, pool[i]);
  return found;
}

/// Runs this worker's blocks to their end. False if the launch is abandoned.
bool runToEnd(Thread &worker, Scheduler &scheduler) {
  Grid *grid = scheduler.launch->grid;
  uint64_t idleRounds = 0;
  while (scheduler.live || startNext(worker, scheduler)) {
    if (Fiber *next = scheduler.ready.pop())
      switchTo(worker, &scheduler.own, next);
    worker.fiber = nullptr;
    if (worker.fiberAbandoned)
      return false;
    if (grid && grid->isAbandoned())
      return true;
    if (std::exchange(scheduler.waitsLong, false)) {
      if (!startNext(worker, scheduler))
        sched_yield();
      continue;
    }
    if (!scheduler.live || unstick(worker, scheduler))
      continue;

    if (!scheduler.ready.empty()) {
      // All fibers spin. They may wait for a block that has not started. But if
      // they wait for a block of another worker, more blocks only add work.
      uint64_t patience =
          grid && !scheduler.launch->cooperative ? 4 * scheduler.blocks : 0;
      if (++idleRounds > patience && startNext(worker, scheduler))
        idleRounds = 0;
      else
        sched_yield();
      continue;
    }
    if (scheduler.gridCount == scheduler.live) {
      if (startNext(worker, scheduler))
        continue;
      if (!grid->wait(scheduler.gridCount, scheduler.ended))
        return true;
      scheduler.gridCount = scheduler.ended = 0;
      scheduler.ready.append(scheduler.atGrid);
      continue;
    }
    std::fprintf(stderr,
                 "heddle: %s: the threads of a block wait for each "
                 "other at different barriers\n",
                 scheduler.launch->info->name);
    cudaError_t none = cudaSuccess;
    stickyError.compare_exchange_strong(none, cudaErrorLaunchFailure);
    return false;
  }
  if (grid)
    grid->leave(scheduler.ended);
  return true;
}

bool runRange(Thread &worker, const FiberLaunch &launch, uint64_t begin,
              uint64_t end, void *dynamicShared) {
  // The pool's fibers are in use if this launch comes from one of them.
  Scheduler *outer = worker.scheduler;
  FiberPool *outerPool = outer ? worker.fibers : nullptr;
  if (outerPool || !worker.fibers)
    worker.fibers = new FiberPool;

  Scheduler scheduler;
  scheduler.launch = &launch;
  scheduler.dynamicShared = dynamicShared;
  scheduler.next = begin;
  scheduler.end = end;
  worker.scheduler = &scheduler;
  bool completed = runToEnd(worker, scheduler);

  // Blocks that were abandoned must not be treated as live.
  if (!completed || (launch.grid && launch.grid->isAbandoned()))
    for (size_t i = 0; i < scheduler.blocks; ++i)
      (*worker.fibers)[i].live = 0;
  worker.scheduler = outer;
  if (outerPool) {
    delete worker.fibers;
    worker.fibers = outerPool;
  }
  return completed;
}

void runBlocks(void *context, uint64_t begin, uint64_t end,
               void *dynamicShared) {
  const FiberLaunch &launch = *static_cast<const FiberLaunch *>(context);
  Thread &worker = thisThread();
  if (runRange(worker, launch, begin, end, dynamicShared))
    return;
  worker.fiberAbandoned = false;
  if (launch.grid)
    launch.grid->abandon();
  abandonLaunch(pending());
}

} // namespace

Block::~Block() { releaseStacks(); }

void Block::releaseStacks() {
  for (char *stack : stacks)
    if (hasThreadSanitizer)
      releaseFresh(stack);
    else
      munmap(stack, stackSize + pageBytes);
  stacksInUse.fetch_sub(stacks.size(), std::memory_order_relaxed);
  stacks.clear();
}

void Block::reserve(size_t count, size_t stackBytes) {
  stackBytes = (stackBytes + pageBytes - 1) / pageBytes * pageBytes;
  if (stackBytes > stackSize) {
    releaseStacks();
    stackSize = stackBytes;
  }
  while (stacks.size() < count)
    stacks.push_back(mapStack(stackSize));
  if (fibers.size() < count)
    fibers.resize(count);
}

char *Block::stackTop(size_t index) const {
  // If all stack tops were equal modulo a page, the active parts of all stacks
  // would compete for the same few sets of the first-level cache.
  size_t stagger = index % 32 * 128;
  return stacks[index] + pageBytes + stackSize - stagger;
}

MemoryRange Block::stackOf(size_t index) const {
  return {stacks[index] + pageBytes, stackSize};
}

void Block::begin(uint32_t count) {
  threads = live = count;
  for (uint32_t i = 0; i * 32 < count; ++i) {
    uint32_t lanes = std::min(count - i * 32, 32u);
    warps[i] = {&fibers[i * 32], ~0u >> (32 - lanes), 0};
  }
  atBarrier.clear();
  arrived = votes = 0;
  if (usesNamed)
    for (NamedBarrier &barrier : named)
      barrier = {};
  usesNamed = false;
}

void handOver(Thread &worker, Fiber *self) {
  Scheduler &scheduler = *worker.scheduler;
  Fiber *next = scheduler.ready.pop();
  if (next == self)
    return;
  switchTo(worker, self, next ? next : &scheduler.own);
}

void waitUnderSanitizer(Thread &worker, Fiber *self) {
  // Each barrier of the block has its own identity, different from the next
  // one: otherwise threads at the next barrier would count as having arrived at
  // this one. Other kinds of barriers are distinguished less precisely, so a
  // race may be missed.
  char *names = self->block->barrierNames;
  const void *name = names;
  switch (self->wait) {
  case Wait::block:
    name = names + self->phase++ % 2 * 8;
    break;
  case Wait::warp:
    name = names + 64 + (self->warp - self->block->warps) * 8;
    break;
  case Wait::grid:
    name = self->block->barrierNames + 32;
    publish(worker.scheduler->launch->grid);
    break;
  default:
    name = names + 48;
    break;
  }
  bool grid = self->wait == Wait::grid;
  publish(name);
  handOver(worker, self);
  observe(name);
  if (grid)
    observe(worker.scheduler->launch->grid);
}

void abandonBlock(Thread &thread) {
  thread.fiberAbandoned = true;
  switchTo(thread, thread.fiber, &thread.scheduler->own);
  __builtin_unreachable();
}

} // namespace heddle::rt

using namespace heddle::rt;

extern "C" {

void __heddle_launch_fibers(HeddleThreadFn thread, void *context,
                            const HeddleKernelInfo *info,
                            const HeddleLaunchConfig *config) {
  bool cooperative = thisThread().cooperative;
  thisThread().cooperative = false;
  FiberLaunch launch{thread,
                     context,
                     info,
                     config,
                     cooperative,
                     nullptr,
                     thisThread().referenceOrder};
  uint64_t blocks = blocksOf(*config);
  if (cooperative || (info->flags & HeddleKernelWaitsForBlocks)) {
    Grid grid(blocks, blocks * threadsOf(*config));
    launch.grid = &grid;
    launchTogether(runBlocks, &launch, blocks, config->dynamicSharedBytes);
    observe(&launch);
    return;
  }
  // Starting a fiber takes a few hundred instructions.
  uint64_t workPerBlock = 500 * threadsOf(*config);
  __heddle_launch_blocks(runBlocks, &launch, blocks, config->dynamicSharedBytes,
                         workPerBlock);
  observe(&launch);
}

const HeddleThread *__heddle_this_thread(void) {
  return &currentThread->fiber->thread;
}

void *__heddle_fiber_shared(const void *variable, uint64_t bytes,
                            uint64_t alignment) {
  Block &block = *currentThread->fiber->block;
  for (const SharedVariable &known : block.shared)
    if (known.handle == variable)
      return known.memory.begin;
  void *place = sanitized ? block.memory.allocate(bytes, alignment)
                          : currentThread->arena.allocate(bytes, alignment);
  block.shared.push_back({variable, {place, bytes}});
  return place;
}

void __heddle_yield(void) {
  Thread *worker = currentThread;
  if (!worker || !worker->fiber) {
    sched_yield();
    return;
  }
  Fiber *self = worker->fiber;
  Scheduler &scheduler = *worker->scheduler;
  scheduler.ready.push(self);
  if (scheduler.events != scheduler.roundEvents) {
    scheduler.roundEvents = scheduler.events;
    scheduler.roundStart = self;
    if (++scheduler.rounds > roundsBeforeNextBlock * scheduler.blocks) {
      scheduler.rounds = 0;
      scheduler.waitsLong = true;
      switchTo(*worker, self, &scheduler.own);
      return;
    }
  } else if (scheduler.roundStart == self) {
    switchTo(*worker, self, &scheduler.own);
    return;
  }
  handOver(*worker, self);
}

} // extern "C"
