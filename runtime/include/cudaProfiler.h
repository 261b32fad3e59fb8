//===- cudaProfiler.h - cuProfilerStart and cuProfilerStop ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CUDAPROFILER_H
#define HEDDLE_CUDAPROFILER_H

#include "cuda.h"

#endif // HEDDLE_CUDAPROFILER_H
