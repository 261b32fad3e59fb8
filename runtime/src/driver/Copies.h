//===- Copies.h - Copies and elements in the runtime's form -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_DRIVER_COPIES_H
#define HEDDLE_RUNTIME_DRIVER_COPIES_H

#include "Context.h"

namespace heddle::rt::driver {

/// The runtime's form of a copy, which has a size.
cudaError_t convert(const CUDA_MEMCPY3D &copy, cudaMemcpy3DParms &parms);
/// And back.
CUDA_MEMCPY3D convert(const cudaMemcpy3DParms &parms);

/// The runtime's description of elements, with no bits if there is none.
cudaChannelFormatDesc describe(CUarray_format format, unsigned channels);
CUarray_format formatOf(const cudaChannelFormatDesc &desc);
unsigned channelsOf(const cudaChannelFormatDesc &desc);
/// The size of an array's elements, 0 if it is not an array.
size_t elementBytes(CUarray array);

} // namespace heddle::rt::driver

#endif // HEDDLE_RUNTIME_DRIVER_COPIES_H
