//===- VerifyLaunchesTest.cpp - Launches that are run again ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeTest.h"
#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

namespace {

constexpr uint32_t sizes[2] = {8, 8};
constexpr int count = 256;

/// Two lowerings of one kernel that takes two pointers, made by hand.
struct VerifyLaunchesTest : RuntimeTest {
  HeddleKernelInfo info = {"kernel(int*)", 0,       0,       1024, 2, 1, 0,
                           sizes,          nullptr, nullptr, 0};
  HeddleKernelMemory memory[2] = {{nullptr, 0, HeddleInt32},
                                  {nullptr, 1, HeddleInt32}};
  /// Never freed: reports know kernels by their addresses.
  HeddleVerifiedKernel &kernel =
      *new HeddleVerifiedKernel{&info, nullptr, nullptr, 0, 2, memory};
  int *first = nullptr, *second = nullptr;
  HeddleLaunchConfig config = {{4, 1, 1}, {64, 1, 1}, 0, nullptr};
  HeddleVerifyCounts before = {}, after = {};

  void SetUp() override {
    RuntimeTest::SetUp();
    // Differences are what some of these tests are about.
    setenv("HEDDLE_VERIFY_EXIT", "0", 1);
    ASSERT_EQ(cudaMalloc(&first, count * sizeof(int)), cudaSuccess);
    ASSERT_EQ(cudaMalloc(&second, count * sizeof(int)), cudaSuccess);
    std::fill_n(first, count, 1);
    std::fill_n(second, count, 2);
  }

  /// Returns what is reported of the launch.
  std::string launch(HeddleKernelEntry run, HeddleKernelEntry reference) {
    kernel.run = run;
    kernel.reference = reference;
    void *args[] = {&first, &second};
    __heddle_verify_counts(&before);
    testing::internal::CaptureStderr();
    EXPECT_EQ(__heddle_launch_begin(&info, &config), 0);
    __heddle_launch_verified(&kernel, &config, args);
    std::string text = testing::internal::GetCapturedStderr();
    __heddle_verify_counts(&after);
    return text;
  }
};

HeddleKernelInfo fiberInfo = {"kernel(int*)", 0,       0,       1024, 2, 1, 0,
                              sizes,          nullptr, nullptr, 0};

/// Runs `thread(first, second, index)` for each thread, on fibers.
template <void (*thread)(int *, int *, int)>
void onFibers(const HeddleLaunchConfig *config, void **args) {
  __heddle_launch_fibers(
      [](void *context) {
        void **args = static_cast<void **>(context);
        const HeddleThread &t = *__heddle_this_thread();
        thread(*static_cast<int **>(args[0]), *static_cast<int **>(args[1]),
               int(t.blockIdx[0] * t.blockDim[0] + t.threadIdx[0]));
      },
      args, &fiberInfo, config);
}

void addOne(int *first, int *, int i) { first[i] += 1; }
void addOneButOnce(int *first, int *, int i) { first[i] += i != 77; }

TEST_F(VerifyLaunchesTest, LaunchesThatAgreeAreCounted) {
  EXPECT_EQ(launch(onFibers<addOne>, onFibers<addOne>), "");
  EXPECT_EQ(after.compared - before.compared, 1u);
  EXPECT_EQ(after.different - before.different, 0u);
  EXPECT_GE(after.peakBytes, 2 * count * sizeof(int));
  // Each run began with the same memory.
  for (int i = 0; i < count; ++i)
    ASSERT_EQ(first[i], 2);
}

TEST_F(VerifyLaunchesTest, ADifferenceIsReportedAndTheResultKept) {
  std::string text = launch(onFibers<addOneButOnce>, onFibers<addOne>);
  EXPECT_EQ(after.different - before.different, 1u);
  EXPECT_NE(text.find("kernel 'kernel(int*)' <<<(4,1,1), (64,1,1)>>>: 1 "
                      "elements differ from the reference"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("(1024 bytes), 32-bit element 77: 1 (0x00000001), but "
                      "the reference has 2 (0x00000002)"),
            std::string::npos)
      << text;
  // What the program goes on with is what it would have without the option.
  EXPECT_EQ(first[76], 2);
  EXPECT_EQ(first[77], 1);
}

void storeElsewhere(int *first, int *second, int i) {
  first[i] += 1;
  if (i == 3)
    second[200] = 5;
}

TEST_F(VerifyLaunchesTest, MemoryThatOnlyOneLoweringWritesIsSeen) {
  memory[1].stored = 0;
  std::string text = launch(onFibers<storeElsewhere>, onFibers<addOne>);
  EXPECT_EQ(after.different - before.different, 1u);
  EXPECT_NE(text.find("element 200: 5 "), std::string::npos) << text;
}

void takeSlot(int *first, int *second, int i) {
  first[__atomic_fetch_add(second, 1, __ATOMIC_RELAXED) % count] = i;
}
void takeSlotBackwards(int *first, int *second, int i) {
  first[count - 1 - __atomic_fetch_add(second, 1, __ATOMIC_RELAXED) % count] =
      i;
}

// In the two orders that are always tried, an element in the middle gets the
// same value; further orders show that it depends on the order as well.
TEST_F(VerifyLaunchesTest, ResultsThatDependOnTheOrderAreNoDifference) {
  *second = 0;
  std::string text = launch(onFibers<takeSlotBackwards>, onFibers<takeSlot>);
  EXPECT_EQ(after.different - before.different, 0u) << text;
  EXPECT_EQ(after.orderDependent - before.orderDependent, 1u);
  EXPECT_NE(text.find("depend on the order of threads"), std::string::npos);
}

TEST_F(VerifyLaunchesTest, AKernelOnFibersIsItsOwnReference) {
  EXPECT_EQ(launch(onFibers<addOne>, nullptr), "");
  EXPECT_EQ(after.compared - before.compared, 1u);
  *second = 0;
  launch(onFibers<takeSlot>, nullptr);
  EXPECT_EQ(after.different - before.different, 0u);
  EXPECT_EQ(after.orderDependent - before.orderDependent, 1u);
}

TEST_F(VerifyLaunchesTest, SomeKernelsRunOnlyOnce) {
  static int runs;
  HeddleKernelEntry run = [](const HeddleLaunchConfig *, void **) { ++runs; };
  for (uint32_t flag :
       {HeddleVerifyPrints, HeddleVerifyClock, HeddleVerifyAllocates,
        HeddleVerifyLaunches, HeddleVerifyExternal}) {
    runs = 0;
    kernel.flags = flag;
    launch(run, run);
    EXPECT_EQ(runs, 1);
    EXPECT_EQ(after.skipped - before.skipped, 1u);
  }
}

// A second run would add to what the first has left there.
TEST_F(VerifyLaunchesTest, KernelsThatWritePageableMemoryRunOnlyOnce) {
  std::vector<int> host(count, 5);
  int *device = first;
  first = host.data();
  launch(onFibers<addOne>, onFibers<addOne>);
  EXPECT_EQ(after.skipped - before.skipped, 1u);
  EXPECT_EQ(host[9], 6);
  first = device;
}

void spin(int *first, int *, int i) { first[i] += 1; }

TEST_F(VerifyLaunchesTest, KernelsThatMayWaitForTheHostRunOnlyOnce) {
  kernel.flags = HeddleVerifySpins;
  launch(onFibers<spin>, onFibers<spin>);
  EXPECT_EQ(after.compared - before.compared, 1u);
  int *pinned;
  ASSERT_EQ(cudaMallocHost(&pinned, count * sizeof(int)), cudaSuccess);
  first = pinned;
  launch(onFibers<spin>, onFibers<spin>);
  EXPECT_EQ(after.skipped - before.skipped, 1u);
}

void follow(int *first, int *, int i) {
  if (i == 0)
    **reinterpret_cast<int **>(first) += 1;
}

// The argument points to a pointer to the memory that is written.
TEST_F(VerifyLaunchesTest, PointersInMemoryAreFollowed) {
  HeddleKernelMemory any = {nullptr, HeddleAnyMemory, HeddleInt32};
  kernel.memory = &any;
  kernel.numMemory = 1;
  kernel.flags = HeddleVerifyFollowsPointers;
  int *target = second, *before = second;
  *reinterpret_cast<int **>(first) = target;
  second = nullptr;
  launch(onFibers<follow>, onFibers<follow>);
  EXPECT_EQ(after.compared - this->before.compared, 1u);
  EXPECT_EQ(*target, 3);
  second = before;
}

void fail(int *, int *, int i) {
  if (i == 5)
    __heddle_trap();
}

TEST_F(VerifyLaunchesTest, AFailureOfTheReferenceAloneIsADifference) {
  std::string text = launch(onFibers<addOne>, onFibers<fail>);
  EXPECT_EQ(after.different - before.different, 1u);
  EXPECT_NE(text.find("the reference ends with cudaErrorLaunchFailure"),
            std::string::npos)
      << text;
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(first[9], 2);
}

TEST_F(VerifyLaunchesTest, AFailedLaunchIsNotCompared) {
  launch(onFibers<fail>, onFibers<fail>);
  EXPECT_EQ(after.skipped - before.skipped, 1u);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
}

// What threads read of shared memory that nobody has written differs from run
// to run.
/// A kernel that stores one number, which it computes from its static shared
/// memory, in each element.
template <int (*valueOf)(const HeddleThread &)>
void storeOnFibers(const HeddleLaunchConfig *config, void **args) {
  __heddle_launch_fibers(
      [](void *context) {
        const HeddleThread &t = *__heddle_this_thread();
        int *out = *static_cast<int **>(static_cast<void **>(context)[0]);
        out[t.threadIdx[0]] = valueOf(t);
      },
      args, &fiberInfo, config);
}

int contentOfShared(const HeddleThread &t) {
  return static_cast<int *>(t.staticShared)[t.threadIdx[0]];
}

int addressOfShared(const HeddleThread &t) {
  return static_cast<int>(reinterpret_cast<uintptr_t>(t.staticShared));
}

TEST_F(VerifyLaunchesTest, ContentAndAddressOfSharedMemoryAreOrderDependent) {
  fiberInfo.staticSharedBytes = 256;
  // One block runs on the same worker each time.
  config.grid[0] = 1;
  for (HeddleKernelEntry kernel :
       {storeOnFibers<contentOfShared>, storeOnFibers<addressOfShared>}) {
    launch(kernel, kernel);
    EXPECT_EQ(after.different - before.different, 0u);
    EXPECT_EQ(after.orderDependent - before.orderDependent, 1u);
  }
  fiberInfo.staticSharedBytes = 0;
}

int numRuns = 0;

/// Stores one element, another one in later runs.
void storeElsewhere(const HeddleLaunchConfig *, void **args) {
  (*static_cast<int **>(args[0]))[numRuns++ == 0 ? 77 : 255] = 5;
}

/// The thread that is last stores its element.
void lastStores(int *first, int *second, int i) {
  if (__atomic_fetch_add(second, 1, __ATOMIC_RELAXED) == 2 + count - 1)
    first[i] = 5;
}
void doNothing(int *, int *, int) {}

TEST_F(VerifyLaunchesTest, ElementsThatTheOrderChoosesAreNoDifference) {
  numRuns = 0;
  launch(
      [](const HeddleLaunchConfig *config, void **args) {
        *static_cast<int **>(args[1])[0] += count;
        storeElsewhere(config, args);
      },
      onFibers<lastStores>);
  EXPECT_EQ(after.different - before.different, 0u);
  EXPECT_EQ(after.orderDependent - before.orderDependent, 1u);

  // Here the order chooses nothing: workers disturb each other.
  numRuns = 0;
  std::fill_n(first, count, 1);
  launch(storeElsewhere, onFibers<doNothing>);
  EXPECT_EQ(after.different - before.different, 1u);
}

} // namespace
