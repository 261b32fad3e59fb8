//===- Launch.cpp - Running the blocks of a launch ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launch.h"
#include "DeviceLaunch.h"
#include "Error.h"
#include "Fiber.h"
#include "Sanitizers.h"
#include "Thread.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <omp.h>

namespace heddle::rt {

int teamSize() {
  static const int fixed = [] {
    const char *text = std::getenv("HEDDLE_NUM_THREADS");
    return text ? std::max(0, std::atoi(text)) : 0;
  }();
  // Asked each time, because omp_set_num_threads may change it.
  return fixed ? fixed : omp_get_max_threads();
}

namespace {

/// Below this many instructions a launch is done before a team of threads has
/// started and met again (some 5 microseconds).
constexpr uint64_t serialWork = 20000;

/// Chunks each thread has on average. More balance the load better, fewer cost
/// less.
constexpr uint64_t chunksPerThread = 8;

/// The blocks of one thread. It takes them chunk by chunk, and so do threads
/// that have done their own. Programs launch again and again over the same
/// memory: a thread whose blocks are the same each time finds it in its cache.
struct alignas(64) Share {
  std::atomic<uint64_t> next;
  uint64_t end;
};

struct Launch {
  HeddleBlocksFn body;
  void *context;
  uint64_t dynamicSharedBytes;
  TailLaunches tails;
  /// What the end of a launch is known by to tools that look for races.
  char ended = 0;
};

/// The blocks of a launch, shared out.
class Shares {
public:
  Shares(uint64_t blocks, uint64_t threads)
      : chunk(std::max<uint64_t>(1, blocks / (threads * chunksPerThread))),
        count(threads), shares(new Share[threads]) {
    for (uint64_t i = 0; i < threads; ++i) {
      shares[i].next.store(blocks * i / threads, std::memory_order_relaxed);
      shares[i].end = blocks * (i + 1) / threads;
    }
  }

  /// Calls `run` with a range of blocks until there are none left, those of
  /// `self` first. When it says false, nobody gets more.
  template <typename Run> void take(uint64_t self, Run run) {
    for (uint64_t i = 0; i < count; ++i) {
      Share &share = shares[(self + i) % count];
      // Asked before, so that those who come too late only read.
      while (share.next.load(std::memory_order_relaxed) < share.end) {
        uint64_t begin = share.next.fetch_add(chunk, std::memory_order_relaxed);
        if (begin >= share.end)
          break;
        if (!run(begin, std::min(begin + chunk, share.end)))
          return clear();
      }
    }
  }

private:
  void clear() {
    for (uint64_t i = 0; i < count; ++i)
      shares[i].next.store(shares[i].end, std::memory_order_relaxed);
  }

  const uint64_t chunk, count;
  const std::unique_ptr<Share[]> shares;
};

/// The thread's state around one call of a body. Launches nest: a kernel's
/// body, or a fiber, may launch another.
class BodyScope {
public:
  BodyScope(Thread &thread, void **abandonTo, TailLaunches &tails)
      : thread(thread), mark(thread.arena.mark()), fiber(thread.fiber),
        outerTarget(thread.abandonTo), outerTails(thread.tails) {
    thread.fiber = nullptr;
    thread.abandonTo = abandonTo;
    thread.tails = &tails;
  }
  ~BodyScope() {
    thread.tails = outerTails;
    thread.abandonTo = outerTarget;
    thread.fiber = fiber;
    thread.arena.release(mark);
  }

private:
  Thread &thread;
  const Arena::Mark mark;
  Fiber *const fiber;
  void **const outerTarget;
  TailLaunches *const outerTails;
};

/// One call of the body. False if a thread of the kernel ended the launch. Not
/// inlined, because it is returned to twice.
__attribute__((noinline)) bool runBody(Thread &thread, Launch &launch,
                                       uint64_t begin, uint64_t end) {
  void *target[5];
  BodyScope scope(thread, target, launch.tails);
  if (__builtin_setjmp(target) != 0)
    return false;
  void *dynamicShared = thread.arena.allocate(launch.dynamicSharedBytes, 128);
  observe(&launch);
  launch.body(launch.context, begin, end, dynamicShared);
  publish(&launch.ended);
  return true;
}

} // namespace

void launchTogether(HeddleBlocksFn body, void *context, uint64_t blocks,
                    uint64_t dynamicSharedBytes) {
  int threads = 1;
  if (!omp_in_parallel())
    threads = static_cast<int>(
        std::min<uint64_t>(static_cast<uint64_t>(teamSize()), blocks));
  Launch launch{body, context, dynamicSharedBytes, {}};
  publish(&launch);
  if (threads == 1) {
    runBody(thisThread(), launch, 0, blocks);
    launch.tails.run();
    return;
  }
#pragma omp parallel num_threads(threads)
  {
    // The team may be smaller than what was asked for.
    uint64_t team = omp_get_num_threads(), self = omp_get_thread_num();
    runBody(thisThread(), launch, blocks * self / team,
            blocks * (self + 1) / team);
  }
  observe(&launch.ended);
  launch.tails.run();
}

void abandonLaunch(cudaError_t error) {
  cudaError_t none = cudaSuccess;
  stickyError.compare_exchange_strong(none, error);
  Thread &thread = thisThread();
  if (thread.fiber)
    abandonBlock(thread);
  if (!thread.abandonTo)
    std::abort();
  __builtin_longjmp(thread.abandonTo, 1);
}

} // namespace heddle::rt

using namespace heddle::rt;

extern "C" {

void __heddle_launch_blocks(HeddleBlocksFn body, void *context, uint64_t blocks,
                            uint64_t dynamicSharedBytes,
                            uint64_t workPerBlock) {
  // A launch whose blocks meet is several; the first to fail ends them all.
  if (blocks == 0 || stickyError.load(std::memory_order_relaxed) != cudaSuccess)
    return;
  bool serial = blocks == 1 || (workPerBlock < serialWork &&
                                blocks * workPerBlock < serialWork);
  int threads = 1;
  // Inside a parallel region, of the user's or of a launch, the cores are busy.
  if (!serial && !omp_in_parallel())
    threads = static_cast<int>(
        std::min<uint64_t>(static_cast<uint64_t>(teamSize()), blocks));

  Launch launch{body, context, dynamicSharedBytes, {}};
  publish(&launch);
  if (threads == 1) {
    runBody(thisThread(), launch, 0, blocks);
    launch.tails.run();
    return;
  }
  Shares shares(blocks, static_cast<uint64_t>(threads));
#pragma omp parallel num_threads(threads)
  {
    Thread &thread = thisThread();
    shares.take(omp_get_thread_num(), [&](uint64_t begin, uint64_t end) {
      return runBody(thread, launch, begin, end);
    });
  }
  observe(&launch.ended);
  launch.tails.run();
}

uint32_t __heddle_launch_width(void) {
  return omp_in_parallel() ? 1 : std::max(1, teamSize());
}

void *__heddle_grid_memory(uint64_t bytes) {
  void *memory = std::aligned_alloc(64, (bytes + 63) / 64 * 64 + 64);
  if (!memory) {
    std::fprintf(stderr,
                 "heddle: no memory for what the blocks of a cooperative "
                 "launch keep (%llu bytes)\n",
                 static_cast<unsigned long long>(bytes));
    std::abort();
  }
  return memory;
}

void __heddle_grid_free(void *memory) { std::free(memory); }

int __heddle_launch_goes_on(void) { return stickyError.load() == cudaSuccess; }

void __heddle_assert_fail(const char *expression, const char *file,
                          uint32_t line, const char *function, uint32_t blockX,
                          uint32_t blockY, uint32_t blockZ, uint32_t threadX,
                          uint32_t threadY, uint32_t threadZ) {
  std::fprintf(stderr,
               "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion "
               "`%s` failed.\n",
               file, line, function, blockX, blockY, blockZ, threadX, threadY,
               threadZ, expression);
  abandonLaunch(cudaErrorAssert);
}

void __heddle_trap(void) { abandonLaunch(cudaErrorLaunchFailure); }

void __heddle_illegal_address(void) { abandonLaunch(cudaErrorIllegalAddress); }

} // extern "C"
