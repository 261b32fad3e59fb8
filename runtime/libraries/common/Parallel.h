//===- Parallel.h - Loops on the threads that launches use ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIBRARIES_PARALLEL_H
#define HEDDLE_LIBRARIES_PARALLEL_H

#include "heddle/library.h"
#include <algorithm>
#include <type_traits>

namespace heddle::library {

/// Calls `task(number)` for all numbers below `tasks`. `nanoseconds` is the
/// approximate time for one thread.
template <typename Task>
void parallelFor(uint64_t tasks, uint64_t nanoseconds, Task &&task) {
  if (tasks == 1)
    return task(uint64_t(0));
  __heddle_library_run(
      tasks, nanoseconds,
      [](void *context, uint64_t number) {
        (*static_cast<std::remove_reference_t<Task> *>(context))(number);
      },
      &task);
}

/// Parts of a loop are always of the same length, so that the result of a
/// reduction does not depend on the number of threads.
constexpr int64_t chunkLength = 1 << 16;

inline int64_t chunkCount(int64_t n) {
  return (n + chunkLength - 1) / chunkLength;
}

/// Calls `part(chunk, begin, count)` for the chunks of a loop over `n`.
template <typename Part>
void parallelChunks(int64_t n, int64_t bytesPerElement, Part part) {
  parallelFor(chunkCount(n), n * bytesPerElement / 8, [&](uint64_t chunk) {
    int64_t begin = int64_t(chunk) * chunkLength;
    part(int64_t(chunk), begin, std::min(chunkLength, n - begin));
  });
}

} // namespace heddle::library

#endif // HEDDLE_LIBRARIES_PARALLEL_H
