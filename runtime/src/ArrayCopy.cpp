//===- ArrayCopy.cpp - Copies to and from CUDA arrays ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Array.h"
#include "Copy.h"
#include "Device.h"
#include "Error.h"
#include "Graph.h"
#include "Stream.h"
#include <algorithm>

namespace heddle::rt {
namespace {

/// Part of an array, starting at a byte of a row.
Box boxIn(cudaArray_const_t array, size_t xBytes, size_t y, size_t z) {
  return {array->memory.get() + z * array->slicePitch + y * array->rowPitch +
              xBytes,
          array->rowPitch, array->slicePitch, /*isArray=*/true};
}

Box boxAt(const void *pointer, size_t pitch) {
  return {static_cast<char *>(const_cast<void *>(pointer)), pitch, 0};
}

bool within(size_t offset, size_t count, size_t size) {
  return offset <= size && count <= size - offset;
}

/// Whether a rectangle covers whole elements of an array's first slice.
bool hasRectangle(cudaArray_const_t array, size_t xBytes, size_t y,
                  size_t width, size_t height) {
  return xBytes % array->elementBytes == 0 &&
         width % array->elementBytes == 0 &&
         within(xBytes, width, array->rowBytes()) &&
         within(y, height, array->height());
}

/// The old linear copies continue in the next row at the end of a row. `copy`
/// gets a position in the array, an offset into the bytes, and a number of
/// bytes.
template <class Copy>
cudaError_t copyRows(cudaArray_const_t array, size_t xBytes, size_t y,
                     size_t bytes, Copy copy) {
  if (cudaError_t error = pending())
    return error;
  if (!isArray(array))
    return fail(cudaErrorInvalidValue);
  size_t row = array->rowBytes();
  if (xBytes >= row || y >= array->height() || xBytes % array->elementBytes ||
      bytes % array->elementBytes ||
      bytes > (array->height() - y) * row - xBytes)
    return fail(cudaErrorInvalidValue);
  for (size_t done = 0; done < bytes; xBytes = 0, ++y) {
    size_t part = std::min(bytes - done, row - xBytes);
    if (cudaError_t error = copy(boxIn(array, xBytes, y, 0), done, part))
      return error;
    done += part;
  }
  return cudaSuccess;
}

/// One side of a 3D copy, in bytes.
cudaError_t sideOf(cudaArray_const_t array, const cudaPitchedPtr &pointer,
                   const cudaPos &at, const cudaExtent &extent,
                   size_t elementBytes, Box &box) {
  size_t width = extent.width * elementBytes;
  if (!array) {
    if (width + at.x > pointer.pitch)
      return cudaErrorInvalidPitchValue;
    size_t slice = pointer.pitch * pointer.ysize;
    box = {static_cast<char *>(pointer.ptr) + at.z * slice +
               at.y * pointer.pitch + at.x,
           pointer.pitch, slice};
    return cudaSuccess;
  }
  if (pointer.ptr || array->elementBytes != elementBytes ||
      !within(at.x, extent.width, array->width()) ||
      !within(at.y, extent.height, array->height()) ||
      !within(at.z, extent.depth, array->depth()))
    return cudaErrorInvalidValue;
  box = boxIn(array, at.x * elementBytes, at.y, at.z);
  return cudaSuccess;
}

cudaError_t copy3D(const cudaMemcpy3DParms *p) {
  if (cudaError_t error = pending())
    return error;
  if (!p || (p->srcArray && !isArray(p->srcArray)) ||
      (p->dstArray && !isArray(p->dstArray)))
    return fail(cudaErrorInvalidValue);
  // If an array is involved, the extent is in elements, otherwise in bytes.
  // Offsets into plain memory are always in bytes.
  cudaArray_const_t array = p->srcArray ? p->srcArray : p->dstArray;
  size_t elementBytes = array ? array->elementBytes : 1;
  Box dst, src;
  cudaError_t error =
      sideOf(p->dstArray, p->dstPtr, p->dstPos, p->extent, elementBytes, dst);
  if (error == cudaSuccess)
    error =
        sideOf(p->srcArray, p->srcPtr, p->srcPos, p->extent, elementBytes, src);
  if (error != cudaSuccess)
    return fail(error);
  return copyBox(dst, src, p->extent.width * elementBytes, p->extent.height,
                 p->extent.depth, p->kind);
}

/// A copy between devices, as a copy within a device.
cudaError_t readPeer(const cudaMemcpy3DPeerParms *p, cudaMemcpy3DParms &plain) {
  if (!p)
    return fail(cudaErrorInvalidValue);
  if (cudaError_t error = checkDevice(p->srcDevice))
    return error;
  if (cudaError_t error = checkDevice(p->dstDevice))
    return error;
  plain = {p->srcArray, p->srcPos, p->srcPtr, p->dstArray,
           p->dstPos,   p->dstPtr, p->extent, cudaMemcpyDeviceToDevice};
  return cudaSuccess;
}

} // namespace
} // namespace heddle::rt

using namespace heddle::rt;

extern "C" {

cudaError_t cudaMemcpyToArray(cudaArray_t dst, size_t wOffset, size_t hOffset,
                              const void *src, size_t bytes,
                              cudaMemcpyKind kind) {
  return copyRows(
      dst, wOffset, hOffset, bytes, [&](Box box, size_t done, size_t part) {
        return copyBox(box, boxAt(static_cast<const char *>(src) + done, part),
                       part, 1, 1, kind);
      });
}

cudaError_t cudaMemcpyFromArray(void *dst, cudaArray_const_t src,
                                size_t wOffset, size_t hOffset, size_t bytes,
                                cudaMemcpyKind kind) {
  return copyRows(src, wOffset, hOffset, bytes,
                  [&](Box box, size_t done, size_t part) {
                    return copyBox(boxAt(static_cast<char *>(dst) + done, part),
                                   box, part, 1, 1, kind);
                  });
}

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t dst, size_t wOffset,
                                   size_t hOffset, const void *src,
                                   size_t bytes, cudaMemcpyKind kind,
                                   cudaStream_t stream) {
  if (cudaError_t error = refuseOnCapturing(stream))
    return error;
  if (!isStream(stream))
    return fail(cudaErrorInvalidResourceHandle);
  return cudaMemcpyToArray(dst, wOffset, hOffset, src, bytes, kind);
}

cudaError_t cudaMemcpyFromArrayAsync(void *dst, cudaArray_const_t src,
                                     size_t wOffset, size_t hOffset,
                                     size_t bytes, cudaMemcpyKind kind,
                                     cudaStream_t stream) {
  if (cudaError_t error = refuseOnCapturing(stream))
    return error;
  if (!isStream(stream))
    return fail(cudaErrorInvalidResourceHandle);
  return cudaMemcpyFromArray(dst, src, wOffset, hOffset, bytes, kind);
}

cudaError_t cudaMemcpyArrayToArray(cudaArray_t dst, size_t dstW, size_t dstH,
                                   cudaArray_const_t src, size_t srcW,
                                   size_t srcH, size_t bytes,
                                   cudaMemcpyKind kind) {
  return copyRows(
      src, srcW, srcH, bytes, [&](Box from, size_t done, size_t part) {
        if (!isArray(dst))
          return fail(cudaErrorInvalidValue);
        size_t start = dstH * dst->rowBytes() + dstW + done;
        return copyRows(dst, start % dst->rowBytes(), start / dst->rowBytes(),
                        part, [&](Box to, size_t offset, size_t piece) {
                          Box rest = from;
                          rest.pointer += offset;
                          return copyBox(to, rest, piece, 1, 1, kind);
                        });
      });
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t dst, size_t wOffset, size_t hOffset,
                                const void *src, size_t srcPitch, size_t width,
                                size_t height, cudaMemcpyKind kind) {
  if (cudaError_t error = pending())
    return error;
  if (!isArray(dst))
    return fail(cudaErrorInvalidValue);
  if (width > srcPitch)
    return fail(cudaErrorInvalidPitchValue);
  if (!hasRectangle(dst, wOffset, hOffset, width, height))
    return fail(cudaErrorInvalidValue);
  return copyBox(boxIn(dst, wOffset, hOffset, 0), boxAt(src, srcPitch), width,
                 height, 1, kind);
}

cudaError_t cudaMemcpy2DFromArray(void *dst, size_t dstPitch,
                                  cudaArray_const_t src, size_t wOffset,
                                  size_t hOffset, size_t width, size_t height,
                                  cudaMemcpyKind kind) {
  if (cudaError_t error = pending())
    return error;
  if (!isArray(src))
    return fail(cudaErrorInvalidValue);
  if (width > dstPitch)
    return fail(cudaErrorInvalidPitchValue);
  if (!hasRectangle(src, wOffset, hOffset, width, height))
    return fail(cudaErrorInvalidValue);
  return copyBox(boxAt(dst, dstPitch), boxIn(src, wOffset, hOffset, 0), width,
                 height, 1, kind);
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t dst, size_t wOffset,
                                     size_t hOffset, const void *src,
                                     size_t srcPitch, size_t width,
                                     size_t height, cudaMemcpyKind kind,
                                     cudaStream_t stream) {
  return submit(
      stream,
      [=] {
        cudaMemcpy3DParms parms = {};
        parms.srcPtr = {const_cast<void *>(src), srcPitch, width, height};
        parms.dstArray = dst;
        parms.dstPos = {wOffset / dst->elementBytes, hOffset, 0};
        parms.extent = {width / dst->elementBytes, height, 1};
        parms.kind = kind;
        return CopyWork{parms};
      },
      [=] {
        return cudaMemcpy2DToArray(dst, wOffset, hOffset, src, srcPitch, width,
                                   height, kind);
      });
}

cudaError_t cudaMemcpy2DFromArrayAsync(void *dst, size_t dstPitch,
                                       cudaArray_const_t src, size_t wOffset,
                                       size_t hOffset, size_t width,
                                       size_t height, cudaMemcpyKind kind,
                                       cudaStream_t stream) {
  return submit(
      stream,
      [=] {
        cudaMemcpy3DParms parms = {};
        parms.dstPtr = {dst, dstPitch, width, height};
        parms.srcArray = const_cast<cudaArray_t>(src);
        parms.srcPos = {wOffset / src->elementBytes, hOffset, 0};
        parms.extent = {width / src->elementBytes, height, 1};
        parms.kind = kind;
        return CopyWork{parms};
      },
      [=] {
        return cudaMemcpy2DFromArray(dst, dstPitch, src, wOffset, hOffset,
                                     width, height, kind);
      });
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t dst, size_t dstW, size_t dstH,
                                     cudaArray_const_t src, size_t srcW,
                                     size_t srcH, size_t width, size_t height,
                                     cudaMemcpyKind kind) {
  if (cudaError_t error = pending())
    return error;
  if (!isArray(dst) || !isArray(src))
    return fail(cudaErrorInvalidValue);
  if (!hasRectangle(dst, dstW, dstH, width, height) ||
      !hasRectangle(src, srcW, srcH, width, height))
    return fail(cudaErrorInvalidValue);
  return copyBox(boxIn(dst, dstW, dstH, 0), boxIn(src, srcW, srcH, 0), width,
                 height, 1, kind);
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *parms) {
  if (cudaError_t error = checkLegacyStream())
    return error;
  return copy3D(parms);
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *parms,
                              cudaStream_t stream) {
  if (!parms)
    return fail(cudaErrorInvalidValue);
  return submit(
      stream, [=] { return CopyWork{*parms}; }, [=] { return copy3D(parms); });
}

cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms *p) {
  cudaMemcpy3DParms plain;
  if (cudaError_t error = readPeer(p, plain))
    return error;
  return cudaMemcpy3D(&plain);
}

cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms *parms,
                                  cudaStream_t stream) {
  cudaMemcpy3DParms plain;
  if (cudaError_t error = readPeer(parms, plain))
    return error;
  return cudaMemcpy3DAsync(&plain, stream);
}

} // extern "C"
