//===- Sanitizers.h - What the sanitizers have to be told -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program compiled with -fsanitize=address or thread brings the sanitizer's
// runtime along; this library finds it at load time or does nothing.
//
// To ThreadSanitizer each CUDA thread is a thread of its own, even though those
// of a block take turns on one worker, and what happens before what is only
// what CUDA says: the launch, barriers, the end of the kernel. So it sees a
// race between any two threads, whichever worker ran them.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_SANITIZERS_H
#define HEDDLE_RUNTIME_SANITIZERS_H

#include "heddle/abi.h"
#include <cstddef>
#include <vector>

namespace heddle::rt {

/// Whether the program has AddressSanitizer or ThreadSanitizer in it.
extern const bool hasAddressSanitizer, hasThreadSanitizer, sanitized;

/// What sanitizers know of one stack.
struct StackRecord {
  const void *bottom = nullptr;
  size_t bytes = 0;
  void *fakeStack = nullptr;
  void *fiber = nullptr;
  bool ended = false;
};

/// A CUDA thread is about to begin on this stack.
void beginStack(StackRecord &stack, const void *bottom, size_t bytes);
/// Reports call it by this name.
void nameStack(const StackRecord &stack, const HeddleThread &thread);
/// Right before and right after a switch. After it, `here` is the stack that
/// runs now and `from` the one that handed over.
void leaveStack(StackRecord &from, StackRecord &to);
void arriveOnStack(StackRecord &here, StackRecord &from);

/// What was done before `publish` has happened for whoever calls `observe` on
/// the same address later.
void publish(const void *address);
void observe(const void *address);

/// Memory that a sanitizer takes for new, whatever its addresses were used for.
void *allocateFresh(size_t bytes, size_t alignment);
void releaseFresh(void *memory);

/// The shared memory of a block, which no block before has used: so that an
/// access past its end is seen, and one block's use is no race with the next.
class BlockMemory {
public:
  BlockMemory() = default;
  BlockMemory(const BlockMemory &) = delete;
  BlockMemory &operator=(const BlockMemory &) = delete;
  ~BlockMemory() { release(); }

  void *allocate(size_t bytes, size_t alignment);
  void release();

private:
  std::vector<void *> pieces;
};

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_SANITIZERS_H
