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
#include <gtest/gtest.h>

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
inline constexpr HeddleKernelInfo plainKernel = {"kernel", 0, 0, 1024,
                                                 0,        0, 0, nullptr};

#endif // HEDDLE_UNITTESTS_RUNTIMETEST_H
