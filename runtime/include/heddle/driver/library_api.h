//===- library_api.h - Libraries, their kernels, and linking ----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CU_LIBRARY_API_H
#define HEDDLE_CU_LIBRARY_API_H

#include "types.h"

#define cuLinkCreate cuLinkCreate_v2
#define cuLinkAddData cuLinkAddData_v2
#define cuLinkAddFile cuLinkAddFile_v2

#ifdef __cplusplus
extern "C" {
#endif

CUresult cuLibraryLoadData(CUlibrary *library, const void *image,
                           CUjit_option *options, void **values,
                           unsigned int count, CUlibraryOption *libraryOptions,
                           void **libraryValues, unsigned int libraryCount);
CUresult cuLibraryLoadFromFile(CUlibrary *library, const char *file,
                               CUjit_option *options, void **values,
                               unsigned int count,
                               CUlibraryOption *libraryOptions,
                               void **libraryValues, unsigned int libraryCount);
CUresult cuLibraryUnload(CUlibrary library);
CUresult cuLibraryGetKernel(CUkernel *kernel, CUlibrary library,
                            const char *name);
CUresult cuLibraryGetKernelCount(unsigned int *count, CUlibrary library);
CUresult cuLibraryEnumerateKernels(CUkernel *kernels, unsigned int count,
                                   CUlibrary library);
CUresult cuLibraryGetModule(CUmodule *module, CUlibrary library);
CUresult cuLibraryGetGlobal(CUdeviceptr *pointer, size_t *bytes,
                            CUlibrary library, const char *name);
CUresult cuLibraryGetManaged(CUdeviceptr *pointer, size_t *bytes,
                             CUlibrary library, const char *name);
CUresult cuLibraryGetUnifiedFunction(void **function, CUlibrary library,
                                     const char *symbol);

CUresult cuKernelGetFunction(CUfunction *function, CUkernel kernel);
CUresult cuKernelGetLibrary(CUlibrary *library, CUkernel kernel);
CUresult cuKernelGetAttribute(int *value, CUfunction_attribute attribute,
                              CUkernel kernel, CUdevice device);
CUresult cuKernelSetAttribute(CUfunction_attribute attribute, int value,
                              CUkernel kernel, CUdevice device);
CUresult cuKernelSetCacheConfig(CUkernel kernel, CUfunc_cache config,
                                CUdevice device);
CUresult cuKernelGetName(const char **name, CUkernel kernel);
CUresult cuKernelGetParamInfo(CUkernel kernel, size_t index, size_t *offset,
                              size_t *bytes);

CUresult cuLinkCreate(unsigned int count, CUjit_option *options, void **values,
                      CUlinkState *state);
CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void *data,
                       size_t bytes, const char *name, unsigned int count,
                       CUjit_option *options, void **values);
CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char *path,
                       unsigned int count, CUjit_option *options,
                       void **values);
CUresult cuLinkComplete(CUlinkState state, void **image, size_t *bytes);
CUresult cuLinkDestroy(CUlinkState state);

#ifdef __cplusplus
}
#endif

#endif // HEDDLE_CU_LIBRARY_API_H
