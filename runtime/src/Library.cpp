//===- Library.cpp - Runs tasks of CUDA's libraries on the team -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/library.h"
#include "Team.h"
#include <algorithm>
#include <atomic>

using namespace heddle::rt;

unsigned __heddle_library_threads(void) { return inTeam() ? 1 : teamSize(); }

void __heddle_library_run(uint64_t tasks, uint64_t nanoseconds,
                          void (*task)(void *, uint64_t), void *context) {
  auto threads = static_cast<unsigned>(
      std::min<uint64_t>(__heddle_library_threads(), tasks));
  std::atomic<uint64_t> next = 0;
  auto work = [&](unsigned) {
    for (uint64_t number; (number = next.fetch_add(1)) < tasks;)
      task(context, number);
  };
  if (threads <= 1)
    return work(0);
  runShared(threads, nanoseconds, work);
}
