//===- nvToolsExtCudaRt.h - The older place of nvtx3/nvToolsExtCudaRt.h ---===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_NVTOOLSEXTCUDART_H
#define HEDDLE_NVTOOLSEXTCUDART_H

#include "nvtx3/nvToolsExtCudaRt.h"

#endif // HEDDLE_NVTOOLSEXTCUDART_H
