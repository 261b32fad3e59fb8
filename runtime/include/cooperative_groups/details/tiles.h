//===- tiles.h - Parts of a block of 1, 2, 4, … threads ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_COOPERATIVE_GROUPS_TILES_H
#define HEDDLE_COOPERATIVE_GROUPS_TILES_H

#include "coalesced.h"

namespace cooperative_groups {

template <unsigned int Size, class Parent = void> class thread_block_tile;

namespace details {

/// How many tiles the parent has, and which one this is.
template <unsigned int Size, class Parent> struct MetaGroup;
template <unsigned int Size> struct MetaGroup<Size, thread_block> {
  HEDDLE_CG static unsigned int meta_group_rank() {
    return threadInBlock() / Size;
  }
  HEDDLE_CG static unsigned int meta_group_size() {
    return (threadsOfBlock() + Size - 1) / Size;
  }
};
template <unsigned int Size, unsigned int Outer, class Parent>
struct MetaGroup<Size, thread_block_tile<Outer, Parent>> {
  HEDDLE_CG static unsigned int meta_group_rank() {
    return threadInBlock() % Outer / Size;
  }
  HEDDLE_CG static unsigned int meta_group_size() { return Outer / Size; }
};
/// Of a tile that forgot its parent.
template <unsigned int Size> struct MetaGroup<Size, void> {
  HEDDLE_CG unsigned int meta_group_rank() const { return rank; }
  HEDDLE_CG unsigned int meta_group_size() const { return count; }
  unsigned int rank = 0, count = 1;
};

/// Within a warp: all that warps can do.
template <unsigned int Size> class Tile : public thread_group {
public:
  HEDDLE_CG static unsigned int thread_rank() {
    return __heddle_lane_id() & (Size - 1);
  }
  HEDDLE_CG void sync() const { __heddle_warp_sync(lanes()); }

  template <class T> HEDDLE_CG T shfl(const T &value, int rank) const {
    return shuffle(lanes(), value,
                   __heddle_lane_of__shfl(__heddle_lane_id(), rank, Size));
  }
  template <class T>
  HEDDLE_CG T shfl_up(const T &value, unsigned int delta) const {
    return shuffle(lanes(), value,
                   __heddle_lane_of__shfl_up(__heddle_lane_id(), delta, Size));
  }
  template <class T>
  HEDDLE_CG T shfl_down(const T &value, unsigned int delta) const {
    return shuffle(
        lanes(), value,
        __heddle_lane_of__shfl_down(__heddle_lane_id(), delta, Size));
  }
  template <class T>
  HEDDLE_CG T shfl_xor(const T &value, unsigned int laneMask) const {
    return shuffle(
        lanes(), value,
        __heddle_lane_of__shfl_xor(__heddle_lane_id(), laneMask, Size));
  }

  HEDDLE_CG int any(int predicate) const {
    return __any_sync(lanes(), predicate);
  }
  HEDDLE_CG int all(int predicate) const {
    return __all_sync(lanes(), predicate);
  }
  HEDDLE_CG unsigned int ballot(int predicate) const {
    return byTileRank(__ballot_sync(lanes(), predicate));
  }
  template <class T> HEDDLE_CG unsigned int match_any(const T &value) const {
    return byTileRank(match(lanes(), value));
  }
  template <class T>
  HEDDLE_CG unsigned int match_all(const T &value, int &predicate) const {
    unsigned int same = match(lanes(), value);
    predicate = same == __heddle_warp_ballot(lanes(), 1);
    return predicate ? byTileRank(same) : 0;
  }

  /// The tile's lanes in the warp.
  HEDDLE_CG static unsigned int lanes() {
    if (Size == 32)
      return 0xffffffff;
    return ((1u << (Size & 31)) - 1) << (__heddle_lane_id() & (32 - Size));
  }

protected:
  HEDDLE_CG Tile() : thread_group(Kind::lanes, lanes()) {}

private:
  HEDDLE_CG static unsigned int byTileRank(unsigned int votes) {
    return Size == 32 ? votes : votes >> (__heddle_lane_id() & (32 - Size));
  }
};

/// What the warps of a block tell each other in tiles of several: 32 bytes
/// each.
constexpr unsigned int bytesPerWarp = 32;
__device__ inline char *warpMessages() {
  __shared__
      __attribute__((aligned(16))) char __heddle_scratch[32 * bytesPerWarp];
  return __heddle_scratch;
}

/// Of several warps.
template <unsigned int Size> class WideTile : public thread_group {
public:
  HEDDLE_CG static unsigned int thread_rank() { return threadInBlock() % Size; }
  HEDDLE_CG void sync() const { syncWideTile(Size); }

  /// All threads have to give the same rank.
  template <class T> HEDDLE_CG T shfl(const T &value, int rank) const {
    static_assert(sizeof(T) <= bytesPerWarp,
                  "threads exchange values of up to 32 bytes");
    char *message =
        warpMessages() + threadInBlock() / Size * (Size / 32) * bytesPerWarp;
    if (thread_rank() == (unsigned int)rank)
      __builtin_memcpy(message, &value, sizeof(T));
    sync();
    T result;
    __builtin_memcpy(&result, message, sizeof(T));
    sync();
    return result;
  }
  /// `combine` makes one value of two, in the order of the threads.
  template <class T, class Combine>
  HEDDLE_CG T acrossWarps(const T &ofWarp, Combine combine,
                          unsigned int warps = Size / 32) const {
    static_assert(sizeof(T) <= bytesPerWarp,
                  "threads exchange values of up to 32 bytes");
    char *messages =
        warpMessages() + threadInBlock() / Size * (Size / 32) * bytesPerWarp;
    if (__heddle_lane_id() == 0)
      __builtin_memcpy(messages + thread_rank() / 32 * bytesPerWarp, &ofWarp,
                       sizeof(T));
    sync();
    T result;
    __builtin_memcpy(&result, messages, sizeof(T));
    for (unsigned int i = 1; i < warps; ++i) {
      T other;
      __builtin_memcpy(&other, messages + i * bytesPerWarp, sizeof(T));
      result = combine(result, other);
    }
    sync();
    return result;
  }
  HEDDLE_CG int any(int predicate) const {
    return acrossWarps(__any_sync(0xffffffff, predicate),
                       [](int a, int b) { return a | b; });
  }
  HEDDLE_CG int all(int predicate) const {
    return acrossWarps(__all_sync(0xffffffff, predicate),
                       [](int a, int b) { return a & b; });
  }

protected:
  HEDDLE_CG WideTile() : thread_group(Kind::wideTile, 0, Size) {}
};

template <bool Wide, unsigned int Size> struct TileBase {
  using type = Tile<Size>;
};
template <unsigned int Size> struct TileBase<true, Size> {
  using type = WideTile<Size>;
};

} // namespace details

template <unsigned int Size, class Parent>
class thread_block_tile : public details::TileBase<(Size > 32), Size>::type,
                          public details::MetaGroup<Size, Parent> {
  static_assert(Size > 0 && (Size & (Size - 1)) == 0 && Size <= 1024,
                "the size of a tile is a power of two");

public:
  HEDDLE_CG static constexpr unsigned int num_threads() { return Size; }
  HEDDLE_CG static constexpr unsigned int size() { return Size; }

  /// Forgets the parent, but not which part of it this is.
  template <class Other>
  HEDDLE_CG thread_block_tile(const thread_block_tile<Size, Other> &other) {
    this->rank = other.meta_group_rank();
    this->count = other.meta_group_size();
  }
  thread_block_tile(const thread_block_tile &) = default;
  thread_block_tile &operator=(const thread_block_tile &) = default;

private:
  HEDDLE_CG thread_block_tile() {}
  template <unsigned int N, class P>
  friend HEDDLE_CG thread_block_tile<N, P> tiled_partition(const P &parent);
};

} // namespace cooperative_groups

#endif // HEDDLE_COOPERATIVE_GROUPS_TILES_H
