//===- driver_functions.h - make_cudaExtent and the like --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVER_FUNCTIONS_H
#define HEDDLE_DRIVER_FUNCTIONS_H

#include "driver_types.h"

static __inline__ __host__ struct cudaPitchedPtr
make_cudaPitchedPtr(void *pointer, size_t pitch, size_t xsize, size_t ysize) {
  struct cudaPitchedPtr p;
  p.ptr = pointer;
  p.pitch = pitch;
  p.xsize = xsize;
  p.ysize = ysize;
  return p;
}

static __inline__ __host__ struct cudaPos make_cudaPos(size_t x, size_t y,
                                                       size_t z) {
  struct cudaPos p;
  p.x = x;
  p.y = y;
  p.z = z;
  return p;
}

static __inline__ __host__ struct cudaExtent
make_cudaExtent(size_t width, size_t height, size_t depth) {
  struct cudaExtent e;
  e.width = width;
  e.height = height;
  e.depth = depth;
  return e;
}

#endif // HEDDLE_DRIVER_FUNCTIONS_H
