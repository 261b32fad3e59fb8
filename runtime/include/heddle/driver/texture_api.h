//===- texture_api.h - Textures and surfaces of the driver API --*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CU_TEXTURE_API_H
#define HEDDLE_CU_TEXTURE_API_H

#include "types.h"

#define cuTexRefSetAddress cuTexRefSetAddress_v2
#define cuTexRefGetAddress cuTexRefGetAddress_v2
#define cuTexRefSetAddress2D cuTexRefSetAddress2D_v3

#ifdef __cplusplus
extern "C" {
#endif

CUresult cuMipmappedArrayCreate(CUmipmappedArray *mipmap,
                                const CUDA_ARRAY3D_DESCRIPTOR *descriptor,
                                unsigned int levels);
CUresult cuMipmappedArrayGetLevel(CUarray *array, CUmipmappedArray mipmap,
                                  unsigned int level);
CUresult cuMipmappedArrayDestroy(CUmipmappedArray mipmap);
CUresult cuArrayGetPlane(CUarray *plane, CUarray array, unsigned int index);
CUresult cuArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES *properties,
                                    CUarray array);
CUresult
cuArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS *requirements,
                             CUarray array, CUdevice device);
CUresult
cuMipmappedArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES *properties,
                                    CUmipmappedArray mipmap);
CUresult cuMipmappedArrayGetMemoryRequirements(
    CUDA_ARRAY_MEMORY_REQUIREMENTS *requirements, CUmipmappedArray mipmap,
    CUdevice device);
CUresult cuMemMapArrayAsync(CUarrayMapInfo *maps, unsigned int count,
                            CUstream stream);

CUresult cuTexObjectCreate(CUtexObject *texture,
                           const CUDA_RESOURCE_DESC *resource,
                           const CUDA_TEXTURE_DESC *desc,
                           const CUDA_RESOURCE_VIEW_DESC *view);
CUresult cuTexObjectDestroy(CUtexObject texture);
CUresult cuTexObjectGetResourceDesc(CUDA_RESOURCE_DESC *resource,
                                    CUtexObject texture);
CUresult cuTexObjectGetTextureDesc(CUDA_TEXTURE_DESC *desc,
                                   CUtexObject texture);
CUresult cuTexObjectGetResourceViewDesc(CUDA_RESOURCE_VIEW_DESC *view,
                                        CUtexObject texture);
CUresult cuSurfObjectCreate(CUsurfObject *surface,
                            const CUDA_RESOURCE_DESC *resource);
CUresult cuSurfObjectDestroy(CUsurfObject surface);
CUresult cuSurfObjectGetResourceDesc(CUDA_RESOURCE_DESC *resource,
                                     CUsurfObject surface);

CUresult cuModuleGetTexRef(CUtexref *texture, CUmodule module,
                           const char *name);
CUresult cuModuleGetSurfRef(CUsurfref *surface, CUmodule module,
                            const char *name);
CUresult cuTexRefCreate(CUtexref *texture);
CUresult cuTexRefDestroy(CUtexref texture);
CUresult cuTexRefSetArray(CUtexref texture, CUarray array, unsigned int flags);
CUresult cuTexRefSetMipmappedArray(CUtexref texture, CUmipmappedArray mipmap,
                                   unsigned int flags);
CUresult cuTexRefSetAddress(size_t *offset, CUtexref texture,
                            CUdeviceptr pointer, size_t bytes);
CUresult cuTexRefSetAddress2D(CUtexref texture,
                              const CUDA_ARRAY_DESCRIPTOR *descriptor,
                              CUdeviceptr pointer, size_t pitch);
CUresult cuTexRefSetFormat(CUtexref texture, CUarray_format format,
                           int channels);
CUresult cuTexRefSetAddressMode(CUtexref texture, int dimension,
                                CUaddress_mode mode);
CUresult cuTexRefSetFilterMode(CUtexref texture, CUfilter_mode mode);
CUresult cuTexRefSetMipmapFilterMode(CUtexref texture, CUfilter_mode mode);
CUresult cuTexRefSetMipmapLevelBias(CUtexref texture, float bias);
CUresult cuTexRefSetMipmapLevelClamp(CUtexref texture, float least, float most);
CUresult cuTexRefSetMaxAnisotropy(CUtexref texture, unsigned int anisotropy);
CUresult cuTexRefSetBorderColor(CUtexref texture, float *color);
CUresult cuTexRefSetFlags(CUtexref texture, unsigned int flags);
CUresult cuTexRefGetAddress(CUdeviceptr *pointer, CUtexref texture);
CUresult cuTexRefGetArray(CUarray *array, CUtexref texture);
CUresult cuTexRefGetMipmappedArray(CUmipmappedArray *mipmap, CUtexref texture);
CUresult cuTexRefGetAddressMode(CUaddress_mode *mode, CUtexref texture,
                                int dimension);
CUresult cuTexRefGetFilterMode(CUfilter_mode *mode, CUtexref texture);
CUresult cuTexRefGetFormat(CUarray_format *format, int *channels,
                           CUtexref texture);
CUresult cuTexRefGetMipmapFilterMode(CUfilter_mode *mode, CUtexref texture);
CUresult cuTexRefGetMipmapLevelBias(float *bias, CUtexref texture);
CUresult cuTexRefGetMipmapLevelClamp(float *least, float *most,
                                     CUtexref texture);
CUresult cuTexRefGetMaxAnisotropy(int *anisotropy, CUtexref texture);
CUresult cuTexRefGetBorderColor(float *color, CUtexref texture);
CUresult cuTexRefGetFlags(unsigned int *flags, CUtexref texture);
CUresult cuSurfRefSetArray(CUsurfref surface, CUarray array,
                           unsigned int flags);
CUresult cuSurfRefGetArray(CUarray *array, CUsurfref surface);

#ifdef __cplusplus
}
#endif

#endif // HEDDLE_CU_TEXTURE_API_H
