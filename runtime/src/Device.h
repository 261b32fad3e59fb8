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

/// How many devices the program sees. Each is the whole CPU. One, unless
/// HEDDLE_NUM_DEVICES says otherwise or CUDA_VISIBLE_DEVICES hides some.
int deviceCount();

/// Whether there is a device of that number.
cudaError_t checkDevice(int device);

/// The CPU in CUDA's terms. Read once.
const cudaDeviceProp &deviceProperties();

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_DEVICE_H
