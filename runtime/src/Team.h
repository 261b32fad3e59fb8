//===- Team.h - The threads that work is spread over ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs launch thousands of kernels, often one right after the other. So
// workers look for the next launch a while before they sleep, and nobody waits
// for a worker that has not begun: who gives out work does it himself, and
// those that come in time help.
//
// A program that uses OpenMP itself gets OpenMP's threads, so that there are
// not two for each core: OpenMP's spin for long after the end of their region.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_TEAM_H
#define HEDDLE_RUNTIME_TEAM_H

#include <cstdint>

namespace heddle::rt {

/// The threads a launch may use: HEDDLE_NUM_THREADS, else what OpenMP says.
unsigned teamSize();

/// Whether this thread is one of several that do something together, for a
/// launch or in a parallel region of the program: then the cores are busy.
bool inTeam();

/// This thread's number among those that do something together.
unsigned teamNumber();

using SharedPart = void (*)(void *context, unsigned self);
using TogetherPart = void (*)(void *context, unsigned self, unsigned team);

/// Calls `part` with the number of this thread, 0, and at the same time with
/// the numbers of those of the `threads` - 1 others that come before this one
/// is done. So one call alone has to be enough. Returns when all calls have.
/// `nanoseconds` is about how long this thread alone would take.
void runShared(unsigned threads, uint64_t nanoseconds, SharedPart part,
               void *context);

/// Calls `part` with all numbers below `team`, at once: for parts that wait for
/// each other. The team is `threads` or smaller.
void runTogether(unsigned threads, TogetherPart part, void *context);

/// The same for lambdas.
template <typename Part>
void runShared(unsigned threads, uint64_t nanoseconds, Part part) {
  runShared(
      threads, nanoseconds,
      [](void *context, unsigned self) {
        (*static_cast<Part *>(context))(self);
      },
      &part);
}
template <typename Part> void runTogether(unsigned threads, Part part) {
  runTogether(
      threads,
      [](void *context, unsigned self, unsigned team) {
        (*static_cast<Part *>(context))(self, team);
      },
      &part);
}

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_TEAM_H
