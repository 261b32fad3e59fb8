//===- Fiber.h - Threads of a block on stacks of their own ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A worker has a queue of the fibers that may run. Whoever has to wait goes
// into the list of what it waits for and hands over to the first of the queue;
// whoever makes a wait come true moves that list to the queue's end. When the
// queue is empty, or all in it do nothing but yield, the worker's scheduler
// (Fiber.cpp) looks for something else to do: threads of a warp that wait in
// vain, another block, the other workers.
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

/// What a fiber waits for. Of one that is in the queue it says nothing: it is
/// cleared by the fiber itself when its turn comes.
enum class Wait : uint8_t { none, block, named, grid, warp };

/// What a thread asks of its warp.
struct WarpCall {
  uint32_t kind;
  uint32_t mask;
  uint32_t lane;
  const void *site;
  uint64_t value; ///< Brought along; the result when the wait is over.
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
  uint32_t phase = 0; ///< Barriers of the block that it has come to.
};

/// Fibers in the order in which they came.
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
  /// Takes all of `other`.
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
  uint32_t live;    ///< Lanes that have not ended.
  uint32_t waiting; ///< Lanes that wait at a warp operation.
};

struct NamedBarrier {
  FiberList waiting;
  uint32_t arrived;
  uint32_t warps;   ///< Those that have come, one bit each.
  uint32_t threads; ///< How many it is for, as who came last said.
};

/// 16 that programs can name, and as many for our own headers.
inline constexpr uint32_t namedBarriers = 32;
inline constexpr uint32_t warpsPerBlock = 32;

/// Fibers, their stacks and barriers for the threads of one block, kept for the
/// next block and the next launch.
struct Block {
  Block() = default;
  Block(const Block &) = delete;
  Block &operator=(const Block &) = delete;
  ~Block();

  /// Makes ready `count` fibers whose stacks have `stackBytes` at least.
  void reserve(size_t count, size_t stackBytes);
  /// The top of a fiber's stack.
  char *stackTop(size_t index) const;
  void releaseStacks();
  /// Before the first of `count` threads runs.
  void begin(uint32_t count);

  std::vector<Fiber> fibers;
  std::vector<char *> stacks;
  size_t stackSize = 0;

  uint32_t threads = 0, live = 0;
  Warp warps[warpsPerBlock];

  FiberList atBarrier;
  uint32_t arrived = 0; ///< Threads at the barrier,
  uint32_t votes = 0;   ///< those of them whose predicate holds,
  uint32_t counted = 0; ///< and the votes of the last barrier that opened.
  NamedBarrier named[namedBarriers];
  bool usesNamed = false;

  void *staticShared = nullptr, *dynamicShared = nullptr;
  /// Where the block has the variables of __heddle_fiber_shared: few, so a list
  /// will do.
  std::vector<std::pair<const void *, void *>> shared;

  /// Under a sanitizer, all of these; and addresses by which it knows barriers.
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

/// What all fibers of a launch run.
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
  Fiber own = {}; ///< What runs when no thread of the kernel does.
  const FiberLaunch *launch = nullptr;
  void *dynamicShared = nullptr; ///< Of the first block.
  uint64_t next = 0, end = 0;    ///< Blocks that are still to be run.

  FiberList ready;
  uint64_t live = 0;
  size_t blocks = 0; ///< Blocks of the pool in use in this launch.

  /// Counts all that a fiber does but yield. A fiber that comes to yield, and
  /// nothing has happened since it did so last, closes a round of spinning.
  uint64_t events = 0;
  uint64_t roundEvents = 0;
  Fiber *roundStart = nullptr;

  FiberList atGrid;
  uint64_t gridCount = 0; ///< Fibers at the grid's barrier,
  uint64_t ended = 0;     ///< and ended ones of which it has not heard.
};

/// Runs whoever is next; comes back when `self`, whom the caller has put into a
/// list, is.
void handOver(Thread &worker, Fiber *self);

/// The same, and tells ThreadSanitizer who is ordered by it.
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

/// What a thread's end means to those that wait for it. Barrier.cpp, Warp.cpp.
void leaveBarriers(Scheduler &scheduler, Fiber *self);
void leaveWarp(Scheduler &scheduler, Fiber *self);

/// For warps of which nobody can run: lets the lanes go on that ask who is with
/// them, or else those that wait for lanes that wait elsewhere. True if there
/// were any.
bool releaseActive(Scheduler &scheduler, Block &block);
bool releaseStuck(Scheduler &scheduler, Block &block);

/// Back to the scheduler of the block, which ends the launch.
[[noreturn]] void abandonBlock(Thread &thread);

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_FIBER_H
