//===- DriverTest.h - A context for tests of the driver API -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_UNITTESTS_DRIVERTEST_H
#define HEDDLE_UNITTESTS_DRIVERTEST_H

#include "RuntimeTest.h"
#include "cuda.h"

#define EXPECT_OK(call) EXPECT_EQ(call, CUDA_SUCCESS)

/// A context of its own is current.
class DriverTest : public RuntimeTest {
protected:
  void SetUp() override {
    RuntimeTest::SetUp();
    ASSERT_EQ(cuInit(0), CUDA_SUCCESS);
    ASSERT_EQ(cuCtxCreate(&context, 0, 0), CUDA_SUCCESS);
  }
  void TearDown() override {
    EXPECT_EQ(cuCtxDestroy(context), CUDA_SUCCESS);
    RuntimeTest::TearDown();
  }

  CUcontext context = nullptr;
};

#endif // HEDDLE_UNITTESTS_DRIVERTEST_H
