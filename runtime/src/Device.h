//===- Device.h - What the device says about itself -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_DEVICE_H
#define HEDDLE_RUNTIME_DEVICE_H

#include "cuda_runtime_api.h"

namespace heddle::rt {

/// The CPU in CUDA's terms. Read once.
const cudaDeviceProp &deviceProperties();

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_DEVICE_H
