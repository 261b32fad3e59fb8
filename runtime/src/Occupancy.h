//===- Occupancy.h - The number of resident blocks --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_OCCUPANCY_H
#define HEDDLE_RUNTIME_OCCUPANCY_H

#include "Registry.h"
#include <cstddef>

namespace heddle::rt {

/// The static shared memory that counts for CUDA's limits, and that programs
/// are told.
inline uint64_t limitedShared(const HeddleKernelInfo &info) {
  return info.staticSharedBytes - info.ownSharedBytes;
}

/// The maximum number of blocks of a cooperative launch: as many as the
/// occupancy functions report for the device.
uint64_t cooperativeBlocks(const Kernel &kernel, uint32_t blockSize,
                           size_t sharedBytes);

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_OCCUPANCY_H
