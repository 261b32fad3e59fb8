//===- Array.h - CUDA arrays ------------------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_ARRAY_H
#define HEDDLE_RUNTIME_ARRAY_H

#include "cuda_runtime_api.h"
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

/// Rows, then slices, layers or faces, contiguously. Opaque in CUDA.
struct cudaArray {
  cudaChannelFormatDesc desc;
  /// As the program gave it: 0 for a missing dimension.
  cudaExtent extent;
  unsigned flags;
  size_t elementBytes, rowPitch, slicePitch;
  std::unique_ptr<char, void (*)(void *)> memory{nullptr, std::free};
  /// A level belongs to its mipmapped array, which frees it.
  bool isLevel = false;

  size_t width() const { return extent.width; }
  size_t height() const { return extent.height ? extent.height : 1; }
  size_t depth() const { return extent.depth ? extent.depth : 1; }
  size_t rowBytes() const { return width() * elementBytes; }
};

struct cudaMipmappedArray {
  std::vector<cudaArray_t> levels;
};

namespace heddle::rt {

/// The number of channels of a format and their width in bits. Zero channels if
/// CUDA does not have the format `desc`.
struct Format {
  cudaChannelFormatKind kind;
  int channels, bits;

  explicit Format(const cudaChannelFormatDesc &desc);
  explicit operator bool() const { return channels != 0; }
  size_t bytes() const { return static_cast<size_t>(channels) * bits / 8; }
};

bool isArray(cudaArray_const_t array);
bool isMipmappedArray(cudaMipmappedArray_const_t mipmap);

void freeAllArrays();

/// The memory of all arrays that surface functions may write.
std::vector<std::pair<char *, size_t>> surfaceMemory();

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_ARRAY_H
