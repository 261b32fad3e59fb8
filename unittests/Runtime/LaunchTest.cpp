//===- LaunchTest.cpp - Launches, from configuration to blocks ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeTest.h"
#include <atomic>
#include <omp.h>
#include <thread>
#include <vector>

namespace {

using LaunchTest = RuntimeTest;

HeddleLaunchConfig makeConfig(dim3 grid, dim3 block, uint64_t shared = 0) {
  return {
      {grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, shared, nullptr};
}

cudaError_t begin(const HeddleLaunchConfig &config,
                  const HeddleKernelInfo &info = plainKernel) {
  int refused = __heddle_launch_begin(&info, &config);
  cudaError_t error = cudaGetLastError();
  EXPECT_EQ(refused != 0, error != cudaSuccess);
  return error;
}

TEST_F(LaunchTest, ConfigurationsNest) {
  __cudaPushCallConfiguration(dim3(1, 2, 3), dim3(4, 5, 6), 7,
                              cudaStreamLegacy);
  __cudaPushCallConfiguration(dim3(8), dim3(9));
  HeddleLaunchConfig inner, outer;
  __heddle_pop_config(&inner);
  __heddle_pop_config(&outer);
  EXPECT_EQ(inner.grid[0], 8u);
  EXPECT_EQ(inner.block[0], 9u);
  EXPECT_EQ(outer.grid[2], 3u);
  EXPECT_EQ(outer.block[1], 5u);
  EXPECT_EQ(outer.dynamicSharedBytes, 7u);
  EXPECT_EQ(outer.stream, cudaStreamLegacy);
}

TEST_F(LaunchTest, RefusesWhatDoesNotFit) {
  EXPECT_EQ(begin(makeConfig(1, 1024)), cudaSuccess);
  EXPECT_EQ(begin(makeConfig(1, 2000)), cudaErrorInvalidConfiguration);
  EXPECT_EQ(begin(makeConfig(1, dim3(32, 33))), cudaErrorInvalidConfiguration);
  EXPECT_EQ(begin(makeConfig(1, dim3(1, 1, 65))),
            cudaErrorInvalidConfiguration);
  EXPECT_EQ(begin(makeConfig(1, dim3(1u << 16, 1u << 16))),
            cudaErrorInvalidConfiguration);
  EXPECT_EQ(begin(makeConfig(0, 32)), cudaErrorInvalidConfiguration);
  EXPECT_EQ(begin(makeConfig(32, 0)), cudaErrorInvalidConfiguration);
  EXPECT_EQ(begin(makeConfig(0x7fffffff, 1)), cudaSuccess);
  EXPECT_EQ(begin(makeConfig(0x80000000, 1)), cudaErrorInvalidConfiguration);
  EXPECT_EQ(begin(makeConfig(dim3(1, 65536), 1)),
            cudaErrorInvalidConfiguration);
}

TEST_F(LaunchTest, RespectsLaunchBounds) {
  HeddleKernelInfo bounded = plainKernel;
  bounded.maxThreadsPerBlock = 128;
  EXPECT_EQ(begin(makeConfig(1, 128), bounded), cudaSuccess);
  EXPECT_EQ(begin(makeConfig(1, 129), bounded), cudaErrorLaunchOutOfResources);
}

int handle;
void noEntry(const HeddleLaunchConfig *, void **) {}

TEST_F(LaunchTest, MuchSharedMemoryTakesAnOptIn) {
  static HeddleKernelInfo info = plainKernel;
  info.staticSharedBytes = 1024;
  __heddle_register_kernel(&handle, &info, noEntry);
  EXPECT_EQ(begin(makeConfig(1, 1, 47 * 1024), info), cudaSuccess);
  EXPECT_EQ(begin(makeConfig(1, 1, 48 * 1024), info), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFuncSetAttribute(&handle,
                                 cudaFuncAttributeMaxDynamicSharedMemorySize,
                                 64 * 1024),
            cudaSuccess);
  EXPECT_EQ(begin(makeConfig(1, 1, 64 * 1024), info), cudaSuccess);
  EXPECT_EQ(begin(makeConfig(1, 1, 65 * 1024), info), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFuncSetAttribute(
                &handle, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20),
            cudaErrorInvalidValue);
}

struct Counts {
  std::vector<std::atomic<int>> seen;
  explicit Counts(size_t blocks) : seen(blocks) {}
};

void count(void *context, uint64_t begin, uint64_t end, void *) {
  auto &counts = *static_cast<Counts *>(context);
  for (uint64_t block = begin; block < end; ++block)
    ++counts.seen[block];
}

void expectEachOnce(const Counts &counts) {
  for (size_t i = 0; i < counts.seen.size(); ++i)
    ASSERT_EQ(counts.seen[i], 1) << "block " << i;
}

TEST_F(LaunchTest, RunsEachBlockOnce) {
  for (uint64_t blocks : {1, 2, 3, 7, 100, 1001, 65536})
    for (uint64_t work : {1ull, 1000ull, 1000000000000ull}) {
      Counts counts(blocks);
      __heddle_launch_blocks(count, &counts, blocks, 0, work);
      expectEachOnce(counts);
    }
}

TEST_F(LaunchTest, KeepsLittleWorkSerial) {
  Threads threads(2);
  std::atomic<int> helpers{0};
  auto body = [](void *context, uint64_t, uint64_t, void *) {
    *static_cast<std::atomic<int> *>(context) += __heddle_sm_id() != 0;
  };
  // One that was interrupted is taken for longer than it is.
  int helped = 0;
  for (int launch = 0; launch < 100; ++launch) {
    helpers = 0;
    __heddle_launch_blocks(body, &helpers, 1000, 0, 2);
    helped += helpers != 0;
  }
  EXPECT_LT(helped, 20);
}

TEST_F(LaunchTest, SpreadsMuchWork) {
  Threads threads(2);
  std::atomic<bool> isHelped{false};
  __heddle_launch_blocks(
      [](void *context, uint64_t, uint64_t, void *) {
        auto &isHelped = *static_cast<std::atomic<bool> *>(context);
        if (__heddle_sm_id() != 0)
          isHelped = true;
        EXPECT_TRUE(waitUntil([&] { return isHelped.load(); }));
      },
      &isHelped, 1000, 0, 1000000);
}

// Once all are at work, each thread is at blocks of its own part.
TEST_F(LaunchTest, SharesOutByThread) {
  constexpr int count = 3, blocks = 3000;
  struct Seen {
    std::atomic<int> begun{0};
    int first[count] = {-1, -1, -1};
  };
  Threads threads(count);
  for (int launch = 0; launch < 3; ++launch) {
    Seen seen;
    __heddle_launch_blocks(
        [](void *context, uint64_t begin, uint64_t, void *) {
          auto &seen = *static_cast<Seen *>(context);
          workHard();
          int &first = seen.first[__heddle_sm_id()];
          if (first >= 0)
            return;
          first = static_cast<int>(begin);
          ++seen.begun;
          EXPECT_TRUE(waitUntil([&] { return seen.begun == count; }));
        },
        &seen, blocks, 0, 1000000);
    for (int i = 0; i < count; ++i)
      EXPECT_EQ(seen.first[i], blocks / count * i);
  }
}

// One part takes longer than all the others, which help with it.
TEST_F(LaunchTest, HelpsThreadsThatAreBehind) {
  std::atomic<bool> isHelped{false};
  Threads threads(2);
  __heddle_launch_blocks(
      [](void *context, uint64_t begin, uint64_t, void *) {
        auto &isHelped = *static_cast<std::atomic<bool> *>(context);
        if ((begin < 500) != (__heddle_sm_id() == 0))
          isHelped = true;
        // The first waits until somebody else has begun on its part.
        else if (begin == 0)
          waitUntil([&] { return isHelped.load(); });
      },
      &isHelped, 1000, 0, 1000000);
  EXPECT_TRUE(isHelped);
}

// What the compiler takes for much work is little, and the other way round.
TEST_F(LaunchTest, LearnsWhatBlocksCost) {
  Threads threads(2);
  std::atomic<int> calls{0}, helpers{0};
  // Alone, and in pieces that get longer as the launch goes on.
  EXPECT_TRUE(waitUntil([&] {
    calls = 0;
    __heddle_launch_blocks(
        [](void *context, uint64_t, uint64_t, void *) {
          *static_cast<std::atomic<int> *>(context) +=
              __heddle_sm_id() == 0 ? 1 : 100;
        },
        &calls, 100, 0, 1000000);
    return calls < 10;
  }));
  EXPECT_TRUE(waitUntil([&] {
    __heddle_launch_blocks(
        [](void *context, uint64_t begin, uint64_t end, void *) {
          *static_cast<std::atomic<int> *>(context) += __heddle_sm_id() != 0;
          std::this_thread::sleep_for(std::chrono::microseconds(end - begin));
        },
        &helpers, 100, 0, 1);
    return helpers != 0;
  }));
}

// Blocks that did nothing in the launches before have much to do now.
TEST_F(LaunchTest, FindsOutThatALaunchIsLong) {
  Threads threads(2);
  struct Work {
    bool isMuch = false;
    std::atomic<bool> isHelped{false};
  } work;
  for (int launch = 0; launch < 10; ++launch) {
    work.isMuch = launch == 9;
    __heddle_launch_blocks(
        [](void *context, uint64_t begin, uint64_t, void *) {
          auto &work = *static_cast<Work *>(context);
          if (!work.isMuch)
            return;
          if (__heddle_sm_id() != 0)
            work.isHelped = true;
          if (begin == 0)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
          else
            waitUntil([&] { return work.isHelped.load(); });
        },
        &work, 1000, 0, 1000000);
  }
  EXPECT_TRUE(work.isHelped);
}

TEST_F(LaunchTest, WorksInsideAParallelRegion) {
  Counts counts(400);
  struct Slice {
    Counts *counts;
    uint64_t first;
  };
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 4; ++i) {
    Slice slice{&counts, i * 100ull};
    __heddle_launch_blocks(
        [](void *context, uint64_t begin, uint64_t end, void *) {
          auto &slice = *static_cast<Slice *>(context);
          for (uint64_t b = begin; b < end; ++b)
            ++slice.counts->seen[slice.first + b];
        },
        &slice, 100, 0, 1000000);
  }
  expectEachOnce(counts);
}

TEST_F(LaunchTest, NestsInAKernel) {
  Counts counts(64);
  __heddle_launch_blocks(
      [](void *context, uint64_t begin, uint64_t end, void *shared) {
        *static_cast<uint64_t *>(shared) = begin;
        for (uint64_t b = begin; b < end; ++b) {
          std::pair<Counts *, uint64_t> inner{static_cast<Counts *>(context),
                                              b * 8};
          __heddle_launch_blocks(
              [](void *context, uint64_t begin, uint64_t end, void *shared) {
                *static_cast<uint64_t *>(shared) = ~0ull;
                auto &inner =
                    *static_cast<std::pair<Counts *, uint64_t> *>(context);
                for (uint64_t b = begin; b < end; ++b)
                  ++inner.first->seen[inner.second + b];
              },
              &inner, 8, 8, 1000000);
        }
        EXPECT_EQ(*static_cast<uint64_t *>(shared), begin);
      },
      &counts, 8, 8, 1000000);
  expectEachOnce(counts);
}

// A kernel as the compiler makes one: an entry that unpacks its arguments.
struct Scale {
  float *data;
  float factor;
  uint32_t threads;
};
constexpr HeddleKernelInfo scaleInfo = {
    "scale(float*, float)", 0, 0, 1024, 2, 0, 0, nullptr, nullptr, nullptr, 0};
void scaleBody(void *context, uint64_t begin, uint64_t end, void *) {
  auto &s = *static_cast<Scale *>(context);
  for (uint64_t b = begin; b < end; ++b)
    for (uint32_t t = 0; t < s.threads; ++t)
      s.data[b * s.threads + t] *= s.factor;
}
void scaleEntry(const HeddleLaunchConfig *config, void **args) {
  Scale s{*static_cast<float **>(args[0]), *static_cast<float *>(args[1]),
          config->block[0]};
  if (__heddle_launch_begin(&scaleInfo, config))
    return;
  __heddle_launch_blocks(scaleBody, &s, config->grid[0],
                         config->dynamicSharedBytes, 100);
}
void scale(float *, float) {}

TEST_F(LaunchTest, ThroughTheRegistry) {
  __heddle_register_kernel(reinterpret_cast<const void *>(&scale), &scaleInfo,
                           scaleEntry);
  float *data;
  cudaMallocManaged(&data, 640 * sizeof(float));
  for (int i = 0; i < 640; ++i)
    data[i] = i;
  float factor = 3;
  void *args[] = {&data, &factor};
  EXPECT_EQ(cudaLaunchKernel(scale, dim3(10), dim3(64), args), cudaSuccess);
  for (int i = 0; i < 640; ++i)
    ASSERT_EQ(data[i], 3.0f * i);

  EXPECT_EQ(cudaLaunchKernel(scale, dim3(10), dim3(2000), args),
            cudaErrorInvalidConfiguration);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidConfiguration);

  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(10);
  config.blockDim = dim3(64);
  EXPECT_EQ(cudaLaunchKernelEx(&config, scale, data, 2), cudaSuccess);
  EXPECT_EQ(data[100], 600.0f);
}

TEST_F(LaunchTest, OfAnUnknownFunctionFails) {
  void *args[] = {nullptr};
  EXPECT_EQ(cudaLaunchKernel(reinterpret_cast<const void *>(&args), dim3(1),
                             dim3(1), args, 0, 0),
            cudaErrorInvalidDeviceFunction);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidDeviceFunction);
}

} // namespace
