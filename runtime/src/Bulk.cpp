//===- Bulk.cpp - Copying and filling much memory -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bulk.h"
#include "Launch.h"
#include <algorithm>
#include <cstring>
#include <omp.h>

namespace heddle::rt {
namespace {

/// What is shorter is done before a team of threads has started.
constexpr size_t leastShared = 1 << 20;

/// Calls `part(begin, end)` for parts that begin at whole pages.
template <typename Part> void share(size_t bytes, Part part) {
  int threads = 1;
  if (bytes >= leastShared && !omp_in_parallel())
    threads = static_cast<int>(
        std::min<size_t>(static_cast<size_t>(teamSize()), bytes / 4096));
  if (threads == 1) {
    part(size_t(0), bytes);
    return;
  }
#pragma omp parallel num_threads(threads)
  {
    // The team may be smaller than what was asked for.
    size_t team = omp_get_num_threads(), self = omp_get_thread_num();
    auto bound = [&](size_t i) {
      return i == team ? bytes : bytes / team * i / 4096 * 4096;
    };
    part(bound(self), bound(self + 1));
  }
}

} // namespace

void copyBytes(void *dst, const void *src, size_t bytes) {
  share(bytes, [&](size_t begin, size_t end) {
    std::memcpy(static_cast<char *>(dst) + begin,
                static_cast<const char *>(src) + begin, end - begin);
  });
}

void fillBytes(void *dst, int value, size_t bytes) {
  share(bytes, [&](size_t begin, size_t end) {
    std::memset(static_cast<char *>(dst) + begin, value, end - begin);
  });
}

} // namespace heddle::rt
