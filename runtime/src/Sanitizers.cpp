//===- Sanitizers.cpp - The interface to the sanitizers -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sanitizers.h"
#include <cstdio>
#include <cstdlib>

// The public interface of the sanitizers, which may be absent.
#define HEDDLE_WEAK extern "C" __attribute__((weak))
HEDDLE_WEAK void __asan_unpoison_memory_region(const volatile void *, size_t);
HEDDLE_WEAK void __sanitizer_start_switch_fiber(void **fakeStack,
                                                const void *bottom,
                                                size_t bytes);
HEDDLE_WEAK void __sanitizer_finish_switch_fiber(void *fakeStack,
                                                 const void **oldBottom,
                                                 size_t *oldBytes);
HEDDLE_WEAK void *__tsan_get_current_fiber(void);
HEDDLE_WEAK void *__tsan_create_fiber(unsigned flags);
HEDDLE_WEAK void __tsan_destroy_fiber(void *fiber);
HEDDLE_WEAK void __tsan_switch_to_fiber(void *fiber, unsigned flags);
HEDDLE_WEAK void __tsan_set_fiber_name(void *fiber, const char *name);
HEDDLE_WEAK void __tsan_acquire(void *address);
HEDDLE_WEAK void __tsan_release(void *address);
HEDDLE_WEAK void __tsan_ignore_thread_begin(void);
HEDDLE_WEAK void __tsan_ignore_thread_end(void);

namespace heddle::rt {

const bool hasAddressSanitizer = __asan_unpoison_memory_region != nullptr;
const bool hasThreadSanitizer = __tsan_switch_to_fiber != nullptr;
const bool sanitized = hasAddressSanitizer || hasThreadSanitizer;

namespace {
/// libomp's tool for ThreadSanitizer complains if this is not in the
/// environment. Compiled programs contain the setting (Codegen.cpp).
struct TellLibomp {
  TellLibomp() {
    if (hasThreadSanitizer)
      setenv("TSAN_OPTIONS", "ignore_noninstrumented_modules=1",
             /*overwrite=*/0);
  }
} tellLibomp;
} // namespace

void beginStack(StackRecord &stack, const void *bottom, size_t bytes) {
  void *oldFiber = stack.fiber;
  stack = {bottom, bytes};
  // An abandoned thread leaves the redzones of its frames behind.
  if (hasAddressSanitizer)
    __asan_unpoison_memory_region(bottom, bytes);
  if (hasThreadSanitizer) {
    if (oldFiber)
      __tsan_destroy_fiber(oldFiber);
    stack.fiber = __tsan_create_fiber(0);
  }
}

void nameStack(const StackRecord &stack, const HeddleThread &thread) {
  if (!hasThreadSanitizer)
    return;
  char name[96];
  const uint32_t *t = thread.threadIdx, *b = thread.blockIdx;
  std::snprintf(name, sizeof name, "thread (%u,%u,%u) of block (%u,%u,%u)",
                t[0], t[1], t[2], b[0], b[1], b[2]);
  __tsan_set_fiber_name(stack.fiber, name);
}

void leaveStack(StackRecord &from, StackRecord &to) {
  if (hasAddressSanitizer)
    __sanitizer_start_switch_fiber(from.ended ? nullptr : &from.fakeStack,
                                   to.bottom, to.bytes);
  if (hasThreadSanitizer) {
    if (!from.fiber)
      from.fiber = __tsan_get_current_fiber();
    // Running one after another does not order them.
    constexpr unsigned noSync = 1;
    __tsan_switch_to_fiber(to.fiber, noSync);
  }
}

void arriveOnStack(StackRecord &here, StackRecord &from) {
  // This also registers a worker's own stack.
  if (hasAddressSanitizer)
    __sanitizer_finish_switch_fiber(here.fakeStack, &from.bottom, &from.bytes);
}

void publish(const void *address) {
  if (hasThreadSanitizer)
    __tsan_release(const_cast<void *>(address));
}

void observe(const void *address) {
  if (hasThreadSanitizer)
    __tsan_acquire(const_cast<void *>(address));
}

void *allocateFresh(size_t bytes, size_t alignment) {
  void *memory = nullptr;
  // Memory that is allocated while accesses are ignored has no history.
  if (hasThreadSanitizer)
    __tsan_ignore_thread_begin();
  if (posix_memalign(&memory, alignment, bytes) != 0)
    memory = nullptr;
  if (hasThreadSanitizer)
    __tsan_ignore_thread_end();
  if (!memory) {
    std::fprintf(stderr, "heddle: out of memory for a block's variables\n");
    std::abort();
  }
  return memory;
}

void releaseFresh(void *memory) {
  if (hasThreadSanitizer)
    __tsan_ignore_thread_begin();
  std::free(memory);
  if (hasThreadSanitizer)
    __tsan_ignore_thread_end();
}

void *BlockMemory::allocate(size_t bytes, size_t alignment) {
  pieces.push_back(allocateFresh(bytes, alignment));
  return pieces.back();
}

void BlockMemory::release() {
  for (void *memory : pieces)
    releaseFresh(memory);
  pieces.clear();
}

} // namespace heddle::rt
