//===- array_api.h - CUDA arrays, textures and surfaces, C interface ------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ARRAY_API_H
#define HEDDLE_ARRAY_API_H

#include "../surface_types.h"
#include "../texture_types.h"
#include "resource_types.h"

#ifdef __cplusplus
#define HEDDLE_OR(value) = value
extern "C" {
#else
#define HEDDLE_OR(value)
#endif

// Arrays.
cudaError_t cudaMallocArray(cudaArray_t *array,
                            const struct cudaChannelFormatDesc *desc,
                            size_t width, size_t height HEDDLE_OR(0),
                            unsigned int flags HEDDLE_OR(0));
cudaError_t cudaMalloc3DArray(cudaArray_t *array,
                              const struct cudaChannelFormatDesc *desc,
                              struct cudaExtent extent,
                              unsigned int flags HEDDLE_OR(0));
cudaError_t cudaFreeArray(cudaArray_t array);
cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *desc,
                             struct cudaExtent *extent, unsigned int *flags,
                             cudaArray_t array);
cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *desc,
                               cudaArray_const_t array);
cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *mipmap,
                                     const struct cudaChannelFormatDesc *desc,
                                     struct cudaExtent extent,
                                     unsigned int levels,
                                     unsigned int flags HEDDLE_OR(0));
cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *array,
                                       cudaMipmappedArray_const_t mipmap,
                                       unsigned int level);
cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t mipmap);

// Copies.
cudaError_t cudaMemcpyToArray(cudaArray_t dst, size_t wOffset, size_t hOffset,
                              const void *src, size_t bytes,
                              enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromArray(void *dst, cudaArray_const_t src,
                                size_t wOffset, size_t hOffset, size_t bytes,
                                enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyToArrayAsync(cudaArray_t dst, size_t wOffset,
                                   size_t hOffset, const void *src,
                                   size_t bytes, enum cudaMemcpyKind kind,
                                   cudaStream_t stream HEDDLE_OR(0));
cudaError_t cudaMemcpyFromArrayAsync(void *dst, cudaArray_const_t src,
                                     size_t wOffset, size_t hOffset,
                                     size_t bytes, enum cudaMemcpyKind kind,
                                     cudaStream_t stream HEDDLE_OR(0));
cudaError_t cudaMemcpyArrayToArray(
    cudaArray_t dst, size_t dstW, size_t dstH, cudaArray_const_t src,
    size_t srcW, size_t srcH, size_t bytes,
    enum cudaMemcpyKind kind HEDDLE_OR(cudaMemcpyDeviceToDevice));
cudaError_t cudaMemcpy2DToArray(cudaArray_t dst, size_t wOffset, size_t hOffset,
                                const void *src, size_t srcPitch, size_t width,
                                size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DFromArray(void *dst, size_t dstPitch,
                                  cudaArray_const_t src, size_t wOffset,
                                  size_t hOffset, size_t width, size_t height,
                                  enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t dst, size_t wOffset,
                                     size_t hOffset, const void *src,
                                     size_t srcPitch, size_t width,
                                     size_t height, enum cudaMemcpyKind kind,
                                     cudaStream_t stream HEDDLE_OR(0));
cudaError_t cudaMemcpy2DFromArrayAsync(void *dst, size_t dstPitch,
                                       cudaArray_const_t src, size_t wOffset,
                                       size_t hOffset, size_t width,
                                       size_t height, enum cudaMemcpyKind kind,
                                       cudaStream_t stream HEDDLE_OR(0));
cudaError_t cudaMemcpy2DArrayToArray(
    cudaArray_t dst, size_t dstW, size_t dstH, cudaArray_const_t src,
    size_t srcW, size_t srcH, size_t width, size_t height,
    enum cudaMemcpyKind kind HEDDLE_OR(cudaMemcpyDeviceToDevice));
cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *parms);
cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *parms,
                                  cudaStream_t stream HEDDLE_OR(0));

// Texture and surface objects.
cudaError_t cudaCreateTextureObject(cudaTextureObject_t *texture,
                                    const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *desc,
                                    const struct cudaResourceViewDesc *view);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture);
cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *resource,
                                             cudaTextureObject_t texture);
cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *desc,
                                            cudaTextureObject_t texture);
cudaError_t
cudaGetTextureObjectResourceViewDesc(struct cudaResourceViewDesc *view,
                                     cudaTextureObject_t texture);
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *surface,
                                    const struct cudaResourceDesc *resource);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface);
cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *resource,
                                             cudaSurfaceObject_t surface);
cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(
    size_t *elements, const struct cudaChannelFormatDesc *desc, int device);

// Texture and surface references. CUDA 12 removed them, but programs use them.
cudaError_t cudaBindTexture(size_t *offset,
                            const struct textureReference *texture,
                            const void *pointer,
                            const struct cudaChannelFormatDesc *desc,
                            size_t bytes HEDDLE_OR(0xffffffffu));
cudaError_t cudaBindTexture2D(size_t *offset,
                              const struct textureReference *texture,
                              const void *pointer,
                              const struct cudaChannelFormatDesc *desc,
                              size_t width, size_t height, size_t pitch);
cudaError_t cudaBindTextureToArray(const struct textureReference *texture,
                                   cudaArray_const_t array,
                                   const struct cudaChannelFormatDesc *desc);
cudaError_t
cudaBindTextureToMipmappedArray(const struct textureReference *texture,
                                cudaMipmappedArray_const_t mipmap,
                                const struct cudaChannelFormatDesc *desc);
cudaError_t cudaUnbindTexture(const struct textureReference *texture);
cudaError_t
cudaGetTextureAlignmentOffset(size_t *offset,
                              const struct textureReference *texture);
cudaError_t cudaGetTextureReference(const struct textureReference **texture,
                                    const void *symbol);
cudaError_t cudaBindSurfaceToArray(const struct surfaceReference *surface,
                                   cudaArray_const_t array,
                                   const struct cudaChannelFormatDesc *desc);
cudaError_t cudaGetSurfaceReference(const struct surfaceReference **surface,
                                    const void *symbol);

#ifdef __cplusplus
}
#endif
#undef HEDDLE_OR

#endif // HEDDLE_ARRAY_API_H
