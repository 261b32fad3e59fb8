//===- api_libraries.h - The runtime API for libraries ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_API_LIBRARIES_H
#define HEDDLE_API_LIBRARIES_H

#include <stddef.h>

typedef struct CUlib_st *cudaLibrary_t;
typedef struct CUkern_st *cudaKernel_t;

enum cudaJitOption {
  cudaJitMaxRegisters = 0,
  cudaJitThreadsPerBlock = 1,
  cudaJitWallTime = 2,
  cudaJitInfoLogBuffer = 3,
  cudaJitInfoLogBufferSizeBytes = 4,
  cudaJitErrorLogBuffer = 5,
  cudaJitErrorLogBufferSizeBytes = 6,
  cudaJitOptimizationLevel = 7,
  cudaJitFallbackStrategy = 10,
  cudaJitGenerateDebugInfo = 11,
  cudaJitLogVerbose = 12,
  cudaJitGenerateLineInfo = 13,
  cudaJitCacheMode = 14,
  cudaJitPositionIndependentCode = 30,
  cudaJitMinCtaPerSm = 31,
  cudaJitMaxThreadsPerBlock = 32,
  cudaJitOverrideDirectiveValues = 33
};

enum cudaJit_CacheMode {
  cudaJitCacheOptionNone = 0,
  cudaJitCacheOptionCG = 1,
  cudaJitCacheOptionCA = 2
};

enum cudaJit_Fallback { cudaPreferPtx = 0, cudaPreferBinary = 1 };

enum cudaLibraryOption {
  cudaLibraryHostUniversalFunctionAndDataTable = 0,
  cudaLibraryBinaryIsPreserved = 1
};

struct cudalibraryHostUniversalFunctionAndDataTable {
  void *functionTable;
  size_t functionWindowSize;
  void *dataTable;
  size_t dataWindowSize;
};

cudaError_t cudaLibraryLoadData(cudaLibrary_t *library, const void *image,
                                enum cudaJitOption *options, void **values,
                                unsigned int count,
                                enum cudaLibraryOption *libraryOptions,
                                void **libraryValues,
                                unsigned int libraryCount);
cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t *library, const char *file,
                                    enum cudaJitOption *options, void **values,
                                    unsigned int count,
                                    enum cudaLibraryOption *libraryOptions,
                                    void **libraryValues,
                                    unsigned int libraryCount);
cudaError_t cudaLibraryUnload(cudaLibrary_t library);
cudaError_t cudaLibraryGetKernel(cudaKernel_t *kernel, cudaLibrary_t library,
                                 const char *name);
cudaError_t cudaLibraryGetKernelCount(unsigned int *count,
                                      cudaLibrary_t library);
cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t *kernels,
                                        unsigned int count,
                                        cudaLibrary_t library);
cudaError_t cudaLibraryGetGlobal(void **pointer, size_t *bytes,
                                 cudaLibrary_t library, const char *name);
cudaError_t cudaLibraryGetManaged(void **pointer, size_t *bytes,
                                  cudaLibrary_t library, const char *name);
cudaError_t cudaLibraryGetUnifiedFunction(void **function,
                                          cudaLibrary_t library,
                                          const char *symbol);
cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t kernel,
                                            enum cudaFuncAttribute attribute,
                                            int value, int device);
cudaError_t cudaGetKernel(cudaKernel_t *kernel, const void *function);

#endif // HEDDLE_API_LIBRARIES_H
