//===- Handle.cpp - Handles, modes, statuses ------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Handle.h"
#include <cstdio>
#include <new>

namespace {

cublasLogCallback logCallback = nullptr;

template <typename T>
cublasStatus_t read(cublasHandle_t handle, T cublasContext::*member,
                    T *result) {
  HEDDLE_CHECK_HANDLE(handle);
  HEDDLE_CHECK_VALUE(result);
  *result = handle->*member;
  return CUBLAS_STATUS_SUCCESS;
}

template <typename T>
cublasStatus_t write(cublasHandle_t handle, T cublasContext::*member, T value,
                     bool isValid) {
  HEDDLE_CHECK_HANDLE(handle);
  HEDDLE_CHECK_VALUE(isValid);
  handle->*member = value;
  return CUBLAS_STATUS_SUCCESS;
}

bool isMathMode(cublasMath_t mode) {
  int base = mode & ~CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION;
  return base >= CUBLAS_DEFAULT_MATH && base <= CUBLAS_TF32_TENSOR_OP_MATH;
}

} // namespace

extern "C" {

cublasStatus_t cublasCreate_v2(cublasHandle_t *handle) {
  HEDDLE_CHECK_VALUE(handle);
  *handle = new (std::nothrow) cublasContext;
  return *handle ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_ALLOC_FAILED;
}

cublasStatus_t cublasDestroy_v2(cublasHandle_t handle) {
  HEDDLE_CHECK_HANDLE(handle);
  delete handle;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetVersion_v2(cublasHandle_t handle, int *version) {
  HEDDLE_CHECK_HANDLE(handle);
  HEDDLE_CHECK_VALUE(version);
  *version = CUBLAS_VERSION;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value) {
  HEDDLE_CHECK_VALUE(value && type >= MAJOR_VERSION && type <= PATCH_LEVEL);
  const int parts[] = {CUBLAS_VER_MAJOR, CUBLAS_VER_MINOR, CUBLAS_VER_PATCH};
  *value = parts[type];
  return CUBLAS_STATUS_SUCCESS;
}

size_t cublasGetCudartVersion(void) { return CUDART_VERSION; }

cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream) {
  return write(handle, &cublasContext::stream, stream, true);
}
cublasStatus_t cublasGetStream_v2(cublasHandle_t handle, cudaStream_t *stream) {
  return read(handle, &cublasContext::stream, stream);
}

// Nothing here needs memory of the device: threads have their own buffers.
cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t handle, void *workspace,
                                     size_t) {
  HEDDLE_CHECK_HANDLE(handle);
  HEDDLE_CHECK_VALUE(reinterpret_cast<uintptr_t>(workspace) % 256 == 0);
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetPointerMode_v2(cublasHandle_t handle,
                                       cublasPointerMode_t *mode) {
  return read(handle, &cublasContext::pointerMode, mode);
}
cublasStatus_t cublasSetPointerMode_v2(cublasHandle_t handle,
                                       cublasPointerMode_t mode) {
  return write(handle, &cublasContext::pointerMode, mode,
               mode == CUBLAS_POINTER_MODE_HOST ||
                   mode == CUBLAS_POINTER_MODE_DEVICE);
}

cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle,
                                    cublasAtomicsMode_t *mode) {
  return read(handle, &cublasContext::atomicsMode, mode);
}
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle,
                                    cublasAtomicsMode_t mode) {
  return write(handle, &cublasContext::atomicsMode, mode,
               mode == CUBLAS_ATOMICS_NOT_ALLOWED ||
                   mode == CUBLAS_ATOMICS_ALLOWED);
}

// Modes allow a GPU to compute with less precision. Here all compute in full.
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t *mode) {
  return read(handle, &cublasContext::mathMode, mode);
}
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode) {
  return write(handle, &cublasContext::mathMode, mode, isMathMode(mode));
}

cublasStatus_t cublasGetSmCountTarget(cublasHandle_t handle, int *count) {
  return read(handle, &cublasContext::smCountTarget, count);
}
cublasStatus_t cublasSetSmCountTarget(cublasHandle_t handle, int count) {
  return write(handle, &cublasContext::smCountTarget, count, count >= 0);
}

const char *cublasGetStatusName(cublasStatus_t status) {
  switch (status) {
#define HEDDLE_STATUS(name)                                                    \
  case name:                                                                   \
    return #name;
    HEDDLE_STATUS(CUBLAS_STATUS_SUCCESS)
    HEDDLE_STATUS(CUBLAS_STATUS_NOT_INITIALIZED)
    HEDDLE_STATUS(CUBLAS_STATUS_ALLOC_FAILED)
    HEDDLE_STATUS(CUBLAS_STATUS_INVALID_VALUE)
    HEDDLE_STATUS(CUBLAS_STATUS_ARCH_MISMATCH)
    HEDDLE_STATUS(CUBLAS_STATUS_MAPPING_ERROR)
    HEDDLE_STATUS(CUBLAS_STATUS_EXECUTION_FAILED)
    HEDDLE_STATUS(CUBLAS_STATUS_INTERNAL_ERROR)
    HEDDLE_STATUS(CUBLAS_STATUS_NOT_SUPPORTED)
    HEDDLE_STATUS(CUBLAS_STATUS_LICENSE_ERROR)
#undef HEDDLE_STATUS
  }
  return "CUBLAS_STATUS_UNKNOWN";
}

const char *cublasGetStatusString(cublasStatus_t status) {
  switch (status) {
  case CUBLAS_STATUS_SUCCESS:
    return "success";
  case CUBLAS_STATUS_NOT_INITIALIZED:
    return "the library was not initialized";
  case CUBLAS_STATUS_ALLOC_FAILED:
    return "the resource allocation failed";
  case CUBLAS_STATUS_INVALID_VALUE:
    return "an invalid value was used as an argument";
  case CUBLAS_STATUS_ARCH_MISMATCH:
    return "the device lacks a feature that the function needs";
  case CUBLAS_STATUS_MAPPING_ERROR:
    return "an access to device memory failed";
  case CUBLAS_STATUS_EXECUTION_FAILED:
    return "the function failed to run on the device";
  case CUBLAS_STATUS_INTERNAL_ERROR:
    return "an internal operation failed";
  case CUBLAS_STATUS_NOT_SUPPORTED:
    return "the functionality is not supported";
  case CUBLAS_STATUS_LICENSE_ERROR:
    return "the functionality needs a license";
  }
  return "unknown status";
}

// Calls are not logged. A callback is kept, and never called.
cublasStatus_t cublasLoggerConfigure(int, int, int, const char *) {
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetLoggerCallback(cublasLogCallback callback) {
  logCallback = callback;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasGetLoggerCallback(cublasLogCallback *callback) {
  HEDDLE_CHECK_VALUE(callback);
  *callback = logCallback;
  return CUBLAS_STATUS_SUCCESS;
}

void cublasXerbla(const char *function, int argument) {
  std::fprintf(stderr,
               "On entry to %s parameter number %d had an illegal value\n",
               function, argument);
}

} // extern "C"
