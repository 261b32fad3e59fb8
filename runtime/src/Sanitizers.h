//===- Sanitizers.h - The interface to the sanitizers -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program compiled with -fsanitize=address or thread contains the sanitizer's
// runtime. This library finds it at load time or does nothing.
//
// ThreadSanitizer sees each CUDA thread as a separate thread, even though the
// threads of a block alternate on one worker. Only what CUDA guarantees is a
// happens-before relation: the launch, barriers, the end of the kernel. So it
// detects a race between any two threads, whichever worker ran them.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_SANITIZERS_H
#define HEDDLE_RUNTIME_SANITIZERS_H

#include "heddle/abi.h"
#include <cstddef>
#include <vector>

namespace heddle::rt {

/// Whether the program contains AddressSanitizer or ThreadSanitizer.
extern const bool hasAddressSanitizer, hasThreadSanitizer, sanitized;

/// The state of one stack for the sanitizers.
struct StackRecord {
  const void *bottom = nullptr;
  size_t bytes = 0;
  void *fakeStack = nullptr;
  void *fiber = nullptr;
  bool ended = false;
};

/// A CUDA thread is about to start on this stack.
void beginStack(StackRecord &stack, const void *bottom, size_t bytes);
/// The name for reports.
void nameStack(const StackRecord &stack, const HeddleThread &thread);
/// Right before and right after a switch. After it, `here` is the current stack
/// and `from` the previous one.
void leaveStack(StackRecord &from, StackRecord &to);
void arriveOnStack(StackRecord &here, StackRecord &from);

/// What happens before `publish` happens before a later `observe` of the same
/// address.
void publish(const void *address);
void observe(const void *address);

/// Makes a sanitizer treat memory as newly allocated, whatever it was used for
/// before.
void *allocateFresh(size_t bytes, size_t alignment);
void releaseFresh(void *memory);

/// Marks the shared memory of a block as unused by earlier blocks: accesses
/// past its end are detected, and its use by two blocks is not a race.
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
