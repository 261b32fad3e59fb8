//===- Copy.h - Checked copies ----------------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_COPY_H
#define HEDDLE_RUNTIME_COPY_H

#include "cuda_runtime_api.h"

namespace heddle::rt {

/// A box of bytes: `depth` slices of `height` rows of `width` bytes. Plain
/// copies are boxes of one row.
struct Box {
  char *pointer;
  size_t rowPitch;
  size_t slicePitch;
  /// In a CUDA array, whose bounds the caller has checked: device memory
  /// without a pointer.
  bool isArray = false;
};

/// The common part of all copies. Checks that both boxes are memory of the
/// sides that `kind` names, and within their allocations.
cudaError_t copyBox(Box dst, Box src, size_t width, size_t height, size_t depth,
                    cudaMemcpyKind kind);

cudaError_t copyBytes(void *dst, const void *src, size_t bytes,
                      cudaMemcpyKind kind);

/// Fills rows of elements of 1, 2 or 4 bytes.
cudaError_t fillElements(const cudaMemsetParams &params);

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_COPY_H
