//===- Team.h - The threads that run launches -------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs launch thousands of kernels, often one right after another. So
// workers spin for a while before they sleep, and the submitter does not wait
// for a worker that has not started: it does the work itself, and the workers
// that arrive in time help.
//
// A program that uses OpenMP itself gets OpenMP's threads, so that there are
// not two threads per core: OpenMP's spin for long after the end of their
// region.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_TEAM_H
#define HEDDLE_RUNTIME_TEAM_H

#include <cstdint>

namespace heddle::rt {

/// The number of threads for a launch: HEDDLE_NUM_THREADS, otherwise OpenMP's
/// setting.
unsigned teamSize();

/// Whether this thread is one of several that work together, for a launch or in
/// a parallel region of the program: the cores are then busy.
bool inTeam();

/// This thread's number among those that work together.
unsigned teamNumber();

using SharedPart = void (*)(void *context, unsigned self);
using TogetherPart = void (*)(void *context, unsigned self, unsigned team);

/// Calls `part` with the number of this thread, 0, and concurrently with the
/// numbers of those of the `threads` - 1 others that arrive before this one is
/// done. So one call alone must do all the work. Returns when all calls have.
/// `nanoseconds` is the approximate time for this thread alone.
void runShared(unsigned threads, uint64_t nanoseconds, SharedPart part,
               void *context);

/// Calls `part` with all numbers below `team` concurrently: for parts that wait
/// for each other. The team has `threads` threads or fewer.
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
