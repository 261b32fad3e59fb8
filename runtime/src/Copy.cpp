//===- Copy.cpp - cudaMemcpy, cudaMemset and their 2D and 3D forms --------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Copy.h"
#include "Error.h"
#include "Memory.h"
#include "Stream.h"
#include <cstring>

namespace heddle::rt {
namespace {

struct Sides {
  Side dst, src;
};

/// False if `kind` is no kind.
bool sidesOf(cudaMemcpyKind kind, Sides &sides) {
  switch (kind) {
  case cudaMemcpyHostToHost:
    sides = {Side::Host, Side::Host};
    return true;
  case cudaMemcpyHostToDevice:
    sides = {Side::Device, Side::Host};
    return true;
  case cudaMemcpyDeviceToHost:
    sides = {Side::Host, Side::Device};
    return true;
  case cudaMemcpyDeviceToDevice:
    sides = {Side::Device, Side::Device};
    return true;
  case cudaMemcpyDefault:
    sides = {Side::Either, Side::Either};
    return true;
  }
  return false;
}

/// From the first byte of a box to past its last.
size_t extentOf(const Box &box, size_t width, size_t height, size_t depth) {
  return (depth - 1) * box.slicePitch + (height - 1) * box.rowPitch + width;
}

cudaError_t fillBox(Box dst, int value, size_t width, size_t height,
                    size_t depth) {
  if (cudaError_t error = pending())
    return error;
  if (width == 0 || height == 0 || depth == 0)
    return cudaSuccess;
  if (height > 1 && width > dst.rowPitch)
    return fail(cudaErrorInvalidValue);
  if (!accessible(dst.pointer, extentOf(dst, width, height, depth),
                  Side::Device))
    return fail(cudaErrorInvalidValue);
  for (size_t z = 0; z < depth; ++z)
    for (size_t y = 0; y < height; ++y)
      std::memset(dst.pointer + z * dst.slicePitch + y * dst.rowPitch, value,
                  width);
  return cudaSuccess;
}

Box boxAt(const cudaPitchedPtr &p, cudaPos at) {
  size_t slice = p.pitch * p.ysize;
  return {static_cast<char *>(p.ptr) + at.z * slice + at.y * p.pitch + at.x,
          p.pitch, slice};
}

Box boxOf(const void *pointer, size_t pitch) {
  return {static_cast<char *>(const_cast<void *>(pointer)), pitch, 0};
}

} // namespace

cudaError_t copyBox(Box dst, Box src, size_t width, size_t height, size_t depth,
                    cudaMemcpyKind kind) {
  if (cudaError_t error = pending())
    return error;
  Sides sides;
  if (!sidesOf(kind, sides))
    return fail(cudaErrorInvalidMemcpyDirection);
  if (width == 0 || height == 0 || depth == 0)
    return cudaSuccess;
  auto allowed = [&](const Box &box, Side side) {
    if (box.isArray)
      return side != Side::Host;
    return accessible(box.pointer, extentOf(box, width, height, depth), side);
  };
  if (!allowed(dst, sides.dst) || !allowed(src, sides.src))
    return fail(cudaErrorInvalidValue);
  for (size_t z = 0; z < depth; ++z)
    for (size_t y = 0; y < height; ++y)
      std::memcpy(dst.pointer + z * dst.slicePitch + y * dst.rowPitch,
                  src.pointer + z * src.slicePitch + y * src.rowPitch, width);
  return cudaSuccess;
}

cudaError_t copyBytes(void *dst, const void *src, size_t bytes,
                      cudaMemcpyKind kind) {
  return copyBox(boxOf(dst, bytes), boxOf(src, bytes), bytes, 1, 1, kind);
}

} // namespace heddle::rt

using namespace heddle::rt;

extern "C" {

cudaError_t cudaMemcpy(void *dst, const void *src, size_t bytes,
                       cudaMemcpyKind kind) {
  return copyBytes(dst, src, bytes, kind);
}

cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t bytes,
                            cudaMemcpyKind kind, cudaStream_t stream) {
  if (!isStream(stream))
    return fail(cudaErrorInvalidResourceHandle);
  return copyBytes(dst, src, bytes, kind);
}

cudaError_t cudaMemcpyPeer(void *dst, int dstDevice, const void *src,
                           int srcDevice, size_t bytes) {
  if (dstDevice != 0 || srcDevice != 0)
    return fail(cudaErrorInvalidDevice);
  return copyBytes(dst, src, bytes, cudaMemcpyDeviceToDevice);
}

cudaError_t cudaMemcpyPeerAsync(void *dst, int dstDevice, const void *src,
                                int srcDevice, size_t bytes,
                                cudaStream_t stream) {
  if (!isStream(stream))
    return fail(cudaErrorInvalidResourceHandle);
  return cudaMemcpyPeer(dst, dstDevice, src, srcDevice, bytes);
}

cudaError_t cudaMemcpy2D(void *dst, size_t dstPitch, const void *src,
                         size_t srcPitch, size_t width, size_t height,
                         cudaMemcpyKind kind) {
  if (width > dstPitch || width > srcPitch)
    return fail(cudaErrorInvalidPitchValue);
  return copyBox(boxOf(dst, dstPitch), boxOf(src, srcPitch), width, height, 1,
                 kind);
}

cudaError_t cudaMemcpy2DAsync(void *dst, size_t dstPitch, const void *src,
                              size_t srcPitch, size_t width, size_t height,
                              cudaMemcpyKind kind, cudaStream_t stream) {
  if (!isStream(stream))
    return fail(cudaErrorInvalidResourceHandle);
  return cudaMemcpy2D(dst, dstPitch, src, srcPitch, width, height, kind);
}

cudaError_t cudaMemset(void *pointer, int value, size_t bytes) {
  return fillBox(boxOf(pointer, bytes), value, bytes, 1, 1);
}

cudaError_t cudaMemsetAsync(void *pointer, int value, size_t bytes,
                            cudaStream_t stream) {
  if (!isStream(stream))
    return fail(cudaErrorInvalidResourceHandle);
  return cudaMemset(pointer, value, bytes);
}

cudaError_t cudaMemset2D(void *pointer, size_t pitch, int value, size_t width,
                         size_t height) {
  return fillBox(boxOf(pointer, pitch), value, width, height, 1);
}

cudaError_t cudaMemset2DAsync(void *pointer, size_t pitch, int value,
                              size_t width, size_t height,
                              cudaStream_t stream) {
  if (!isStream(stream))
    return fail(cudaErrorInvalidResourceHandle);
  return cudaMemset2D(pointer, pitch, value, width, height);
}

cudaError_t cudaMemset3D(cudaPitchedPtr pitched, int value, cudaExtent extent) {
  return fillBox(boxAt(pitched, {0, 0, 0}), value, extent.width, extent.height,
                 extent.depth);
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr pitched, int value,
                              cudaExtent extent, cudaStream_t stream) {
  if (!isStream(stream))
    return fail(cudaErrorInvalidResourceHandle);
  return cudaMemset3D(pitched, value, extent);
}

cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, int device,
                                 cudaStream_t stream) {
  if (cudaError_t error = pending())
    return error;
  if (!isStream(stream))
    return fail(cudaErrorInvalidResourceHandle);
  if (device != 0 && device != cudaCpuDeviceId)
    return fail(cudaErrorInvalidDevice);
  std::optional<Allocation> allocation = findAllocation(pointer);
  if (!allocation || !accessible(pointer, bytes, Side::Either) ||
      (allocation->kind != MemoryKind::Managed &&
       allocation->kind != MemoryKind::ManagedVariable))
    return fail(cudaErrorInvalidValue);
  return cudaSuccess;
}

cudaError_t cudaMemAdvise(const void *pointer, size_t bytes,
                          cudaMemoryAdvise advice, int device) {
  if (advice < cudaMemAdviseSetReadMostly ||
      advice > cudaMemAdviseUnsetAccessedBy)
    return fail(cudaErrorInvalidValue);
  return cudaMemPrefetchAsync(pointer, bytes, device, nullptr);
}

} // extern "C"
