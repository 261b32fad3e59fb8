//===- Bulk.cpp - Copies and fills of large memory ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bulk.h"
#include "Shares.h"
#include "Team.h"
#include <algorithm>
#include <cstring>

namespace heddle::rt {
namespace {

/// Shorter copies end before other threads have started.
constexpr size_t leastShared = 1 << 20;

/// The expected throughput of a copy, in bytes per nanosecond.
constexpr size_t bytesPerNanosecond = 8;

/// Parts start at page boundaries and are long enough that splitting costs
/// nothing.
constexpr size_t pageBytes = 4096, leastPages = 16;

/// Calls `part(begin, end)` for parts that start at page boundaries.
template <typename Part> void share(size_t bytes, Part part) {
  if (bytes < leastShared || inTeam() || teamSize() == 1) {
    part(size_t(0), bytes);
    return;
  }
  size_t pages = (bytes + pageBytes - 1) / pageBytes;
  Shares shares(pages, teamSize(), leastPages);
  runShared(teamSize(), bytes / bytesPerNanosecond, [&](unsigned self) {
    shares.take(self, [&](size_t begin, size_t end) {
      part(begin * pageBytes, std::min(end * pageBytes, bytes));
      return true;
    });
  });
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
