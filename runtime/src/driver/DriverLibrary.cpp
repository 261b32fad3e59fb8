//===- DriverLibrary.cpp - Libraries and their kernels --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A CUkernel is the kernel's handle, as a CUfunction is, so that either can be
// launched.
//
//===----------------------------------------------------------------------===//

#include "DriverLaunch.h"
#include "Handles.h"

/// Not of a context: every context sees the same module.
struct CUlib_st {
  CUmodule module = nullptr;
  ~CUlib_st() { heddle::rt::driver::unload(module); }
};

namespace heddle::rt::driver {
namespace {

Handles<CUlib_st> &libraries() {
  static auto &instance = *new Handles<CUlib_st>;
  return instance;
}

/// What `use` makes of a library's module.
template <class Use> CUresult inLibrary(CUlibrary library, Use use) {
  if (CUresult result = checkInitialized())
    return result;
  CUmodule module = nullptr;
  libraries().with(library, [&](CUlib_st &l) { module = l.module; });
  return module ? use(module) : CUDA_ERROR_INVALID_HANDLE;
}

/// What `use` makes of a kernel.
template <class Use> CUresult onKernel(CUkernel kernel, Use use) {
  if (CUresult result = checkInitialized())
    return result;
  if (!findKernel(static_cast<const void *>(kernel)))
    return CUDA_ERROR_INVALID_HANDLE;
  KeepLastError keep;
  return use(reinterpret_cast<CUfunction>(kernel));
}

/// Loads the image that `read` finds, unless that refuses it.
template <class Read>
CUresult loadLibrary(CUlibrary *library, unsigned count, CUjit_option *options,
                     void **values, CUlibraryOption *libraryOptions,
                     unsigned libraryCount, Read read) {
  // Nothing is compiled, so the only options with an effect are the log's.
  Log log;
  if (!library || !log.read(count, options, values) ||
      (libraryCount && !libraryOptions))
    return CUDA_ERROR_INVALID_VALUE;
  const void *image = nullptr;
  size_t bytes = 0;
  Refusal refusal = read(image, bytes);
  auto made = std::make_unique<CUlib_st>();
  if (refusal.result == CUDA_SUCCESS)
    refusal = load(&made->module, image, bytes);
  log.write(refusal.reason);
  if (refusal.result)
    return refusal.result;
  CUmodule module = made->module;
  module->owner = *library = libraries().add(std::move(made));
  return CUDA_SUCCESS;
}

} // namespace
} // namespace heddle::rt::driver

using namespace heddle::rt;
using namespace heddle::rt::driver;

extern "C" {

CUresult cuLibraryLoadData(CUlibrary *library, const void *image,
                           CUjit_option *options, void **values, unsigned count,
                           CUlibraryOption *libraryOptions, void **,
                           unsigned libraryCount) {
  if (CUresult result = checkInitialized())
    return result;
  if (!image)
    return CUDA_ERROR_INVALID_VALUE;
  return loadLibrary(library, count, options, values, libraryOptions,
                     libraryCount, [=](const void *&found, size_t &bytes) {
                       found = image;
                       return measure(image, bytes);
                     });
}

CUresult cuLibraryLoadFromFile(CUlibrary *library, const char *file,
                               CUjit_option *options, void **values,
                               unsigned count, CUlibraryOption *libraryOptions,
                               void **, unsigned libraryCount) {
  if (CUresult result = checkInitialized())
    return result;
  if (!file)
    return CUDA_ERROR_INVALID_VALUE;
  std::string image;
  return loadLibrary(library, count, options, values, libraryOptions,
                     libraryCount, [&](const void *&found, size_t &bytes) {
                       Refusal refusal = readImage(file, image);
                       found = image.data();
                       bytes = image.size();
                       return refusal;
                     });
}

CUresult cuLibraryUnload(CUlibrary library) {
  if (CUresult result = checkInitialized())
    return result;
  return libraries().remove(library) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuLibraryGetKernel(CUkernel *kernel, CUlibrary library,
                            const char *name) {
  if (!kernel || !name)
    return CUDA_ERROR_INVALID_VALUE;
  return inLibrary(library, [=](CUmodule module) {
    CUfunction function;
    CUresult result = findFunction(module, name, &function);
    *kernel = reinterpret_cast<CUkernel>(function);
    return result;
  });
}

CUresult cuLibraryGetKernelCount(unsigned *count, CUlibrary library) {
  if (!count)
    return CUDA_ERROR_INVALID_VALUE;
  return inLibrary(
      library, [=](CUmodule module) { return countFunctions(module, count); });
}

CUresult cuLibraryEnumerateKernels(CUkernel *kernels, unsigned count,
                                   CUlibrary library) {
  if (!kernels)
    return CUDA_ERROR_INVALID_VALUE;
  return inLibrary(library, [=](CUmodule module) {
    return listFunctions(module, reinterpret_cast<CUfunction *>(kernels),
                         count);
  });
}

CUresult cuLibraryGetModule(CUmodule *module, CUlibrary library) {
  if (CUresult result = checkContext())
    return result;
  if (!module)
    return CUDA_ERROR_INVALID_VALUE;
  return inLibrary(library, [=](CUmodule its) {
    *module = its;
    return CUDA_SUCCESS;
  });
}

CUresult cuLibraryGetGlobal(CUdeviceptr *pointer, size_t *bytes,
                            CUlibrary library, const char *name) {
  if (CUresult result = checkContext())
    return result;
  if (!name || (!pointer && !bytes))
    return CUDA_ERROR_INVALID_VALUE;
  return inLibrary(library, [=](CUmodule module) {
    return findGlobal(module, name, pointer, bytes);
  });
}

// Host code may use any variable of a kernel, so each is a managed one.
CUresult cuLibraryGetManaged(CUdeviceptr *pointer, size_t *bytes,
                             CUlibrary library, const char *name) {
  if (!name || (!pointer && !bytes))
    return CUDA_ERROR_INVALID_VALUE;
  return inLibrary(library, [=](CUmodule module) {
    return findGlobal(module, name, pointer, bytes);
  });
}

// Functions that host and device can both call by one pointer: the attribute
// CU_DEVICE_ATTRIBUTE_UNIFIED_FUNCTION_POINTERS says that there are none.
CUresult cuLibraryGetUnifiedFunction(void **function, CUlibrary library,
                                     const char *symbol) {
  if (!function || !symbol)
    return CUDA_ERROR_INVALID_VALUE;
  return inLibrary(library, [](CUmodule) { return CUDA_ERROR_NOT_FOUND; });
}

CUresult cuKernelGetFunction(CUfunction *function, CUkernel kernel) {
  if (CUresult result = checkContext())
    return result;
  if (!function)
    return CUDA_ERROR_INVALID_VALUE;
  return onKernel(kernel, [=](CUfunction its) {
    *function = its;
    return CUDA_SUCCESS;
  });
}

CUresult cuKernelGetLibrary(CUlibrary *library, CUkernel kernel) {
  if (!library)
    return CUDA_ERROR_INVALID_VALUE;
  return onKernel(kernel, [=](CUfunction function) {
    CUmodule module = moduleOf(function);
    *library = module ? module->owner : nullptr;
    return *library ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
  });
}

CUresult cuKernelGetAttribute(int *value, CUfunction_attribute attribute,
                              CUkernel kernel, CUdevice device) {
  if (CUresult result = checkDriverDevice(device))
    return result;
  return onKernel(kernel, [=](CUfunction function) {
    return readAttribute(value, attribute, function);
  });
}

CUresult cuKernelSetAttribute(CUfunction_attribute attribute, int value,
                              CUkernel kernel, CUdevice device) {
  if (CUresult result = checkDriverDevice(device))
    return result;
  return onKernel(kernel, [=](CUfunction function) {
    return resultOf(cudaFuncSetAttribute(
        function, static_cast<cudaFuncAttribute>(attribute), value));
  });
}

CUresult cuKernelSetCacheConfig(CUkernel kernel, CUfunc_cache config,
                                CUdevice device) {
  if (CUresult result = checkDriverDevice(device))
    return result;
  return onKernel(kernel, [=](CUfunction function) {
    return resultOf(
        cudaFuncSetCacheConfig(function, static_cast<cudaFuncCache>(config)));
  });
}

CUresult cuKernelGetName(const char **name, CUkernel kernel) {
  return onKernel(kernel, [=](CUfunction function) {
    return resultOf(cudaFuncGetName(name, function));
  });
}

CUresult cuKernelGetParamInfo(CUkernel kernel, size_t index, size_t *offset,
                              size_t *bytes) {
  return onKernel(kernel, [=](CUfunction function) {
    return resultOf(cudaFuncGetParamInfo(function, index, offset, bytes));
  });
}

} // extern "C"
