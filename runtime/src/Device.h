//===- Device.h - The devices and their properties --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_DEVICE_H
#define HEDDLE_RUNTIME_DEVICE_H

#include "cuda_runtime_api.h"

namespace heddle::rt {

/// The number of devices that the program sees. Each is the whole CPU. The
/// default is one; HEDDLE_NUM_DEVICES changes it and CUDA_VISIBLE_DEVICES hides
/// some.
int deviceCount();

/// Whether there is a device with this number.
cudaError_t checkDevice(int device);

/// The CPU in CUDA's terms. Read once.
const cudaDeviceProp &deviceProperties();

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_DEVICE_H
