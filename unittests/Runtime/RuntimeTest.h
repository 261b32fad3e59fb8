//===- RuntimeTest.h - A clean runtime for each test ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_UNITTESTS_RUNTIMETEST_H
#define HEDDLE_UNITTESTS_RUNTIMETEST_H

#include "cuda_runtime.h"
#include "heddle/abi.h"
#include <chrono>
#include <gtest/gtest.h>
#include <omp.h>
#include <thread>

/// No error is left over from one test to the next.
class RuntimeTest : public ::testing::Test {
protected:
  void SetUp() override { clear(); }
  void TearDown() override { clear(); }

private:
  void clear() {
    cudaDeviceReset();
    cudaGetLastError();
  }
};

/// The info of a kernel without shared memory and bounds.
inline constexpr HeddleKernelInfo plainKernel = {
    "kernel", 0, 0, 1024, 0, 0, 0, nullptr, nullptr, nullptr, 0};

/// Waits until it holds, but not for ever.
template <typename Condition> bool waitUntil(Condition holds) {
  auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (!holds()) {
    if (std::chrono::steady_clock::now() > end)
      return false;
    std::this_thread::yield();
  }
  return true;
}

/// Takes so long that a launch is worth all threads the next time too.
inline void workHard() {
  auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(50);
  while (std::chrono::steady_clock::now() < end)
    ;
}

/// A number of OpenMP threads, until the end of the scope.
class Threads {
public:
  explicit Threads(int count) : before(omp_get_max_threads()) {
    omp_set_num_threads(count);
  }
  ~Threads() { omp_set_num_threads(before); }

private:
  const int before;
};

#endif // HEDDLE_UNITTESTS_RUNTIMETEST_H
