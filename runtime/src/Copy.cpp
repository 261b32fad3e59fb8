//===- Copy.cpp - cudaMemcpy, cudaMemset and their 2D and 3D forms --------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Copy.h"
#include "Bulk.h"
#include "Device.h"
#include "Error.h"
#include "Graph.h"
#include "Memory.h"
#include "Profile.h"
#include <cstring>

namespace heddle::rt {
namespace {

struct Sides {
  Side dst, src;
};

/// False if `kind` is invalid.
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

/// From the first byte of a box to the one after its last.
size_t extentOf(const Box &box, size_t width, size_t height, size_t depth) {
  return (depth - 1) * box.slicePitch + (height - 1) * box.rowPitch + width;
}

/// Whether a box is device memory, as a profile counts it.
bool isDevice(const Box &box, Side side) {
  if (side != Side::Either)
    return side == Side::Device;
  std::optional<Allocation> allocation =
      box.isArray ? std::nullopt : findAllocation(box.pointer);
  return box.isArray || (allocation && allocation->kind != MemoryKind::Pinned &&
                         allocation->kind != MemoryKind::Registered);
}

const char *nameOfCopy(const Box &dst, const Box &src, Sides sides) {
  static constexpr const char *names[2][2] = {
      {"copy host to host", "copy host to device"},
      {"copy device to host", "copy device to device"}};
  return names[isDevice(src, sides.src)][isDevice(dst, sides.dst)];
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
  uint64_t begin = profiling ? profileTime() : 0;
  for (size_t z = 0; z < depth; ++z)
    for (size_t y = 0; y < height; ++y)
      fillBytes(dst.pointer + z * dst.slicePitch + y * dst.rowPitch, value,
                width);
  if (profiling)
    profileCopy("memset", width * height * depth, begin);
  return cudaSuccess;
}

Box boxAt(const cudaPitchedPtr &p, cudaPos at) {
  size_t slice = p.pitch * p.ysize;
  return {static_cast<char *>(p.ptr) + at.z * slice + at.y * p.pitch + at.x,
          p.pitch, slice};
}

/// As a parameter of a graph node.
cudaMemcpy3DParms planeCopy(void *dst, size_t dstPitch, const void *src,
                            size_t srcPitch, size_t width, size_t height,
                            cudaMemcpyKind kind) {
  cudaMemcpy3DParms parms = {};
  parms.srcPtr = {const_cast<void *>(src), srcPitch, width, height};
  parms.dstPtr = {dst, dstPitch, width, height};
  parms.extent = {width, height, 1};
  parms.kind = kind;
  return parms;
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
  uint64_t begin = profiling ? profileTime() : 0;
  for (size_t z = 0; z < depth; ++z)
    for (size_t y = 0; y < height; ++y)
      copyBytes(dst.pointer + z * dst.slicePitch + y * dst.rowPitch,
                src.pointer + z * src.slicePitch + y * src.rowPitch, width);
  if (profiling)
    profileCopy(nameOfCopy(dst, src, sides), width * height * depth, begin);
  return cudaSuccess;
}

cudaError_t copyBytes(void *dst, const void *src, size_t bytes,
                      cudaMemcpyKind kind) {
  return copyBox(boxOf(dst, bytes), boxOf(src, bytes), bytes, 1, 1, kind);
}

cudaError_t fillElements(const cudaMemsetParams &p) {
  size_t width = p.width * p.elementSize;
  Box dst = boxOf(p.dst, p.height > 1 ? p.pitch : width);
  if (p.elementSize == 1)
    return fillBox(dst, static_cast<int>(p.value), width, p.height, 1);
  if (!accessible(dst.pointer, extentOf(dst, width, p.height, 1), Side::Device))
    return fail(cudaErrorInvalidValue);
  uint64_t begin = profiling ? profileTime() : 0;
  for (size_t y = 0; y < p.height; ++y)
    for (size_t x = 0; x < p.width; ++x)
      std::memcpy(dst.pointer + y * dst.rowPitch + x * p.elementSize, &p.value,
                  p.elementSize);
  if (profiling)
    profileCopy("memset", width * p.height, begin);
  return cudaSuccess;
}

} // namespace heddle::rt

using namespace heddle::rt;

extern "C" {

cudaError_t cudaMemcpy(void *dst, const void *src, size_t bytes,
                       cudaMemcpyKind kind) {
  if (cudaError_t error = checkLegacyStream())
    return error;
  return copyBytes(dst, src, bytes, kind);
}

cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t bytes,
                            cudaMemcpyKind kind, cudaStream_t stream) {
  return submit(
      stream, [=] { return CopyWork{linearCopy(dst, src, bytes, kind)}; },
      [=] { return copyBytes(dst, src, bytes, kind); });
}

cudaError_t cudaMemcpyPeer(void *dst, int dstDevice, const void *src,
                           int srcDevice, size_t bytes) {
  if (cudaError_t error = checkDevice(dstDevice))
    return error;
  if (cudaError_t error = checkDevice(srcDevice))
    return error;
  return cudaMemcpy(dst, src, bytes, cudaMemcpyDeviceToDevice);
}

cudaError_t cudaMemcpyPeerAsync(void *dst, int dstDevice, const void *src,
                                int srcDevice, size_t bytes,
                                cudaStream_t stream) {
  if (cudaError_t error = checkDevice(dstDevice))
    return error;
  if (cudaError_t error = checkDevice(srcDevice))
    return error;
  return cudaMemcpyAsync(dst, src, bytes, cudaMemcpyDeviceToDevice, stream);
}

cudaError_t cudaMemcpy2D(void *dst, size_t dstPitch, const void *src,
                         size_t srcPitch, size_t width, size_t height,
                         cudaMemcpyKind kind) {
  if (width > dstPitch || width > srcPitch)
    return fail(cudaErrorInvalidPitchValue);
  if (cudaError_t error = checkLegacyStream())
    return error;
  return copyBox(boxOf(dst, dstPitch), boxOf(src, srcPitch), width, height, 1,
                 kind);
}

cudaError_t cudaMemcpy2DAsync(void *dst, size_t dstPitch, const void *src,
                              size_t srcPitch, size_t width, size_t height,
                              cudaMemcpyKind kind, cudaStream_t stream) {
  if (width > dstPitch || width > srcPitch)
    return fail(cudaErrorInvalidPitchValue);
  return submit(
      stream,
      [=] {
        return CopyWork{
            planeCopy(dst, dstPitch, src, srcPitch, width, height, kind)};
      },
      [=] {
        return copyBox(boxOf(dst, dstPitch), boxOf(src, srcPitch), width,
                       height, 1, kind);
      });
}

cudaError_t cudaMemcpyBatchAsync(void **dsts, void **srcs, size_t *sizes,
                                 size_t count, cudaMemcpyAttributes *, size_t *,
                                 size_t, size_t *failed, cudaStream_t stream) {
  if (!dsts || !srcs || !sizes || count == 0 || !stream)
    return fail(cudaErrorInvalidValue);
  for (size_t i = 0; i < count; ++i)
    if (cudaError_t error = cudaMemcpyAsync(dsts[i], srcs[i], sizes[i],
                                            cudaMemcpyDefault, stream)) {
      if (failed)
        *failed = i;
      return error;
    }
  return succeed();
}

cudaError_t cudaMemset(void *pointer, int value, size_t bytes) {
  if (cudaError_t error = checkLegacyStream())
    return error;
  return fillBox(boxOf(pointer, bytes), value, bytes, 1, 1);
}

cudaError_t cudaMemsetAsync(void *pointer, int value, size_t bytes,
                            cudaStream_t stream) {
  return cudaMemset2DAsync(pointer, bytes, value, bytes, 1, stream);
}

cudaError_t cudaMemset2D(void *pointer, size_t pitch, int value, size_t width,
                         size_t height) {
  if (cudaError_t error = checkLegacyStream())
    return error;
  return fillBox(boxOf(pointer, pitch), value, width, height, 1);
}

cudaError_t cudaMemset2DAsync(void *pointer, size_t pitch, int value,
                              size_t width, size_t height,
                              cudaStream_t stream) {
  return submit(
      stream,
      [=] {
        return FillWork{
            {pointer, pitch, static_cast<unsigned>(value), 1, width, height}};
      },
      [=] { return fillBox(boxOf(pointer, pitch), value, width, height, 1); });
}

cudaError_t cudaMemset3D(cudaPitchedPtr pitched, int value, cudaExtent extent) {
  return fillBox(boxAt(pitched, {0, 0, 0}), value, extent.width, extent.height,
                 extent.depth);
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr pitched, int value,
                              cudaExtent extent, cudaStream_t stream) {
  bool capturing;
  if (cudaError_t error = checkStream(stream, capturing))
    return error;
  if (!capturing)
    return fillBox(boxAt(pitched, {0, 0, 0}), value, extent.width,
                   extent.height, extent.depth);
  // A node fills one plane, so there is one node per slice.
  for (size_t z = 0; z < extent.depth; ++z)
    if (cudaError_t error =
            cudaMemset2DAsync(boxAt(pitched, {0, 0, z}).pointer, pitched.pitch,
                              value, extent.width, extent.height, stream))
      return error;
  return cudaSuccess;
}

} // extern "C"
