//===- SpecialRegisters.cpp - Special registers of PTX --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Team.h"
#include "Thread.h"
#include <time.h>

using namespace heddle::rt;

extern "C" {

uint64_t __heddle_global_timer(void) {
  timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1000000000 +
         static_cast<uint64_t>(now.tv_nsec);
}

uint32_t __heddle_sm_id(void) { return teamNumber(); }

uint32_t __heddle_sm_count(void) { return teamSize(); }

void *__heddle_shared_pointer(uint32_t address) {
  // Dynamic shared memory, large variables, and on fibers all shared memory.
  if (void *found = thisThread().arena.find(address))
    return found;
  // Small variables of a kernel are on the stack of its worker, which is less
  // than 2 GiB away.
  auto here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  auto distance = static_cast<int32_t>(address - static_cast<uint32_t>(here));
  return reinterpret_cast<void *>(here + static_cast<intptr_t>(distance));
}

} // extern "C"
