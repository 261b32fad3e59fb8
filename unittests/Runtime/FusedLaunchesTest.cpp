//===- FusedLaunchesTest.cpp - Which launches run together ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeTest.h"
#include <algorithm>
#include <cstring>
#include <thread>
#include <vector>

namespace {

constexpr uint64_t blockCount = 16, piece = 1024, bytes = blockCount * piece;

/// Pieces of memory of sixteen blocks each, and what launches did in which
/// order. All on one thread, so that the order can be seen, however long a
/// busy machine lets a launch take.
class FusedLaunchesTest : public RuntimeTest {
protected:
  void SetUp() override {
    RuntimeTest::SetUp();
    cudaMalloc(reinterpret_cast<void **>(&a), bytes);
    cudaMalloc(reinterpret_cast<void **>(&b), bytes);
    cudaMalloc(reinterpret_cast<void **>(&c), bytes);
    // Two blocks with a piece of one array fit.
    __heddle_fused_launches(4 * piece);
  }
  void TearDown() override {
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    __heddle_fused_launches(1 << 20);
    RuntimeTest::TearDown();
  }

  struct Context {
    std::vector<std::pair<int, uint64_t>> *log;
    int number;
  };

  static void logBlocks(void *context, uint64_t begin, uint64_t end, void *) {
    auto *its = static_cast<Context *>(context);
    for (uint64_t i = begin; i < end; ++i)
      its->log->push_back({its->number, i});
  }

  /// A block's own piece, from `low` to `high`.
  static HeddleFootprint own(char *base, bool writes, int64_t low = 0,
                             int64_t high = piece) {
    return {base, piece, low, high, 0, writes, false};
  }
  static HeddleFootprint anywhere(const void *base, bool writes) {
    return {base, 0, 0, 0, 0, writes, true};
  }

  bool begin(uint32_t flags, void *stream = nullptr) {
    HeddleKernelInfo info = plainKernel;
    info.flags = flags;
    HeddleLaunchConfig config = {{blockCount, 1, 1}, {32, 1, 1}, 0, stream};
    return __heddle_launch_begin(&info, &config) == 0;
  }

  void launch(int number, std::vector<HeddleFootprint> prints,
              bool mayWait = true, uint64_t blocks = blockCount,
              uint64_t perRow = 1) {
    if (mayWait)
      __heddle_launch_may_wait();
    ASSERT_TRUE(begin(HeddleKernelMayJoin));
    Context context = {&log, number};
    __heddle_launch_blocks_lazily(logBlocks, &context, sizeof context, blocks,
                                  0, 1, prints.data(), prints.size(), perRow);
    std::memset(&context, 0, sizeof context);
  }

  /// Whether two launches run together, as they should if it is said so.
  bool fuses(HeddleFootprint first, HeddleFootprint second) {
    log.clear();
    uint64_t before = __heddle_fused_launches(0);
    // All that it reads is worth waiting for.
    launch(1, {own(c, false), first});
    launch(2, {second}, /*mayWait=*/false);
    EXPECT_EQ(log.size(), 2 * blockCount);
    bool areFused = __heddle_fused_launches(0) == before + 2;
    // A block's second launch comes after its first one, in any case.
    for (uint64_t i = 0; i < blockCount; ++i)
      EXPECT_LT(place(1, i), place(2, i));
    EXPECT_EQ(areFused, place(2, 0) < place(1, blockCount - 1));
    return areFused;
  }

  size_t place(int number, uint64_t block) {
    return std::find(log.begin(), log.end(), std::pair(number, block)) -
           log.begin();
  }

  const Threads onlyThisOne{1};
  std::vector<std::pair<int, uint64_t>> log;
  char *a = nullptr, *b = nullptr, *c = nullptr;
};

TEST_F(FusedLaunchesTest, OwnPieces) {
  EXPECT_TRUE(fuses(own(a, true), own(a, false)));
  EXPECT_TRUE(fuses(own(a, true), own(a, true)));
  EXPECT_TRUE(fuses(own(a, false), own(a, true)));
  // A part of the piece, and one that begins in its middle but no longer.
  EXPECT_TRUE(fuses(own(a, true), own(a, true, 512, 600)));
  EXPECT_TRUE(fuses(own(a, true, 512, 1024), own(a, true, 0, 512)));
}

TEST_F(FusedLaunchesTest, NeighboursConflict) {
  EXPECT_FALSE(fuses(own(a, true), own(a, false, 4, piece + 4)));
  EXPECT_FALSE(fuses(own(a, false, 4, piece + 4), own(a, true)));
  EXPECT_FALSE(fuses(own(a, true), own(a, false, -4, piece)));
  EXPECT_FALSE(fuses(own(a, true), own(a, true, 1, piece + 1)));
  // Each keeps to pieces of one length, but not to the same ones.
  EXPECT_FALSE(fuses(own(a, true, 0, 600), own(a, true, 600, 1200)));
  // Readers do not mind each other.
  EXPECT_TRUE(fuses(own(a, false), own(a, false, -4, piece + 4)));
}

TEST_F(FusedLaunchesTest, PiecesOfOtherLengths) {
  HeddleFootprint half = {a, piece / 2, 0, piece / 2, 0, 1, 0};
  EXPECT_FALSE(fuses(own(a, true), half));
  HeddleFootprint reversed = {
      a + bytes - piece, -int64_t(piece), 0, piece, 0, 0, 0};
  EXPECT_FALSE(fuses(own(a, true), reversed));
  HeddleFootprint same = {a, 0, 0, 4, 0, 1, 0};
  EXPECT_FALSE(fuses(same, same));
  reversed.base = b + bytes - piece;
  EXPECT_TRUE(fuses(own(a, true), reversed));
}

TEST_F(FusedLaunchesTest, PartsOfOneAllocation) {
  HeddleFootprint low = {a, piece / 2, 0, piece / 2, 0, 1, 0}, high = low;
  high.base = a + bytes / 2;
  EXPECT_TRUE(fuses(low, high));
  high.base = a + bytes / 2 - 4;
  EXPECT_FALSE(fuses(low, high));
}

TEST_F(FusedLaunchesTest, Anywhere) {
  EXPECT_TRUE(fuses(own(a, true), anywhere(b, true)));
  EXPECT_TRUE(fuses(anywhere(b + 100, true), anywhere(a, false)));
  EXPECT_FALSE(fuses(own(a, true), anywhere(a, false)));
  EXPECT_FALSE(fuses(anywhere(a + bytes - 4, true), own(a, false)));
  // Memory that nobody knows may be any.
  int unknown = 0;
  EXPECT_FALSE(fuses(own(a, true), anywhere(&unknown, false)));
  EXPECT_FALSE(fuses(anywhere(nullptr, true), own(a, false)));
  EXPECT_TRUE(fuses(own(a, false), anywhere(&unknown, false)));
}

TEST_F(FusedLaunchesTest, GridStrides) {
  HeddleFootprint turns = own(a, true);
  turns.period = blockCount * piece;
  EXPECT_TRUE(fuses(turns, turns));
  EXPECT_TRUE(fuses(turns, own(a, false)));
  HeddleFootprint shifted = turns;
  shifted.low = 4, shifted.high = piece + 4;
  EXPECT_FALSE(fuses(turns, shifted));
  HeddleFootprint other = turns;
  other.period = 2 * blockCount * piece;
  EXPECT_TRUE(fuses(turns, other));
  other.period = (blockCount - 1) * piece;
  EXPECT_FALSE(fuses(turns, other));
  other.base = b;
  EXPECT_TRUE(fuses(turns, other));
}

TEST_F(FusedLaunchesTest, NumbersThatAreNoAddresses) {
  HeddleFootprint wide = own(b, true);
  wide.perBlock = INT64_MAX / 2;
  EXPECT_FALSE(fuses(own(a, true), wide));
  wide = own(b, true, INT64_MIN, INT64_MAX);
  EXPECT_FALSE(fuses(own(a, true), wide));
}

TEST_F(FusedLaunchesTest, OtherNumbersOfBlocks) {
  uint64_t before = __heddle_fused_launches(0);
  launch(1, {own(a, true)});
  launch(2, {own(a, true)}, true, blockCount - 1);
  EXPECT_EQ(log.size(), blockCount);
  __heddle_launch_settle();
  EXPECT_EQ(log.size(), 2 * blockCount - 1);
  EXPECT_EQ(__heddle_fused_launches(0), before);
}

TEST_F(FusedLaunchesTest, UnitsOfSeveralBlocks) {
  // Half as long pieces, then pieces of two, then of three, which do not fit.
  HeddleFootprint half = {a, piece / 2, 0, piece / 2, 0, 1, 0};
  HeddleFootprint twice = {a, 2 * piece, 0, 2 * piece, 0, 1, 0};
  HeddleFootprint thrice = {a, 3 * piece, 0, 3 * piece, 0, 1, 0};
  uint64_t before = __heddle_fused_launches(8 * piece);
  launch(1, {own(a, true)});
  launch(2, {half}, true, 2 * blockCount);
  launch(3, {twice}, true, blockCount / 2);
  launch(4, {half}, true, 2 * blockCount);
  EXPECT_TRUE(log.empty());
  launch(5, {thrice}, true, (blockCount + 2) / 3);
  EXPECT_EQ(log.size(), 5 * blockCount + blockCount / 2);
  EXPECT_EQ(__heddle_fused_launches(0), before + 4);
  for (uint64_t i = 0; i < blockCount; ++i) {
    EXPECT_LT(place(1, i), place(2, 2 * i));
    EXPECT_LT(place(2, 2 * i + 1), place(3, i / 2));
    EXPECT_LT(place(3, i / 2), place(4, 2 * i));
  }
  EXPECT_LT(place(4, 0), place(1, blockCount - 1));
  __heddle_launch_settle();
}

TEST_F(FusedLaunchesTest, UnitsThatMeet) {
  // As many pieces, but in other places.
  HeddleFootprint half = {a, piece / 2, 4, piece / 2 + 4, 0, 1, 0};
  HeddleFootprint same = own(a, true);
  for (HeddleFootprint print : {half, same}) {
    uint64_t before = __heddle_fused_launches(0);
    launch(1, {own(a, true)});
    launch(2, {print}, false, 2 * blockCount);
    launch(1, {print}, true, 2 * blockCount);
    launch(2, {own(a, true)}, false);
    EXPECT_EQ(__heddle_fused_launches(0), before);
  }
  // The last unit is one block short.
  HeddleFootprint back = {
      a + bytes, -int64_t(piece / 2), -int64_t(piece / 2), 0, 0, 1, 0};
  uint64_t before = __heddle_fused_launches(0);
  launch(1, {back}, true, 2 * blockCount - 1);
  launch(2, {{a + bytes, -int64_t(piece), -int64_t(piece), 0, 0, 1, 0}}, false);
  EXPECT_EQ(__heddle_fused_launches(0), before);
  HeddleFootprint half2 = {a, piece / 2, 0, piece / 2, 0, 1, 0};
  launch(1, {half2}, true, 2 * blockCount - 1);
  launch(2, {own(a, true)}, false);
  EXPECT_EQ(__heddle_fused_launches(0), before + 2);
}

TEST_F(FusedLaunchesTest, RunsAFewBlocksAtATime) {
  launch(1, {own(a, true)});
  launch(2, {own(a, true)});
  launch(3, {own(a, false)});
  EXPECT_TRUE(log.empty());
  __heddle_launch_settle();
  ASSERT_EQ(log.size(), 3 * blockCount);
  std::vector<std::pair<int, uint64_t>> first = {{1, 0}, {2, 0}, {3, 0}};
  // The first piece of a launch on trial is one block.
  EXPECT_TRUE(std::equal(first.begin(), first.end(), log.begin()));
  EXPECT_LT(place(3, 1), place(1, 4));
}

TEST_F(FusedLaunchesTest, TheFirstThatConflictsStartsAnew) {
  uint64_t before = __heddle_fused_launches(0);
  launch(1, {own(a, true)});
  launch(2, {own(a, false), own(b, true)});
  launch(3, {own(b, false, 4, piece + 4), own(a, true)});
  EXPECT_EQ(log.size(), 2 * blockCount);
  launch(4, {own(a, true)}, /*mayWait=*/false);
  EXPECT_EQ(log.size(), 4 * blockCount);
  EXPECT_EQ(__heddle_fused_launches(0), before + 4);
}

TEST_F(FusedLaunchesTest, SmallLaunchesDoNotWait) {
  __heddle_fused_launches(2 * bytes);
  launch(1, {own(a, true)});
  EXPECT_EQ(log.size(), blockCount);
}

TEST_F(FusedLaunchesTest, BlocksTooLargeForTheCache) {
  __heddle_fused_launches(piece);
  EXPECT_FALSE(fuses(own(a, true), own(a, true)));
}

/// A grid of two dimensions, of which the rows keep to their own pieces.
TEST_F(FusedLaunchesTest, RowsOfBlocks) {
  constexpr uint64_t perRow = 3;
  uint64_t before = __heddle_fused_launches(0);
  launch(1, {own(a, true)});
  launch(2, {own(a, true)}, /*mayWait=*/false, blockCount * perRow, perRow);
  ASSERT_EQ(log.size(), blockCount + blockCount * perRow);
  EXPECT_EQ(__heddle_fused_launches(0), before + 2);
  for (uint64_t i = 0; i < blockCount * perRow; ++i)
    EXPECT_LT(place(1, i / perRow), place(2, i));
  EXPECT_LT(place(2, perRow - 1), place(1, blockCount - 1));

  // Two rows for each block, and two blocks for each row.
  for (uint64_t rows : {2 * blockCount, blockCount / 2}) {
    log.clear();
    int64_t length = bytes / rows;
    launch(1, {own(a, true)});
    launch(2, {{a, length, 0, length, 0, 1, 0}}, /*mayWait=*/false,
           rows * perRow, perRow);
    ASSERT_EQ(log.size(), blockCount + rows * perRow);
    for (uint64_t i = 0; i < blockCount; ++i)
      for (uint64_t j = 0; j < rows * perRow; ++j)
        if (i * rows / blockCount == j / perRow ||
            i == j / perRow * blockCount / rows)
          EXPECT_LT(place(1, i), place(2, j));
    EXPECT_LT(place(2, 0), place(1, blockCount - 1));
  }
  EXPECT_EQ(__heddle_fused_launches(0), before + 6);
}

TEST_F(FusedLaunchesTest, OnlyWhoMayWaits) {
  launch(1, {own(a, true)}, /*mayWait=*/false);
  EXPECT_EQ(log.size(), blockCount);
  // Nobody knows what it touches.
  __heddle_launch_may_wait();
  begin(HeddleKernelMayJoin);
  Context context = {&log, 2};
  __heddle_launch_blocks_lazily(logBlocks, &context, sizeof context, blockCount,
                                0, 1, nullptr, -1, 1);
  EXPECT_EQ(log.size(), 2 * blockCount);
}

TEST_F(FusedLaunchesTest, OthersSettle) {
  Context context = {&log, 2};
  launch(1, {own(a, true)});
  __heddle_launch_blocks(logBlocks, &context, blockCount, 0, 1);
  ASSERT_EQ(log.size(), 2 * blockCount);
  EXPECT_LT(place(1, blockCount - 1), place(2, 0));

  log.clear();
  launch(1, {own(a, true)});
  EXPECT_TRUE(log.empty());
  begin(/*flags=*/0);
  EXPECT_EQ(log.size(), blockCount);

  log.clear();
  launch(1, {own(a, true)});
  HeddleLaunchConfig wrong = {{0, 1, 1}, {32, 1, 1}, 0, nullptr};
  EXPECT_NE(__heddle_launch_begin(&plainKernel, &wrong), 0);
  EXPECT_EQ(log.size(), blockCount);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidConfiguration);
}

TEST_F(FusedLaunchesTest, CaptureSettles) {
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
  launch(1, {own(a, true)});
  EXPECT_TRUE(log.empty());
  EXPECT_FALSE(begin(HeddleKernelMayJoin, stream));
  EXPECT_EQ(log.size(), blockCount);
  cudaGraph_t graph;
  cudaStreamEndCapture(stream, &graph);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
}

TEST_F(FusedLaunchesTest, ThreadsHaveTheirOwn) {
  launch(1, {own(a, true)});
  std::thread([] { __heddle_launch_settle(); }).join();
  EXPECT_TRUE(log.empty());
  __heddle_launch_settle();
  EXPECT_EQ(log.size(), blockCount);
}

TEST_F(FusedLaunchesTest, AllBlocksOnManyThreads) {
  constexpr uint64_t many = 1 << 14;
  std::vector<int> values(many);
  auto body = [](void *context, uint64_t begin, uint64_t end, void *) {
    int *values = *static_cast<int **>(context);
    for (uint64_t i = begin; i < end; ++i)
      values[i] = values[i] * 3 + 1;
  };
  int *data = values.data();
  HeddleFootprint print = {data, 4, 0, 4, 0, 1, 0};
  uint64_t before = __heddle_fused_launches(0);
  for (int i = 0; i < 3; ++i) {
    __heddle_launch_may_wait();
    begin(HeddleKernelMayJoin);
    __heddle_launch_blocks_lazily(body, &data, sizeof data, many, 0, 100000,
                                  &print, 1, 1);
  }
  __heddle_launch_settle();
  EXPECT_EQ(__heddle_fused_launches(0), before + 3);
  for (int value : values)
    ASSERT_EQ(value, 13);
}

} // namespace
