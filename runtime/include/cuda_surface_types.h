//===- cuda_surface_types.h - Surface references ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Variables of host and device, as texture references are.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CUDA_SURFACE_TYPES_H
#define HEDDLE_CUDA_SURFACE_TYPES_H

#include "channel_descriptor.h"
#include "surface_types.h"

#ifdef __CUDA__

template <class T, int type = cudaSurfaceType1D>
struct __device_builtin_surface_type__ surface;

/// The texels' type is the reads' and writes', not the surface's.
template <int type>
struct __device_builtin_surface_type__ surface<void, type>
    : public surfaceReference {
  surface() {
    channelDesc = cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone);
    heddleObject = 0;
  }
};

template <int type>
inline cudaError_t cudaBindSurfaceToArray(const surface<void, type> &reference,
                                          cudaArray_const_t array,
                                          const cudaChannelFormatDesc &desc) {
  return ::cudaBindSurfaceToArray(&reference, array, &desc);
}

template <int type>
inline cudaError_t cudaBindSurfaceToArray(const surface<void, type> &reference,
                                          cudaArray_const_t array) {
  return ::cudaBindSurfaceToArray(&reference, array, nullptr);
}

#endif

#endif // HEDDLE_CUDA_SURFACE_TYPES_H
