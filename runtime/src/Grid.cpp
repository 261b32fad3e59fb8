//===- Grid.cpp - Blocks that wait for each other -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Grid.h"

namespace heddle::rt {

void Grid::openIfComplete() {
  if (arrived < live)
    return;
  arrived = 0;
  ++phase;
  opened.notify_all();
}

bool Grid::wait(uint64_t waiting, uint64_t ended) {
  std::unique_lock<std::mutex> lock(mutex);
  uint64_t here = phase;
  live -= ended;
  arrived += waiting;
  openIfComplete();
  opened.wait(lock, [&] { return phase != here || isAbandoned(); });
  return !isAbandoned();
}

void Grid::leave(uint64_t ended) {
  std::lock_guard<std::mutex> lock(mutex);
  live -= ended;
  openIfComplete();
}

void Grid::abandon() {
  std::lock_guard<std::mutex> lock(mutex);
  abandoned.store(true, std::memory_order_relaxed);
  opened.notify_all();
}

} // namespace heddle::rt
