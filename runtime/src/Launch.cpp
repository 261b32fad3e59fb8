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

/// Chunks each thread gets on average. More balance the load better, fewer
/// cost less and keep neighbouring blocks in one cache.
constexpr uint64_t chunksPerThread = 8;

/// Parts of the blocks. More threads than that share them.
constexpr uint64_t mostParts = 64;

/// Blocks that lie side by side, and the first that nobody has taken.
struct alignas(64) Part {
  std::atomic<uint64_t> next;
  uint64_t end;
};

struct Launch {
  HeddleBlocksFn body;
  void *context;
  uint64_t dynamicSharedBytes;
  TailLaunches tails;
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
  publish(&launch.tails);
  return true;
}

/// All blocks of a launch, shared out. A thread begins with a part of its own:
/// programs launch the same blocks again and again, and so find their memory in
/// the cache of the same core. Then it helps the others with theirs.
class Parts {
public:
  Parts(uint64_t blocks, uint64_t threads)
      : count(std::min(threads, mostParts)),
        chunk(std::max<uint64_t>(1, blocks / (threads * chunksPerThread))) {
    uint64_t begin = 0;
    for (uint64_t i = 0; i < count; ++i) {
      parts[i].next.store(begin, std::memory_order_relaxed);
      begin += blocks / count + (i < blocks % count);
      parts[i].end = begin;
    }
  }

  void run(Launch &launch, uint64_t self) {
    Thread &thread = thisThread();
    for (uint64_t i = 0; i < count; ++i) {
      Part &part = parts[(self + i) % count];
      // Asked first, as others may have been here before.
      while (part.next.load(std::memory_order_relaxed) < part.end) {
        uint64_t begin = part.next.fetch_add(chunk, std::memory_order_relaxed);
        if (begin >= part.end)
          break;
        if (!runBody(thread, launch, begin,
                     std::min(begin + chunk, part.end))) {
          end();
          return;
        }
      }
    }
  }

private:
  /// The others finish the chunk they are at and find no more.
  void end() {
    for (uint64_t i = 0; i < count; ++i)
      parts[i].next.store(parts[i].end, std::memory_order_relaxed);
  }

  const uint64_t count, chunk;
  Part parts[mostParts];
};

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
  observe(&launch.tails);
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
  Parts parts(blocks, threads);
#pragma omp parallel num_threads(threads)
  parts.run(launch, omp_get_thread_num());
  observe(&launch.tails);
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
