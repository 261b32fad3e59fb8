//===- Fiber.h - Runs the threads of a block on fibers ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A worker has a queue of runnable fibers. A fiber that has to wait joins the
// list of what it waits for and switches to the first of the queue. The fiber
// that ends the wait moves that list to the end of the queue. If the queue is
// empty, or all fibers in it only yield, the worker's scheduler (Fiber.cpp)
// looks for other work: threads of a warp whose partners will not arrive,
// another block, the other workers.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_FIBER_H
#define HEDDLE_RUNTIME_FIBER_H

#include "ReferenceOrder.h"
#include "Sanitizers.h"
#include "Thread.h"
#include <boost/context/detail/fcontext.hpp>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace heddle::rt {

struct Block;
struct Warp;
class Grid;

/// What a fiber waits for. Meaningless for a fiber in the queue: the fiber
/// itself clears it when it is resumed.
enum class Wait : uint8_t { none, block, named, grid, warp };

/// The operation that a thread requests from its warp.
struct WarpCall {
  uint32_t kind;
  uint32_t mask;
  const void *site;
  /// The operand; the result after the wait. A shuffle has a lane too.
  HeddleShuffle own;
  /// The shuffles that are left: `own`, or several elsewhere.
  HeddleShuffle *shuffles;
  uint32_t count;
};

/// A CUDA thread.
struct Fiber {
  boost::context::detail::fcontext_t context = nullptr;
  Fiber *next = nullptr;
  Block *block = nullptr;
  Warp *warp = nullptr;
  uint32_t lane = 0;
  Wait wait = Wait::none;
  WarpCall call = {};
  HeddleThread thread = {};
  StackRecord stack;
  uint32_t phase =
      0; ///< The number of barriers of the block that it has reached.
};

/// Fibers in order of arrival.
class FiberList {
public:
  bool empty() const { return !first; }
  void push(Fiber *fiber) {
    fiber->next = nullptr;
    (first ? last->next : first) = fiber;
    last = fiber;
  }
  Fiber *pop() {
    Fiber *fiber = first;
    if (fiber)
      first = fiber->next;
    return fiber;
  }
  /// Takes all fibers of `other`.
  void append(FiberList &other) {
    if (other.empty())
      return;
    (first ? last->next : first) = other.first;
    last = other.last;
    other.first = nullptr;
  }
  void clear() { first = nullptr; }

private:
  Fiber *first = nullptr;
  Fiber *last = nullptr;
};

/// 32 threads of a block.
struct Warp {
  Fiber *lanes;
  uint32_t live;    ///< Lanes that have not exited.
  uint32_t waiting; ///< Lanes that wait at a warp operation.
};

struct NamedBarrier {
  FiberList waiting;
  uint32_t arrived;
  uint32_t warps;   ///< The warps that have arrived, one bit each.
  uint32_t threads; ///< The expected number, as given by the last arrival.
};

/// 16 for programs, and as many for Heddle's own headers.
inline constexpr uint32_t namedBarriers = 32;
inline constexpr uint32_t warpsPerBlock = 32;

/// A variable of __heddle_fiber_shared.
struct SharedVariable {
  const void *handle;
  MemoryRange memory;
};

/// Fibers, their stacks and barriers for the threads of one block, kept for the
/// next block and the next launch.
struct Block {
  Block() = default;
  Block(const Block &) = delete;
  Block &operator=(const Block &) = delete;
  ~Block();

  /// Prepares `count` fibers whose stacks have at least `stackBytes`.
  void reserve(size_t count, size_t stackBytes);
  /// The top of a fiber's stack.
  char *stackTop(size_t index) const;
  MemoryRange stackOf(size_t index) const;
  void releaseStacks();
  /// Call this before the first of `count` threads runs.
  void begin(uint32_t count);

  std::vector<Fiber> fibers;
  std::vector<char *> stacks;
  size_t stackSize = 0;

  uint32_t threads = 0, live = 0;
  Warp warps[warpsPerBlock];

  FiberList atBarrier;
  uint32_t arrived = 0; ///< The number of threads at the barrier,
  uint32_t votes = 0;   ///< those of them whose predicate holds,
  uint32_t counted = 0; ///< and the votes at the last barrier that opened.
  NamedBarrier named[namedBarriers];
  bool usesNamed = false;

  void *staticShared = nullptr, *dynamicShared = nullptr;
  /// There are few, so a list is enough.
  std::vector<SharedVariable> shared;

  /// With a sanitizer, all of these; and addresses that identify barriers.
  BlockMemory memory;
  char *barrierNames = nullptr;
};

/// The blocks that a worker keeps.
class FiberPool {
public:
  Block &operator[](size_t index) {
    while (blocks.size() <= index)
      blocks.push_back(std::make_unique<Block>());
    return *blocks[index];
  }

private:
  std::vector<std::unique_ptr<Block>> blocks;
};

/// The function that all fibers of a launch run.
struct FiberLaunch {
  HeddleThreadFn thread;
  void *context;
  const HeddleKernelInfo *info;
  const HeddleLaunchConfig *config;
  bool cooperative;
  Grid *grid; ///< Null unless blocks may wait for each other.
  /// Null: ascending.
  const ReferenceOrder *order = nullptr;
};

/// A worker's part in a launch.
struct Scheduler {
  Fiber own = {}; ///< Runs when no thread of the kernel does.
  const FiberLaunch *launch = nullptr;
  void *dynamicShared = nullptr; ///< That of the first block.
  uint64_t next = 0, end = 0;    ///< The blocks that have not started.

  FiberList ready;
  uint64_t live = 0;
  size_t blocks = 0; ///< The number of the pool's blocks in use in this launch.

  /// Counts everything that fibers do except yielding. If a fiber yields and
  /// nothing has happened since it last yielded, a round of spinning is
  /// complete.
  uint64_t events = 0;
  uint64_t roundEvents = 0;
  Fiber *roundStart = nullptr;

  /// Fibers that synchronise while they wait for a block that has not started
  /// never complete such a round. After many that began, another block starts.
  uint64_t rounds = 0;
  bool waitsLong = false;

  FiberList atGrid;
  uint64_t gridCount = 0; ///< The number of fibers at the grid's barrier,
  uint64_t ended = 0;     ///< and of exited ones that it has not been told of.
};

/// Runs the next fiber. Returns when `self`, which the caller has added to a
/// list, is resumed.
void handOver(Thread &worker, Fiber *self);

/// The same, and tells ThreadSanitizer which threads it orders.
void waitUnderSanitizer(Thread &worker, Fiber *self);

inline void waitFor(Thread &worker, Fiber *self, Wait reason) {
  self->wait = reason;
  ++worker.scheduler->events;
  if (sanitized) {
    waitUnderSanitizer(worker, self);
  } else {
    handOver(worker, self);
  }
  self->wait = Wait::none;
}

/// Handles a thread's exit for those that wait for it. Barrier.cpp, Warp.cpp.
void leaveBarriers(Scheduler &scheduler, Fiber *self);
void leaveWarp(Scheduler &scheduler, Fiber *self);

/// For warps without runnable lanes: resumes the lanes that query the active
/// lanes, or otherwise those that wait for lanes that wait elsewhere. True if
/// there were any.
bool releaseActive(Scheduler &scheduler, Block &block);
bool releaseStuck(Scheduler &scheduler, Block &block);

/// Returns to the scheduler of the block, which ends the launch.
[[noreturn]] void abandonBlock(Thread &thread);

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_FIBER_H
