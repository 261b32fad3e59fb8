//===- WarpTest.cpp - Warp operations, votes and barriers on fibers -------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeTest.h"
#include <atomic>
#include <string>
#include <vector>

namespace {

using WarpTest = RuntimeTest;

constexpr uint32_t full = 0xffffffff;

/// Runs `thread` on fibers; what it returns is left in an array by thread.
std::vector<uint32_t> run(uint32_t (*thread)(uint32_t self), dim3 grid,
                          dim3 block, uint32_t flags = 0) {
  struct Context {
    uint32_t (*thread)(uint32_t);
    std::vector<uint32_t> results;
  };
  uint32_t threads = block.x * block.y * block.z;
  Context context{thread,
                  std::vector<uint32_t>(grid.x * grid.y * grid.z * threads)};
  HeddleKernelInfo info = plainKernel;
  info.usesFibers = 1;
  info.staticSharedBytes = 256;
  info.flags = flags;
  HeddleLaunchConfig config = {
      {grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, 0, nullptr};
  EXPECT_EQ(__heddle_launch_begin(&info, &config), 0);
  __heddle_launch_fibers(
      [](void *pointer) {
        auto &context = *static_cast<Context *>(pointer);
        const HeddleThread &t = *__heddle_this_thread();
        uint32_t self =
            t.threadIdx[0] +
            t.blockDim[0] * (t.threadIdx[1] + t.blockDim[1] * (t.threadIdx[2]));
        uint32_t threads = t.blockDim[0] * t.blockDim[1] * t.blockDim[2];
        context.results[t.blockIdx[0] * threads + self] = context.thread(self);
      },
      &context, &info, &config);
  return context.results;
}

TEST_F(WarpTest, LanesAreThreadsInLinearOrder) {
  auto got = run([](uint32_t) { return __heddle_lane_id(); }, 2, dim3(5, 4, 3));
  for (uint32_t i = 0; i < 120; ++i)
    EXPECT_EQ(got[i], i % 60 % 32);
}

TEST_F(WarpTest, ShufflesInEveryWarp) {
  auto got = run(
      [](uint32_t self) {
        uint64_t wide = __heddle_warp_shuffle64(full, uint64_t(self) << 32 | 7,
                                                (self + 1) % 32);
        return __heddle_warp_shuffle32(full, uint32_t(wide >> 32), self ^ 3);
      },
      3, 96);
  for (uint32_t i = 0; i < got.size(); ++i) {
    uint32_t self = i % 96, from = (self & ~31u) + (self % 32 ^ 3);
    EXPECT_EQ(got[i], (from & ~31u) + (from + 1) % 32) << i;
  }
}

TEST_F(WarpTest, SeveralShufflesAtOnce) {
  auto got = run(
      [](uint32_t self) {
        HeddleShuffle shuffles[3] = {
            {self, self + 1}, {uint64_t(self) << 32, self ^ 4}, {7, 40}};
        __heddle_warp_shuffles(full, shuffles, 3);
        return uint32_t(shuffles[0].value + (shuffles[1].value >> 32) * 100 +
                        shuffles[2].value * 10000);
      },
      2, 64);
  for (uint32_t i = 0; i < got.size(); ++i) {
    uint32_t self = i % 64, warp = self & ~31u;
    EXPECT_EQ(got[i],
              warp + (self + 1) % 32 + (warp + (self % 32 ^ 4)) * 100 + 70000)
        << i;
  }
}

// Branches may have different code around the same shuffles.
TEST_F(WarpTest, LanesGroupTheirShufflesDifferently) {
  auto got = run(
      [](uint32_t self) {
        uint32_t next = (self + 1) % 32;
        HeddleShuffle shuffles[4];
        for (uint32_t i = 0; i < 4; ++i)
          shuffles[i] = {self + 100 * i, next};
        if (self % 3 == 0) {
          __heddle_warp_shuffles(full, shuffles, 4);
        } else if (self % 3 == 1) {
          __heddle_warp_shuffles(full, shuffles, 1);
          __heddle_warp_shuffles(full, shuffles + 1, 3);
        } else {
          for (HeddleShuffle &one : shuffles)
            one.value =
                __heddle_warp_shuffle32(full, uint32_t(one.value), next);
        }
        uint32_t sum = 0;
        for (const HeddleShuffle &one : shuffles)
          sum += uint32_t(one.value);
        return sum;
      },
      1, 32);
  for (uint32_t i = 0; i < 32; ++i)
    EXPECT_EQ(got[i], 4 * ((i + 1) % 32) + 600) << i;
}

TEST_F(WarpTest, LanesThatEndedOrNeverWereAreNotWaitedFor) {
  auto got = run(
      [](uint32_t self) {
        if (self % 4 == 3)
          return 0u;
        uint32_t lanes = __heddle_warp_ballot(full, 1);
        if (self % 2 == 0)
          return lanes;
        return lanes + __heddle_warp_ballot(full, self != 33);
      },
      1, 40);
  for (uint32_t i = 0; i < 40; ++i) {
    uint32_t first = i < 32 ? 0x77777777 : 0x77;
    uint32_t second = i < 32 ? 0x22222222 : 0x20;
    EXPECT_EQ(got[i], i % 4 == 3 ? 0 : i % 2 == 0 ? first : first + second);
  }
}

TEST_F(WarpTest, GroupsOfDifferentMasksMeetApart) {
  auto got = run(
      [](uint32_t self) {
        uint32_t mask = 0xff << (self & 24);
        uint32_t sum = 0;
        // The groups go round a different number of times.
        for (uint32_t i = 0; i <= (self & 24) / 8; ++i)
          sum += __heddle_warp_reduce(mask, self + i, HeddleReduceAdd);
        return sum;
      },
      1, 32);
  for (uint32_t i = 0; i < 32; ++i) {
    uint32_t sum = 0;
    for (uint32_t r = 0; r <= i / 8; ++r)
      for (uint32_t lane = i & 24; lane < (i & 24) + 8; ++lane)
        sum += lane + r;
    EXPECT_EQ(got[i], sum);
  }
}

TEST_F(WarpTest, ReducesSignedAndUnsigned) {
  auto reduced = [](uint32_t self) {
    uint32_t v = self * 0x9e3779b9u;
    uint32_t r = 0;
    for (uint32_t kind = HeddleReduceAdd; kind <= HeddleReduceXor; ++kind)
      r = r * 31 + __heddle_warp_reduce(full, v, kind);
    return r;
  };
  auto got = run(reduced, 1, 32);
  uint32_t sum = 0, minU = ~0u, maxU = 0, all = ~0u, any = 0, odd = 0;
  int32_t minS = INT32_MAX, maxS = INT32_MIN;
  for (uint32_t i = 0; i < 32; ++i) {
    uint32_t v = i * 0x9e3779b9u;
    sum += v, all &= v, any |= v, odd ^= v;
    minU = std::min(minU, v), maxU = std::max(maxU, v);
    minS = std::min(minS, int32_t(v)), maxS = std::max(maxS, int32_t(v));
  }
  uint32_t want = 0;
  for (uint32_t r :
       {sum, minU, maxU, uint32_t(minS), uint32_t(maxS), all, any, odd})
    want = want * 31 + r;
  for (uint32_t r : got)
    EXPECT_EQ(r, want);
}

TEST_F(WarpTest, MatchesValues) {
  auto got = run(
      [](uint32_t self) {
        return __heddle_warp_match32(full, self % 5) ^
               __heddle_warp_match64(full, uint64_t(self % 3) << 40);
      },
      1, 32);
  for (uint32_t i = 0; i < 32; ++i) {
    uint32_t want = 0;
    for (uint32_t j = 0; j < 32; ++j)
      want |= uint32_t((i % 5 == j % 5) != (i % 3 == j % 3)) << j;
    EXPECT_EQ(got[i], want);
  }
}

TEST_F(WarpTest, TheActiveLanesAreThoseOfTheBranch) {
  auto got = run(
      [](uint32_t self) {
        uint32_t all = __heddle_warp_active();
        if (self % 3 == 0)
          all ^= __heddle_warp_active();
        else if (self % 3 == 1)
          all += __heddle_warp_active();
        __heddle_fiber_barrier();
        return all;
      },
      2, 64);
  for (uint32_t i = 0; i < got.size(); ++i) {
    uint32_t self = i % 64, branch = 0;
    for (uint32_t lane = 0; lane < 32; ++lane)
      branch |= uint32_t(((self & ~31u) + lane) % 3 == self % 3) << lane;
    EXPECT_EQ(got[i], self % 3 == 0   ? full ^ branch
                      : self % 3 == 1 ? full + branch
                                      : full);
  }
}

// Programs of old do this, and GPUs let them.
TEST_F(WarpTest, AMaskThatNamesTooManyLanesDoesNotHang) {
  auto got = run(
      [](uint32_t self) {
        uint32_t sum = self;
        if (self < 8)
          for (uint32_t d = 4; d; d /= 2)
            sum += __heddle_warp_shuffle32(full, sum, self + d);
        __heddle_fiber_barrier();
        return sum;
      },
      1, 64);
  EXPECT_EQ(got[0], 28u);
}

TEST_F(WarpTest, ASpinningLaneIsWaitedFor) {
  auto got = run(
      [](uint32_t self) {
        auto *flag =
            static_cast<uint32_t *>(__heddle_this_thread()->staticShared);
        if (self == 0)
          *flag = 0;
        __heddle_fiber_barrier();
        if (self == 5)
          while (*flag < 100)
            __heddle_yield();
        if (self == 63)
          while (++*flag < 100)
            __heddle_yield();
        return __heddle_warp_ballot(full, self != 7);
      },
      1, 64);
  for (uint32_t i = 0; i < 64; ++i)
    EXPECT_EQ(got[i], i < 32 ? ~(1u << 7) : full);
}

TEST_F(WarpTest, ABarrierCounts) {
  auto got = run(
      [](uint32_t self) {
        if (self == 3)
          return 0u;
        uint32_t first = __heddle_block_count(self % 2);
        return first * 1000 + __heddle_block_count(self % 5 == 0);
      },
      3, 100);
  for (uint32_t i = 0; i < got.size(); ++i)
    EXPECT_EQ(got[i], i % 100 == 3 ? 0u : 49020u);
}

// Producers fill a buffer that consumers empty, many times over.
TEST_F(WarpTest, NamedBarriersPassABufferOnAndOn) {
  auto got = run(
      [](uint32_t self) {
        auto *buffer =
            static_cast<uint32_t *>(__heddle_this_thread()->staticShared);
        uint32_t sum = 0;
        for (uint32_t i = 0; i < 20; ++i)
          if (self < 32) {
            __heddle_named_barrier(2, 64);
            buffer[self] = self * i;
            __heddle_named_arrive(1, 64);
          } else {
            __heddle_named_arrive(2, 64);
            __heddle_named_barrier(1, 64);
            sum += buffer[self - 32];
            // The next round's arrival says that it is read.
          }
        return sum;
      },
      4, 64);
  for (uint32_t i = 0; i < got.size(); ++i)
    EXPECT_EQ(got[i], i % 64 < 32 ? 0 : (i % 64 - 32) * 190);
}

TEST_F(WarpTest, ANamedBarrierOfAllIsOneOfThoseThatAreLeft) {
  auto got = run(
      [](uint32_t self) {
        if (self % 3 == 0)
          return 0u;
        __heddle_named_barrier(4, 64);
        return 1u;
      },
      1, 64);
  for (uint32_t i = 0; i < 64; ++i)
    EXPECT_EQ(got[i], i % 3 != 0);
}

TEST_F(WarpTest, ThreadsThatWaitForEachOtherAreAnError) {
  testing::internal::CaptureStderr();
  run(
      [](uint32_t self) {
        if (self < 32)
          __heddle_fiber_barrier();
        else
          __heddle_named_barrier(1, 64);
        return 0u;
      },
      1, 64);
  EXPECT_NE(testing::internal::GetCapturedStderr().find(
                "kernel: the threads of a block wait for each other"),
            std::string::npos);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
}

} // namespace
