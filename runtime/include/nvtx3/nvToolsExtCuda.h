//===- nvToolsExtCuda.h - Everything is in nvToolsExt.h ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_NVTX3_NVTOOLSEXTCUDA_H
#define HEDDLE_NVTX3_NVTOOLSEXTCUDA_H

#include "nvToolsExt.h"

#endif // HEDDLE_NVTX3_NVTOOLSEXTCUDA_H
