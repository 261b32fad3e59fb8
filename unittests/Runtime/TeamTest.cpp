//===- TeamTest.cpp - The threads that work is spread over ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeTest.h"
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

using TeamTest = RuntimeTest;

constexpr uint64_t muchWork = 1000000;

bool hasOwnThreads() {
  const char *team = std::getenv("HEDDLE_TEAM");
  return team && std::strcmp(team, "own") == 0;
}

/// A launch that ends when all of `threads` threads have begun.
bool allCome(int threads) {
  struct Seen {
    int threads;
    std::atomic<int> begun{0};
    std::atomic<bool> late{false};
    std::atomic<bool> has[8] = {};
  } seen;
  seen.threads = threads;
  Threads set(threads);
  __heddle_launch_blocks(
      [](void *context, uint64_t, uint64_t, void *) {
        auto &seen = *static_cast<Seen *>(context);
        if (!seen.has[__heddle_sm_id()].exchange(true))
          ++seen.begun;
        if (!waitUntil([&] { return seen.begun == seen.threads; }))
          seen.late = true;
        workHard();
      },
      &seen, 1000, 0, muchWork);
  return !seen.late;
}

TEST_F(TeamTest, GrowsAndShrinks) {
  for (int threads : {2, 5, 3, 4})
    EXPECT_TRUE(allCome(threads)) << threads;
}

TEST_F(TeamTest, WakesWhoSleeps) {
  for (int launch = 0; launch < 3; ++launch) {
    EXPECT_TRUE(allCome(4));
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

// Launches too short to wake somebody for one of them.
TEST_F(TeamTest, WakesForManyShortLaunches) {
  if (!hasOwnThreads())
    GTEST_SKIP() << "OpenMP wakes its own, and they may come too late";
  Threads threads(2);
  ASSERT_TRUE(allCome(2));
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  std::atomic<bool> isHelped{false};
  // Without a pause between launches: where a thread gives way, a worker on the
  // same core would only ever look when there is nothing to do.
  auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (!isHelped && std::chrono::steady_clock::now() < end)
    __heddle_launch_blocks(
        [](void *context, uint64_t, uint64_t, void *) {
          if (__heddle_sm_id() != 0)
            *static_cast<std::atomic<bool> *>(context) = true;
          auto end =
              std::chrono::steady_clock::now() + std::chrono::microseconds(2);
          while (std::chrono::steady_clock::now() < end)
            ;
        },
        &isHelped, 2, 0, 15000);
  EXPECT_TRUE(isHelped);
}

uint64_t nanosecondsOf(clockid_t clock) {
  timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec * 1'000'000'000ull + time.tv_nsec;
}

// Where the other cores are taken, a worker would look for work on the core of
// the thread that has it.
TEST_F(TeamTest, StandsInNobodysWay) {
  if (!hasOwnThreads())
    GTEST_SKIP() << "OpenMP sees to its own";
  Threads threads(2);
  ASSERT_TRUE(allCome(2));
  cpu_set_t before, one;
  sched_getaffinity(0, sizeof before, &before);
  CPU_ZERO(&one);
  CPU_SET(sched_getcpu(), &one);
  // All threads of this process.
  for (auto &entry : std::filesystem::directory_iterator("/proc/self/task"))
    sched_setaffinity(std::stoi(entry.path().filename()), sizeof one, &one);
  uint64_t own = nanosecondsOf(CLOCK_THREAD_CPUTIME_ID);
  uint64_t all = nanosecondsOf(CLOCK_PROCESS_CPUTIME_ID);
  auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(200);
  while (std::chrono::steady_clock::now() < end)
    __heddle_launch_blocks(
        [](void *, uint64_t, uint64_t, void *) {
          auto end =
              std::chrono::steady_clock::now() + std::chrono::microseconds(2);
          while (std::chrono::steady_clock::now() < end)
            ;
        },
        nullptr, 10, 0, 15000);
  own = nanosecondsOf(CLOCK_THREAD_CPUTIME_ID) - own;
  all = nanosecondsOf(CLOCK_PROCESS_CPUTIME_ID) - all;
  for (auto &entry : std::filesystem::directory_iterator("/proc/self/task"))
    sched_setaffinity(std::stoi(entry.path().filename()), sizeof before,
                      &before);
  EXPECT_LT(all - own, own / 3);
}

// A program that has regions gets the threads that it has for them.
TEST_F(TeamTest, IsOpenMPsForProgramsThatUseIt) {
  Threads threads(2);
  std::atomic<int> inRegion{0};
  __heddle_launch_blocks(
      [](void *context, uint64_t, uint64_t, void *) {
        *static_cast<std::atomic<int> *>(context) += omp_in_parallel();
      },
      &inRegion, 100, 0, muchWork);
  EXPECT_EQ(inRegion != 0, !hasOwnThreads());
}

void add(void *context, uint64_t begin, uint64_t end, void *) {
  *static_cast<std::atomic<uint64_t> *>(context) += end - begin;
}

TEST_F(TeamTest, ServesSeveralHostThreads) {
  Threads threads(3);
  std::vector<std::thread> hosts;
  std::atomic<int> wrong{0};
  for (int i = 0; i < 8; ++i)
    hosts.emplace_back([&] {
      omp_set_num_threads(3);
      for (uint64_t launch = 1; launch <= 300; ++launch) {
        std::atomic<uint64_t> total{0};
        __heddle_launch_blocks(add, &total, launch, 0, muchWork);
        wrong += total != launch;
      }
    });
  for (std::thread &host : hosts)
    host.join();
  EXPECT_EQ(wrong, 0);
}

TEST_F(TeamTest, IsMadeAnewInAFork) {
  if (!hasOwnThreads())
    GTEST_SKIP() << "OpenMP sees to its own";
  ASSERT_TRUE(allCome(3));
  pid_t child = fork();
  if (child == 0)
    _exit(allCome(3) && allCome(2) ? 7 : 1);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 7);
  EXPECT_TRUE(allCome(3));
}

TEST_F(TeamTest, CopiesAllParts) {
  Threads threads(3);
  for (size_t bytes : {(1u << 20) - 1, 1u << 20, (3u << 20) + 4097}) {
    std::vector<char> from(bytes + 1), to(bytes + 1, 1);
    for (size_t i = 0; i < bytes; ++i)
      from[i] = static_cast<char>(i * 7 + i / 4096);
    from[bytes] = 5;
    ASSERT_EQ(cudaMemcpy(to.data(), from.data(), bytes, cudaMemcpyHostToHost),
              cudaSuccess);
    EXPECT_EQ(to[bytes], 1);
    to[bytes] = 5;
    EXPECT_TRUE(from == to);
  }
}

} // namespace
