//===- Fiber.cpp - Threads of a block on stacks of their own --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fiber.h"
#include "Error.h"
#include "Launch.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <sys/mman.h>
#include <utility>
#include <vector>

namespace heddle::rt {

using boost::context::detail::fcontext_t;
using boost::context::detail::jump_fcontext;
using boost::context::detail::make_fcontext;
using boost::context::detail::transfer_t;

namespace {

constexpr size_t pageBytes = 4096;

/// Enough for a printf of doubles on top of what a usual kernel needs. It is
/// address space: pages that are never touched cost nothing.
size_t defaultStackBytes() {
  static const size_t bytes = [] {
    const char *text = std::getenv("HEDDLE_STACK_KB");
    long kilobytes = text ? std::atol(text) : 0;
    return kilobytes > 0 ? std::max<size_t>(kilobytes, 16) * 1024 : 128 * 1024;
  }();
  return bytes;
}

char *mapStack(size_t bytes) {
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
  // The guard turns an overflow into a fault. Where the system allows no more
  // mappings, stacks do without: they still work.
  (void)mprotect(memory, pageBytes, PROT_NONE);
  return static_cast<char *>(memory);
}

/// Runs `fiber` next. Comes back when it is this fiber's turn again.
void switchTo(Thread &worker, Fiber *from, Fiber *to) {
  worker.fiber = to;
  transfer_t arrived = jump_fcontext(to->context, from);
  // Whoever handed over to us has stopped there.
  static_cast<Fiber *>(arrived.data)->context = arrived.fctx;
}

/// What all fibers of a launch run.
struct Kernel {
  HeddleThreadFn thread;
  void *context;
  const HeddleKernelInfo *info;
  const HeddleLaunchConfig *config;
};

/// Where a worker's present blocks have the variables of
/// __heddle_fiber_shared: few, so a list will do.
using SharedPlaces = std::vector<std::pair<const void *, void *>>;
thread_local SharedPlaces *sharedPlaces
    __attribute__((tls_model("initial-exec"))) = nullptr;

thread_local const Kernel *runningKernel
    __attribute__((tls_model("initial-exec"))) = nullptr;

void fiberMain(transfer_t arrived) {
  static_cast<Fiber *>(arrived.data)->context = arrived.fctx;
  const Kernel &kernel = *runningKernel;
  kernel.thread(kernel.context);

  Thread &worker = thisThread();
  Fiber *self = worker.fiber;
  Fiber *next = self->next;
  if (next == self) {
    next = worker.scheduler;
  } else {
    self->previous->next = next;
    next->previous = self->previous;
  }
  switchTo(worker, self, next);
  __builtin_unreachable();
}

uint64_t threadsOf(const HeddleLaunchConfig &config) {
  return uint64_t(config.block[0]) * config.block[1] * config.block[2];
}

void runBlock(Thread &worker, const Kernel &kernel, uint64_t block,
              void *staticShared, void *dynamicShared) {
  FiberPool &pool = *worker.fibers;
  const HeddleLaunchConfig &config = *kernel.config;
  uint64_t count = threadsOf(config);
  const uint32_t *grid = config.grid;
  uint32_t blockIdx[3] = {uint32_t(block % grid[0]),
                          uint32_t(block / grid[0] % grid[1]),
                          uint32_t(block / grid[0] / grid[1])};

  uint32_t threadIdx[3] = {0, 0, 0};
  for (uint64_t i = 0; i < count; ++i) {
    Fiber &fiber = pool[i];
    fiber.context =
        make_fcontext(pool.stackTop(i), pool.stackSize(), fiberMain);
    fiber.next = &pool[i + 1 < count ? i + 1 : 0];
    fiber.previous = &pool[i > 0 ? i - 1 : count - 1];
    for (int d = 0; d < 3; ++d) {
      fiber.thread.threadIdx[d] = threadIdx[d];
      fiber.thread.blockIdx[d] = blockIdx[d];
      fiber.thread.blockDim[d] = config.block[d];
      fiber.thread.gridDim[d] = config.grid[d];
    }
    fiber.thread.staticShared = staticShared;
    fiber.thread.dynamicShared = dynamicShared;
    if (++threadIdx[0] == config.block[0]) {
      threadIdx[0] = 0;
      if (++threadIdx[1] == config.block[1]) {
        threadIdx[1] = 0;
        ++threadIdx[2];
      }
    }
  }

  Fiber scheduler;
  Fiber *outerScheduler = worker.scheduler;
  worker.scheduler = &scheduler;
  switchTo(worker, &scheduler, &pool[0]);
  worker.scheduler = outerScheduler;
  worker.fiber = nullptr;
}

void runBlocks(void *context, uint64_t begin, uint64_t end,
               void *dynamicShared) {
  const Kernel &kernel = *static_cast<const Kernel *>(context);
  Thread &worker = thisThread();

  // The pool's fibers are taken if this launch comes from one of them.
  FiberPool *outerPool = runningKernel ? worker.fibers : nullptr;
  if (outerPool || !worker.fibers)
    worker.fibers = new FiberPool;
  const Kernel *outerKernel = runningKernel;
  runningKernel = &kernel;
  SharedPlaces places, *outerPlaces = sharedPlaces;
  sharedPlaces = &places;

  size_t stack =
      std::max<size_t>(defaultStackBytes(), kernel.info->localBytes + 65536);
  worker.fibers->reserve(threadsOf(*kernel.config), stack);
  void *staticShared =
      worker.arena.allocate(kernel.info->staticSharedBytes, 128);
  for (uint64_t block = begin; block < end && !worker.fiberAbandoned; ++block)
    runBlock(worker, kernel, block, staticShared, dynamicShared);

  runningKernel = outerKernel;
  sharedPlaces = outerPlaces;
  if (outerPool) {
    delete worker.fibers;
    worker.fibers = outerPool;
  }
  if (worker.fiberAbandoned) {
    worker.fiberAbandoned = false;
    abandonLaunch(pending());
  }
}

} // namespace

FiberPool::~FiberPool() { releaseStacks(); }

void FiberPool::releaseStacks() {
  for (char *stack : stacks)
    munmap(stack, bytes + pageBytes);
  stacks.clear();
}

void FiberPool::reserve(size_t count, size_t stackBytes) {
  stackBytes = (stackBytes + pageBytes - 1) / pageBytes * pageBytes;
  if (stackBytes > bytes) {
    releaseStacks();
    bytes = stackBytes;
  }
  while (stacks.size() < count)
    stacks.push_back(mapStack(bytes));
  if (fibers.size() < count)
    fibers.resize(count);
}

char *FiberPool::stackTop(size_t index) const {
  // Were all tops alike modulo a page, the busy parts of all the stacks would
  // compete for the same few sets of the first-level cache.
  size_t stagger = index % 32 * 128;
  return stacks[index] + pageBytes + bytes - stagger;
}

void abandonBlock(Thread &thread) {
  thread.fiberAbandoned = true;
  switchTo(thread, thread.fiber, thread.scheduler);
  __builtin_unreachable();
}

} // namespace heddle::rt

using namespace heddle::rt;

extern "C" {

void __heddle_launch_fibers(HeddleThreadFn thread, void *context,
                            const HeddleKernelInfo *info,
                            const HeddleLaunchConfig *config) {
  Kernel kernel{thread, context, info, config};
  uint64_t blocks =
      uint64_t(config->grid[0]) * config->grid[1] * config->grid[2];
  // Starting a fiber alone takes some hundred instructions.
  uint64_t workPerBlock = 500 * threadsOf(*config);
  __heddle_launch_blocks(runBlocks, &kernel, blocks, config->dynamicSharedBytes,
                         workPerBlock);
}

const HeddleThread *__heddle_this_thread(void) {
  return &currentThread->fiber->thread;
}

void *__heddle_fiber_shared(const void *variable, uint64_t bytes,
                            uint64_t alignment) {
  for (auto [known, place] : *sharedPlaces)
    if (known == variable)
      return place;
  void *place = currentThread->arena.allocate(bytes, alignment);
  sharedPlaces->push_back({variable, place});
  return place;
}

void __heddle_fiber_barrier(void) {
  Thread &worker = *currentThread;
  Fiber *self = worker.fiber;
  if (self->next != self)
    switchTo(worker, self, self->next);
}

} // extern "C"
