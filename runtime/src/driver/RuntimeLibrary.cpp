//===- RuntimeLibrary.cpp - The runtime API for libraries -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Context.h"
#include "CurrentContext.h"
#include "Error.h"
#include "Registry.h"

using namespace heddle::rt;
using namespace heddle::rt::driver;

namespace {

/// Does in the runtime's context what the driver's function does.
template <class Call> cudaError_t inRuntime(Call call) {
  if (cudaError_t error = pending())
    return error;
  useContext();
  CUresult result = call();
  // The errors have the same numbers.
  return result ? fail(static_cast<cudaError_t>(result)) : cudaSuccess;
}

CUjit_option *plain(cudaJitOption *options) {
  return reinterpret_cast<CUjit_option *>(options);
}
CUlibraryOption *plain(cudaLibraryOption *options) {
  return reinterpret_cast<CUlibraryOption *>(options);
}
CUdeviceptr *plain(void **pointer) {
  return reinterpret_cast<CUdeviceptr *>(pointer);
}

} // namespace

extern "C" {

cudaError_t cudaLibraryLoadData(cudaLibrary_t *library, const void *image,
                                cudaJitOption *options, void **values,
                                unsigned count,
                                cudaLibraryOption *libraryOptions,
                                void **libraryValues, unsigned libraryCount) {
  return inRuntime([=] {
    return cuLibraryLoadData(library, image, plain(options), values, count,
                             plain(libraryOptions), libraryValues,
                             libraryCount);
  });
}
cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t *library, const char *file,
                                    cudaJitOption *options, void **values,
                                    unsigned count,
                                    cudaLibraryOption *libraryOptions,
                                    void **libraryValues,
                                    unsigned libraryCount) {
  return inRuntime([=] {
    return cuLibraryLoadFromFile(library, file, plain(options), values, count,
                                 plain(libraryOptions), libraryValues,
                                 libraryCount);
  });
}
cudaError_t cudaLibraryUnload(cudaLibrary_t library) {
  return inRuntime([=] { return cuLibraryUnload(library); });
}
cudaError_t cudaLibraryGetKernel(cudaKernel_t *kernel, cudaLibrary_t library,
                                 const char *name) {
  return inRuntime([=] { return cuLibraryGetKernel(kernel, library, name); });
}
cudaError_t cudaLibraryGetKernelCount(unsigned *count, cudaLibrary_t library) {
  return inRuntime([=] { return cuLibraryGetKernelCount(count, library); });
}
cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t *kernels, unsigned count,
                                        cudaLibrary_t library) {
  return inRuntime(
      [=] { return cuLibraryEnumerateKernels(kernels, count, library); });
}
cudaError_t cudaLibraryGetGlobal(void **pointer, size_t *bytes,
                                 cudaLibrary_t library, const char *name) {
  return inRuntime(
      [=] { return cuLibraryGetGlobal(plain(pointer), bytes, library, name); });
}
cudaError_t cudaLibraryGetManaged(void **pointer, size_t *bytes,
                                  cudaLibrary_t library, const char *name) {
  return inRuntime([=] {
    return cuLibraryGetManaged(plain(pointer), bytes, library, name);
  });
}
cudaError_t cudaLibraryGetUnifiedFunction(void **function,
                                          cudaLibrary_t library,
                                          const char *symbol) {
  return inRuntime(
      [=] { return cuLibraryGetUnifiedFunction(function, library, symbol); });
}
cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t kernel,
                                            cudaFuncAttribute attribute,
                                            int value, int device) {
  return inRuntime([=] {
    return cuKernelSetAttribute(static_cast<CUfunction_attribute>(attribute),
                                value, kernel, device);
  });
}

// The same handle is a function, a kernel, and what cudaLaunchKernel takes.
cudaError_t cudaGetKernel(cudaKernel_t *kernel, const void *function) {
  if (cudaError_t error = pending())
    return error;
  if (!kernel)
    return fail(cudaErrorInvalidValue);
  if (!findKernel(function))
    return fail(cudaErrorInvalidDeviceFunction);
  *kernel = static_cast<cudaKernel_t>(const_cast<void *>(function));
  return cudaSuccess;
}

} // extern "C"
