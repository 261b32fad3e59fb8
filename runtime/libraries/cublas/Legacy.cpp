//===- Legacy.cpp - The older API of cublas.h -----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Handle.h"
#include "cublas.h"
#include "cuda_runtime_api.h"
#include <atomic>
#include <cctype>

namespace {

/// What cublasInit creates.
std::atomic<cublasHandle_t> handle = nullptr;
std::atomic<cublasStatus_t> lastError = CUBLAS_STATUS_SUCCESS;

void keep(cublasStatus_t status) {
  if (status != CUBLAS_STATUS_SUCCESS)
    lastError = status;
}

// A letter that means nothing becomes a value that the newer API refuses.
cublasOperation_t operation(char letter) {
  switch (std::toupper(letter)) {
  case 'N':
    return CUBLAS_OP_N;
  case 'T':
    return CUBLAS_OP_T;
  case 'C':
    return CUBLAS_OP_C;
  }
  return cublasOperation_t(99);
}
cublasFillMode_t triangle(char letter) {
  switch (std::toupper(letter)) {
  case 'L':
    return CUBLAS_FILL_MODE_LOWER;
  case 'U':
    return CUBLAS_FILL_MODE_UPPER;
  }
  return cublasFillMode_t(99);
}
cublasDiagType_t diagonal(char letter) {
  switch (std::toupper(letter)) {
  case 'N':
    return CUBLAS_DIAG_NON_UNIT;
  case 'U':
    return CUBLAS_DIAG_UNIT;
  }
  return cublasDiagType_t(99);
}
cublasSideMode_t sideOf(char letter) {
  switch (std::toupper(letter)) {
  case 'L':
    return CUBLAS_SIDE_LEFT;
  case 'R':
    return CUBLAS_SIDE_RIGHT;
  }
  return cublasSideMode_t(99);
}

} // namespace

extern "C" {

cublasStatus_t cublasInit(void) {
  if (handle)
    return CUBLAS_STATUS_SUCCESS;
  cublasHandle_t created;
  cublasStatus_t status = cublasCreate_v2(&created);
  if (status == CUBLAS_STATUS_SUCCESS)
    handle = created;
  return status;
}
cublasStatus_t cublasShutdown(void) {
  return cublasDestroy_v2(handle.exchange(nullptr));
}

/// Of the functions since the last call.
cublasStatus_t cublasGetError(void) {
  return lastError.exchange(CUBLAS_STATUS_SUCCESS);
}

cublasStatus_t cublasGetVersion(int *version) {
  return cublasGetVersion_v2(handle, version);
}

cublasStatus_t cublasAlloc(int n, int elemSize, void **devicePtr) {
  HEDDLE_CHECK_HANDLE(handle);
  HEDDLE_CHECK_VALUE(n > 0 && elemSize > 0 && devicePtr);
  return cudaMalloc(devicePtr, size_t(n) * size_t(elemSize)) == cudaSuccess
             ? CUBLAS_STATUS_SUCCESS
             : CUBLAS_STATUS_ALLOC_FAILED;
}
cublasStatus_t cublasFree(void *devicePtr) {
  HEDDLE_CHECK_HANDLE(handle);
  return cudaFree(devicePtr) == cudaSuccess ? CUBLAS_STATUS_SUCCESS
                                            : CUBLAS_STATUS_INTERNAL_ERROR;
}

cublasStatus_t cublasSetKernelStream(cudaStream_t stream) {
  return cublasSetStream_v2(handle, stream);
}

#define HEDDLE_UNPACK(...) __VA_ARGS__
#define HEDDLE_RESULT(type, name, parameters, arguments)                       \
  type cublas##name parameters {                                               \
    type result = {};                                                          \
    keep(cublas##name##_v2(handle, HEDDLE_UNPACK arguments, &result));         \
    return result;                                                             \
  }
#define HEDDLE_VOID(name, parameters, arguments)                               \
  void cublas##name parameters {                                               \
    keep(cublas##name##_v2(handle, HEDDLE_UNPACK arguments));                  \
  }
#include "heddle/cublas_legacy.h"

} // extern "C"
