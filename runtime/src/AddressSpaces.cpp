//===- AddressSpaces.cpp - Which memory a pointer points to ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler answers these queries where it sees the memory. For the others
// the address decides. A kernel with static shared memory for which that is not
// enough runs on fibers.
//
//===----------------------------------------------------------------------===//

#include "Fiber.h"
#include "Memory.h"
#include "Thread.h"

namespace heddle::rt {
namespace {

bool isShared(const Fiber &fiber, const void *pointer) {
  const Block &block = *fiber.block;
  const FiberLaunch &launch = *currentThread->scheduler->launch;
  if (MemoryRange{block.staticShared, launch.info->staticSharedBytes}.contains(
          pointer) ||
      MemoryRange{block.dynamicShared, launch.config->dynamicSharedBytes}
          .contains(pointer))
    return true;
  for (const SharedVariable &variable : block.shared)
    if (variable.memory.contains(pointer))
      return true;
  return false;
}

bool isShared(const Thread &thread, const void *pointer) {
  return thread.fiber ? isShared(*thread.fiber, pointer)
                      : thread.dynamicShared.contains(pointer);
}

/// The stack of the running body, and buffers of private arrays.
bool isLocal(const Thread &thread, const void *pointer) {
  if (const Fiber *fiber = thread.fiber) {
    const Block &block = *fiber->block;
    return block.stackOf(fiber - block.fibers.data()).contains(pointer);
  }
  // Above the body's frame is the stack of the program that launched it.
  auto here = static_cast<char *>(__builtin_frame_address(0));
  auto end = reinterpret_cast<char *>(thread.abandonTo);
  if (end > here &&
      MemoryRange{here, static_cast<size_t>(end - here)}.contains(pointer))
    return true;
  return thread.arena.contains(pointer) &&
         !thread.dynamicShared.contains(pointer);
}

} // namespace
} // namespace heddle::rt

using namespace heddle::rt;

extern "C" {

uint32_t __heddle_is_shared(const void *pointer) {
  return isShared(thisThread(), pointer);
}

uint32_t __heddle_is_local(const void *pointer) {
  return isLocal(thisThread(), pointer);
}

uint32_t __heddle_is_constant(const void *pointer) {
  return isConstantVariable(pointer);
}

uint32_t __heddle_is_global(const void *pointer) {
  const Thread &thread = thisThread();
  return !isConstantVariable(pointer) && !isShared(thread, pointer) &&
         !isLocal(thread, pointer);
}

} // extern "C"
