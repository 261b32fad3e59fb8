//===- Grid.h - Blocks that wait for each other -----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_GRID_H
#define HEDDLE_RUNTIME_GRID_H

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace heddle::rt {

/// The state that workers share in a launch whose blocks may wait for each
/// other.
class Grid {
public:
  Grid(uint64_t blocks, uint64_t threads) : blocks(blocks), live(threads) {}

  /// The next block, in order. False if there is none.
  bool takeBlock(uint64_t &block) {
    if (next.load(std::memory_order_relaxed) >= blocks)
      return false;
    block = next.fetch_add(1, std::memory_order_relaxed);
    return block < blocks;
  }

  /// All threads of this worker, `waiting` in number, are at the grid's
  /// barrier; `ended` more have exited since the last call. Returns when those
  /// of the other workers have arrived too; false if the launch is abandoned.
  bool wait(uint64_t waiting, uint64_t ended);

  /// This worker has no more threads.
  void leave(uint64_t ended);

  /// All waits end.
  void abandon();
  bool isAbandoned() const { return abandoned.load(std::memory_order_relaxed); }

private:
  void openIfComplete();

  const uint64_t blocks;
  std::atomic<uint64_t> next{0};
  std::atomic<bool> abandoned{false};

  std::mutex mutex;
  std::condition_variable opened;
  uint64_t live;
  uint64_t arrived = 0;
  uint64_t phase = 0;
};

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_GRID_H
