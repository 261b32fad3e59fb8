//===- nvToolsExtCuda.h - The older place of nvtx3/nvToolsExtCuda.h -------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_NVTOOLSEXTCUDA_H
#define HEDDLE_NVTOOLSEXTCUDA_H

#include "nvtx3/nvToolsExtCuda.h"

#endif // HEDDLE_NVTOOLSEXTCUDA_H
