//===- block_and_grid.h - Groups that a launch brings along -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_COOPERATIVE_GROUPS_BLOCK_AND_GRID_H
#define HEDDLE_COOPERATIVE_GROUPS_BLOCK_AND_GRID_H

#include "lanes.h"

namespace cooperative_groups {

namespace details {
enum class Kind : unsigned long { block, grid, lanes, wideTile };

/// Tiles of several warps meet at a barrier that has no name for programs.
HEDDLE_CG void syncWideTile(unsigned int size) {
  unsigned int tile = threadInBlock() / size;
  unsigned int left = threadsOfBlock() - tile * size;
  __heddle_named_barrier(16 + tile, left < size ? left : size);
}
} // namespace details

/// Any group. What it is, is known when it runs.
class thread_group {
public:
  HEDDLE_CG void sync() const {
    if (kind == details::Kind::lanes)
      __heddle_warp_sync(mask);
    else if (kind == details::Kind::block)
      __syncthreads();
    else if (kind == details::Kind::grid)
      __heddle_grid_sync();
    else
      details::syncWideTile(tile);
  }
  HEDDLE_CG unsigned long long num_threads() const {
    if (kind == details::Kind::lanes)
      return __builtin_popcount((unsigned int)mask);
    if (kind == details::Kind::wideTile)
      return tile;
    unsigned long long threads = details::threadsOfBlock();
    if (kind == details::Kind::block)
      return threads;
    return threads * gridDim.x * gridDim.y * gridDim.z;
  }
  HEDDLE_CG unsigned long long size() const { return num_threads(); }
  HEDDLE_CG unsigned long long thread_rank() const {
    if (kind == details::Kind::lanes)
      return details::rankOfLane(mask, __heddle_lane_id());
    unsigned int inBlock = details::threadInBlock();
    if (kind == details::Kind::wideTile)
      return inBlock % (unsigned int)tile;
    if (kind == details::Kind::block)
      return inBlock;
    unsigned long long block =
        blockIdx.x +
        (unsigned long long)gridDim.x *
            (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z);
    return block * details::threadsOfBlock() + inBlock;
  }

protected:
  HEDDLE_CG explicit thread_group(details::Kind kind, unsigned int mask = 0,
                                  unsigned long tile = 0)
      : kind(kind), mask(mask), tile(tile) {}

  // Wider than they need be, so that groups are passed in memory and not packed
  // into registers: then it is known what they are once that is inlined.
  details::Kind kind;
  unsigned long mask; ///< Of lanes.
  unsigned long tile; ///< The size of a wide tile.

  friend HEDDLE_CG thread_group tiled_partition(const thread_group &parent,
                                                unsigned int size);
};

/// Communication memory of tiles of more than a warp. Ours have their own.
template <unsigned int MaxBlockSize = 1024> struct block_tile_memory {
  char unused[16];
};

class thread_block : public thread_group {
public:
  struct arrival_token {};

  HEDDLE_CG static void sync() { __syncthreads(); }
  HEDDLE_CG static unsigned int thread_rank() {
    return details::threadInBlock();
  }
  HEDDLE_CG static unsigned int num_threads() {
    return details::threadsOfBlock();
  }
  HEDDLE_CG static unsigned int size() { return num_threads(); }
  HEDDLE_CG static dim3 group_index() {
    return dim3(blockIdx.x, blockIdx.y, blockIdx.z);
  }
  HEDDLE_CG static dim3 thread_index() {
    return dim3(threadIdx.x, threadIdx.y, threadIdx.z);
  }
  HEDDLE_CG static dim3 dim_threads() {
    return dim3(blockDim.x, blockDim.y, blockDim.z);
  }
  HEDDLE_CG static dim3 group_dim() {
    return dim3(blockDim.x, blockDim.y, blockDim.z);
  }

  // Every thread that arrives waits as well: so it is enough to meet there.
  HEDDLE_CG static arrival_token barrier_arrive() { return {}; }
  HEDDLE_CG static void barrier_wait(arrival_token &&) { __syncthreads(); }
  HEDDLE_CG static void barrier_wait() { __syncthreads(); }

private:
  HEDDLE_CG thread_block() : thread_group(details::Kind::block) {}
  friend HEDDLE_CG thread_block this_thread_block();
};

HEDDLE_CG thread_block this_thread_block() { return thread_block(); }
template <unsigned int MaxBlockSize>
HEDDLE_CG thread_block this_thread_block(block_tile_memory<MaxBlockSize> &) {
  return this_thread_block();
}

/// All threads of a launch. It takes cudaLaunchCooperativeKernel to sync them.
class grid_group : public thread_group {
public:
  struct arrival_token {};

  HEDDLE_CG bool is_valid() const { return __heddle_grid_valid() != 0; }
  HEDDLE_CG void sync() const { __heddle_grid_sync(); }
  HEDDLE_CG arrival_token barrier_arrive() const { return {}; }
  HEDDLE_CG void barrier_wait(arrival_token &&) const { sync(); }

  HEDDLE_CG static unsigned long long num_blocks() {
    return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
  }
  HEDDLE_CG static unsigned long long num_threads() {
    return num_blocks() * details::threadsOfBlock();
  }
  HEDDLE_CG static unsigned long long size() { return num_threads(); }
  HEDDLE_CG static unsigned long long block_rank() {
    return blockIdx.x +
           (unsigned long long)gridDim.x *
               (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z);
  }
  HEDDLE_CG static unsigned long long thread_rank() {
    return block_rank() * details::threadsOfBlock() + details::threadInBlock();
  }
  HEDDLE_CG static dim3 dim_blocks() {
    return dim3(gridDim.x, gridDim.y, gridDim.z);
  }
  HEDDLE_CG static dim3 group_dim() {
    return dim3(gridDim.x, gridDim.y, gridDim.z);
  }
  HEDDLE_CG static dim3 block_index() {
    return dim3(blockIdx.x, blockIdx.y, blockIdx.z);
  }
  HEDDLE_CG static dim3 thread_index() {
    return dim3(threadIdx.x, threadIdx.y, threadIdx.z);
  }
  HEDDLE_CG static dim3 dim_threads() {
    return dim3(blockDim.x, blockDim.y, blockDim.z);
  }

private:
  HEDDLE_CG grid_group() : thread_group(details::Kind::grid) {}
  friend HEDDLE_CG grid_group this_grid();
};

HEDDLE_CG grid_group this_grid() { return grid_group(); }

class multi_grid_group;
class cluster_group;
__device__ multi_grid_group this_multi_grid() __attribute__((unavailable(
    "heddle: groups of several devices (multi_grid_group) are not supported")));
__device__ cluster_group this_cluster() __attribute__((
    unavailable("heddle: clusters of blocks are not supported: they need "
                "compute capability 9.0")));

template <class Group> HEDDLE_CG void sync(const Group &group) { group.sync(); }
template <class Group> HEDDLE_CG void synchronize(const Group &group) {
  group.sync();
}
template <class Group>
HEDDLE_CG auto thread_rank(const Group &group)
    -> decltype(group.thread_rank()) {
  return group.thread_rank();
}
template <class Group>
HEDDLE_CG auto group_size(const Group &group) -> decltype(group.size()) {
  return group.size();
}

} // namespace cooperative_groups

#endif // HEDDLE_COOPERATIVE_GROUPS_BLOCK_AND_GRID_H
