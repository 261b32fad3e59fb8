//===- Fiber.h - Threads of a block on stacks of their own ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_FIBER_H
#define HEDDLE_RUNTIME_FIBER_H

#include "Thread.h"
#include <boost/context/detail/fcontext.hpp>

namespace heddle::rt {

/// A CUDA thread that has begun and not ended. The live threads of a block form
/// a ring: whoever waits or ends hands over to the next. So when a thread's
/// turn comes again, every other one has reached the barrier it waits at.
struct Fiber {
  boost::context::detail::fcontext_t context = nullptr;
  Fiber *next = nullptr;
  Fiber *previous = nullptr;
  HeddleThread thread = {};
};

/// Stacks and fibers of one worker, kept for the next block and launch.
class FiberPool {
public:
  FiberPool() = default;
  FiberPool(const FiberPool &) = delete;
  FiberPool &operator=(const FiberPool &) = delete;
  ~FiberPool();

  /// Makes ready `count` fibers whose stacks have `stackBytes` at least.
  void reserve(size_t count, size_t stackBytes);
  Fiber &operator[](size_t index) { return fibers[index]; }

  /// The top of a fiber's stack, and how much of it there is.
  char *stackTop(size_t index) const;
  size_t stackSize() const { return bytes; }

private:
  void releaseStacks();

  std::vector<char *> stacks;
  std::vector<Fiber> fibers;
  size_t bytes = 0;
};

/// Back to the scheduler of the block, which ends the launch.
[[noreturn]] void abandonBlock(Thread &thread);

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_FIBER_H
