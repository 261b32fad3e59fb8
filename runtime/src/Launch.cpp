//===- Launch.cpp - Runs the blocks of a launch ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launch.h"
#include "Error.h"
#include "Fiber.h"
#include "LaunchCost.h"
#include "Profile.h"
#include "Sanitizers.h"
#include "Shares.h"
#include "Team.h"
#include "Thread.h"
#include "Ticks.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace heddle::rt {

namespace {

/// The thread's state around one call of a body. Launches nest: a kernel's
/// body, or a fiber, may launch another kernel.
class BodyScope {
public:
  BodyScope(Thread &thread, void **abandonTo, Launch &launch, uint64_t begin,
            uint64_t end)
      : thread(thread), mark(thread.arena.mark()), fiber(thread.fiber),
        outerTarget(thread.abandonTo), outerTails(thread.tails),
        outerBlocks(thread.running), dynamicShared(thread.dynamicShared) {
    thread.fiber = nullptr;
    thread.running = {&launch, begin, end};
    thread.abandonTo = abandonTo;
    thread.tails = &launch.tails;
  }
  ~BodyScope() {
    thread.dynamicShared = dynamicShared;
    thread.tails = outerTails;
    thread.abandonTo = outerTarget;
    thread.running = outerBlocks;
    thread.fiber = fiber;
    thread.arena.release(mark);
  }

private:
  Thread &thread;
  const Arena::Mark mark;
  Fiber *const fiber;
  void **const outerTarget;
  TailLaunches *const outerTails;
  const RunningBlocks outerBlocks;
  const MemoryRange dynamicShared;
};

/// One call of the body. False if a thread of the kernel ended the launch. Not
/// inlined, because it returns twice.
__attribute__((noinline)) bool callBody(Thread &thread, Launch &launch,
                                        uint64_t begin, uint64_t end) {
  void *target[5];
  BodyScope scope(thread, target, launch, begin, end);
  if (__builtin_setjmp(target) != 0)
    return false;
  void *dynamicShared = thread.arena.allocate(launch.dynamicSharedBytes, 128);
  thread.dynamicShared = {dynamicShared, launch.dynamicSharedBytes};
  observe(&launch);
  launch.body(launch.context, begin, end, dynamicShared);
  publish(&launch.ended);
  return true;
}

__attribute__((noinline)) bool profileBody(Thread &thread, Launch &launch,
                                           uint64_t begin, uint64_t end) {
  uint64_t start = profileTime();
  bool goesOn = callBody(thread, launch, begin, end);
  profileBlocks(launch, end - begin, start);
  return goesOn;
}

inline bool runBody(Thread &thread, Launch &launch, uint64_t begin,
                    uint64_t end) {
  if (profiling) [[unlikely]]
    return profileBody(thread, launch, begin, end);
  return callBody(thread, launch, begin, end);
}

/// Profiles launches from here to the end of the scope.
class LaunchTimer {
public:
  LaunchTimer(const Launch *launches, unsigned count)
      : launches(launches), count(count) {
    if (profiling)
      begin = profileTime();
  }
  ~LaunchTimer() {
    if (profiling)
      profileLaunches(launches, count, begin);
  }

private:
  const Launch *const launches;
  const unsigned count;
  uint64_t begin = 0;
};

/// One launch, as a range of blocks to run.
struct One {
  Launch &launch;

  bool run(Thread &thread, uint64_t begin, uint64_t end) {
    return runBody(thread, launch, begin, end);
  }
  bool endsInUpdates() const { return launch.endsInUpdates; }
  LaunchCost costOf(uint64_t blocks, uint64_t work) const {
    return LaunchCost(launch.body, blocks, work);
  }
};

/// Several launches, the same few units of each in turn.
struct Several {
  Launch *launches;
  unsigned count;
  uint64_t cut;

  bool run(Thread &thread, uint64_t begin, uint64_t end) {
    for (uint64_t next; begin < end; begin = next) {
      next = end - begin > cut ? begin + cut : end;
      for (unsigned i = 0; i < count; ++i) {
        Launch &launch = launches[i];
        if (!runBody(thread, launch, begin * launch.perUnit,
                     std::min(next * launch.perUnit, launch.blocks)))
          return false;
      }
    }
    return true;
  }
  bool endsInUpdates() const { return false; }
  /// The cost estimate is for all of them together.
  LaunchCost costOf(uint64_t blocks, uint64_t work) const {
    uintptr_t key = 0;
    for (unsigned i = 0; i < count; ++i)
      key = key * 31 + reinterpret_cast<uintptr_t>(launches[i].body);
    return LaunchCost(reinterpret_cast<HeddleBlocksFn>(key), blocks, work);
  }
};

/// Runs blocks on this thread, or only the first of them if they turn out to be
/// worth more threads. Returns how many were run.
template <typename Blocks>
uint64_t runAlone(Blocks &what, LaunchCost &cost, uint64_t blocks) {
  Thread &thread = thisThread();
  uint64_t done = 0, piece = cost.firstBlocks(), begun = readTicks();
  while (done < blocks) {
    uint64_t end = std::min(done + piece, blocks);
    if (!what.run(thread, done, end))
      return blocks;
    done = end;
    piece *= 2;
    uint64_t ticks = readTicks() - begun;
    bool stops = done < blocks && cost.isLong(ticks, done);
    if (stops || done == blocks)
      cost.learn(ticks, done);
    if (stops)
      break;
  }
  return done;
}

/// Runs blocks `first` to `end` on as many threads as they are worth.
template <typename Blocks>
void runSpread(Blocks &what, LaunchCost cost, uint64_t first, uint64_t end) {
  unsigned threads = cost.worthThreads(teamSize());
  // Nobody takes from the only thread, so it need not begin with a part.
  uint64_t least = threads == 1 ? end - first : cost.leastBlocks();
  Shares shares(end - first, threads, least, what.endsInUpdates());
  auto part = [&](unsigned self) {
    Thread &thread = thisThread();
    uint64_t ticks = 0, done = 0;
    // The submitter waits in its first block until the others have read the
    // memory that it wrote for them. Where that would matter, it waits before.
    if (self == 0 && cost.isShort())
      std::atomic_thread_fence(std::memory_order_seq_cst);
    shares.take(self, [&](uint64_t begin, uint64_t end) {
      uint64_t before = readTicks();
      bool goesOn = what.run(thread, first + begin, first + end);
      ticks += readTicks() - before;
      done += end - begin;
      return goesOn;
    });
    if (self == 0)
      cost.learn(ticks, done);
  };
  if (threads == 1)
    part(0);
  else
    runShared(threads, cost.nanoseconds(), part);
}

/// Runs all blocks, on as many threads as they are worth.
template <typename Blocks>
void runAll(Blocks what, uint64_t blocks, uint64_t work) {
  LaunchCost cost = what.costOf(blocks, work);
  unsigned threads = cost.worthThreads(teamSize());
  thisThread().ticksBefore = threads > 1 ? cost.ticks() : 0;
  if (threads == 1) {
    uint64_t done = runAlone(what, cost, blocks);
    if (done < blocks)
      runSpread(what, what.costOf(blocks - done, work), done, blocks);
  } else {
    runSpread(what, cost, 0, blocks);
  }
}

inline __attribute__((always_inline)) void runOne(Launch &launch,
                                                  uint64_t work) {
  if (launch.blocks == 1 || inTeam()) {
    runBody(thisThread(), launch, 0, launch.blocks);
  } else {
    runAll(One{launch}, launch.blocks, work);
    observe(&launch.ended);
  }
  launch.tails.run();
}

__attribute__((noinline)) void profileOne(Launch &launch, uint64_t work) {
  LaunchTimer timer(&launch, 1);
  runOne(launch, work);
}

} // namespace

void runFused(Launch *launches, unsigned count, uint64_t units, uint64_t work,
              uint64_t cut) {
  for (unsigned i = 0; i < count; ++i)
    publish(&launches[i]);
  LaunchTimer timer(launches, count);
  Several what{launches, count, cut};
  if (units == 1 || inTeam())
    what.run(thisThread(), 0, units);
  else
    runAll(what, units, work);
  for (unsigned i = 0; i < count; ++i)
    observe(&launches[i].ended);
  for (unsigned i = 0; i < count; ++i)
    launches[i].tails.run();
}

void launchTogether(HeddleBlocksFn body, void *context, uint64_t blocks,
                    uint64_t dynamicSharedBytes) {
  __heddle_launch_settle();
  uint64_t threads = inTeam() ? 1 : std::min<uint64_t>(teamSize(), blocks);
  thisThread().isStarting = false;
  Launch launch{body, context, dynamicSharedBytes, thisThread().origin};
  launch.blocks = blocks;
  publish(&launch);
  LaunchTimer timer(&launch, 1);
  auto part = [&](unsigned self, unsigned team) {
    runBody(thisThread(), launch, blocks * self / team,
            blocks * (self + 1) / team);
  };
  if (threads == 1)
    part(0, 1);
  else
    runTogether(static_cast<unsigned>(threads), part);
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
  __heddle_launch_settle();
  // A launch with grid barriers consists of several calls; the first failure
  // ends them all. But a block that has started may wait in a loop for its
  // threads.
  if (blocks == 0 ||
      (stickyError.load(std::memory_order_relaxed) != cudaSuccess &&
       !(workPerBlock & HeddleInsideBlock)))
    return;
  bool endsInUpdates = workPerBlock & HeddleRangesEndInUpdates;
  Thread &thread = thisThread();
  thread.isStarting = false;
  bool isPartOfBlock =
      (workPerBlock & HeddleInsideBlock) && thread.running.launch;
  LaunchOrigin origin =
      isPartOfBlock ? thread.running.launch->origin : thread.origin;
  workPerBlock &= ~(HeddleRangesEndInUpdates | HeddleInsideBlock);
  Launch launch{body, context, dynamicSharedBytes, origin, endsInUpdates};
  launch.blocks = blocks;
  publish(&launch);
  if (profiling && !isPartOfBlock) [[unlikely]]
    profileOne(launch, workPerBlock);
  else
    runOne(launch, workPerBlock);
}

uint32_t __heddle_launch_width(void) { return inTeam() ? 1 : teamSize(); }

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
