//===- cublas.h - Linear algebra, the older API --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Without handles: scalars are passed by value, results are returned, enums are
// letters, and cublasGetError gives the status of what went wrong last.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CUBLAS_H
#define HEDDLE_CUBLAS_H

#ifdef HEDDLE_CUBLAS_V2_H
#error "a program includes either cublas.h or cublas_v2.h, not both"
#endif

// Programs ask by this name which of the two APIs they have.
#define CUBLAS_H_

#include "cublas_api.h"

#define cublasStatus cublasStatus_t

#ifdef __cplusplus
extern "C" {
#endif

cublasStatus_t cublasInit(void);
cublasStatus_t cublasShutdown(void);
cublasStatus_t cublasGetError(void);
cublasStatus_t cublasGetVersion(int *version);
cublasStatus_t cublasAlloc(int n, int elemSize, void **devicePtr);
cublasStatus_t cublasFree(void *devicePtr);
cublasStatus_t cublasSetKernelStream(cudaStream_t stream);

#define HEDDLE_RESULT(type, name, parameters, arguments)                       \
  type cublas##name parameters;
#define HEDDLE_VOID(name, parameters, arguments) void cublas##name parameters;
#include "heddle/cublas_legacy.h"
#undef HEDDLE_RESULT
#undef HEDDLE_VOID

#ifdef __cplusplus
}
#endif

#endif // HEDDLE_CUBLAS_H
