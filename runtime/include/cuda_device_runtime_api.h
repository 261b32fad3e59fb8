//===- cuda_device_runtime_api.h - Everything is in cuda_runtime_api.h ----===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CUDA_DEVICE_RUNTIME_API_H
#define HEDDLE_CUDA_DEVICE_RUNTIME_API_H

#include "cuda_runtime_api.h"

#endif // HEDDLE_CUDA_DEVICE_RUNTIME_API_H
