//===- cublas_api.h - Linear algebra: types, names -------------------*- C++
//-*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matrices are stored by columns. The functions are in tables under heddle/,
// because each exists for several types, and with int and int64_t. Programs
// include cublas_v2.h, which gives the functions their plain names.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CUBLAS_API_H
#define HEDDLE_CUBLAS_API_H

#include "cuComplex.h"
#include "driver_types.h"
#include "library_types.h"
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#else
// A C program only passes pointers to these.
typedef struct {
  unsigned short bits;
} __half;
#endif

#define CUBLASAPI
#define CUBLASWINAPI

#define CUBLAS_VER_MAJOR 12
#define CUBLAS_VER_MINOR 8
#define CUBLAS_VER_PATCH 0
#define CUBLAS_VER_BUILD 0
#define CUBLAS_VERSION                                                         \
  (CUBLAS_VER_MAJOR * 10000 + CUBLAS_VER_MINOR * 100 + CUBLAS_VER_PATCH)

typedef enum {
  CUBLAS_STATUS_SUCCESS = 0,
  CUBLAS_STATUS_NOT_INITIALIZED = 1,
  CUBLAS_STATUS_ALLOC_FAILED = 3,
  CUBLAS_STATUS_INVALID_VALUE = 7,
  CUBLAS_STATUS_ARCH_MISMATCH = 8,
  CUBLAS_STATUS_MAPPING_ERROR = 11,
  CUBLAS_STATUS_EXECUTION_FAILED = 13,
  CUBLAS_STATUS_INTERNAL_ERROR = 14,
  CUBLAS_STATUS_NOT_SUPPORTED = 15,
  CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;

typedef enum {
  CUBLAS_FILL_MODE_LOWER = 0,
  CUBLAS_FILL_MODE_UPPER = 1,
  CUBLAS_FILL_MODE_FULL = 2
} cublasFillMode_t;

typedef enum {
  CUBLAS_DIAG_NON_UNIT = 0,
  CUBLAS_DIAG_UNIT = 1
} cublasDiagType_t;

typedef enum { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 } cublasSideMode_t;

typedef enum {
  CUBLAS_OP_N = 0,
  CUBLAS_OP_T = 1,
  CUBLAS_OP_C = 2,
  CUBLAS_OP_HERMITAN = CUBLAS_OP_C,
  CUBLAS_OP_CONJG = 3
} cublasOperation_t;

typedef enum {
  CUBLAS_POINTER_MODE_HOST = 0,
  CUBLAS_POINTER_MODE_DEVICE = 1
} cublasPointerMode_t;

typedef enum {
  CUBLAS_ATOMICS_NOT_ALLOWED = 0,
  CUBLAS_ATOMICS_ALLOWED = 1
} cublasAtomicsMode_t;

typedef enum {
  CUBLAS_GEMM_DFALT = -1,
  CUBLAS_GEMM_DEFAULT = -1,
  CUBLAS_GEMM_ALGO0 = 0,
  CUBLAS_GEMM_ALGO1,
  CUBLAS_GEMM_ALGO2,
  CUBLAS_GEMM_ALGO3,
  CUBLAS_GEMM_ALGO4,
  CUBLAS_GEMM_ALGO5,
  CUBLAS_GEMM_ALGO6,
  CUBLAS_GEMM_ALGO7,
  CUBLAS_GEMM_ALGO8,
  CUBLAS_GEMM_ALGO9,
  CUBLAS_GEMM_ALGO10,
  CUBLAS_GEMM_ALGO11,
  CUBLAS_GEMM_ALGO12,
  CUBLAS_GEMM_ALGO13,
  CUBLAS_GEMM_ALGO14,
  CUBLAS_GEMM_ALGO15,
  CUBLAS_GEMM_ALGO16,
  CUBLAS_GEMM_ALGO17,
  CUBLAS_GEMM_ALGO18,
  CUBLAS_GEMM_ALGO19,
  CUBLAS_GEMM_ALGO20,
  CUBLAS_GEMM_ALGO21,
  CUBLAS_GEMM_ALGO22,
  CUBLAS_GEMM_ALGO23,
  CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
  CUBLAS_GEMM_DFALT_TENSOR_OP = 99,
  CUBLAS_GEMM_ALGO0_TENSOR_OP = 100,
  CUBLAS_GEMM_ALGO1_TENSOR_OP,
  CUBLAS_GEMM_ALGO2_TENSOR_OP,
  CUBLAS_GEMM_ALGO3_TENSOR_OP,
  CUBLAS_GEMM_ALGO4_TENSOR_OP,
  CUBLAS_GEMM_ALGO5_TENSOR_OP,
  CUBLAS_GEMM_ALGO6_TENSOR_OP,
  CUBLAS_GEMM_ALGO7_TENSOR_OP,
  CUBLAS_GEMM_ALGO8_TENSOR_OP,
  CUBLAS_GEMM_ALGO9_TENSOR_OP,
  CUBLAS_GEMM_ALGO10_TENSOR_OP,
  CUBLAS_GEMM_ALGO11_TENSOR_OP,
  CUBLAS_GEMM_ALGO12_TENSOR_OP,
  CUBLAS_GEMM_ALGO13_TENSOR_OP,
  CUBLAS_GEMM_ALGO14_TENSOR_OP,
  CUBLAS_GEMM_ALGO15_TENSOR_OP
} cublasGemmAlgo_t;

typedef enum {
  CUBLAS_DEFAULT_MATH = 0,
  CUBLAS_TENSOR_OP_MATH = 1,
  CUBLAS_PEDANTIC_MATH = 2,
  CUBLAS_TF32_TENSOR_OP_MATH = 3,
  CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
} cublasMath_t;

typedef enum {
  CUBLAS_COMPUTE_16F = 64,
  CUBLAS_COMPUTE_16F_PEDANTIC = 65,
  CUBLAS_COMPUTE_32F = 68,
  CUBLAS_COMPUTE_32F_PEDANTIC = 69,
  CUBLAS_COMPUTE_64F = 70,
  CUBLAS_COMPUTE_64F_PEDANTIC = 71,
  CUBLAS_COMPUTE_32I = 72,
  CUBLAS_COMPUTE_32I_PEDANTIC = 73,
  CUBLAS_COMPUTE_32F_FAST_16F = 74,
  CUBLAS_COMPUTE_32F_FAST_16BF = 75,
  CUBLAS_COMPUTE_32F_FAST_TF32 = 77
} cublasComputeType_t;

typedef cudaDataType cublasDataType_t;

typedef struct cublasContext *cublasHandle_t;

typedef void (*cublasLogCallback)(const char *message);

#ifdef __cplusplus
extern "C" {
#endif

// The handle and its settings.
cublasStatus_t cublasCreate_v2(cublasHandle_t *handle);
cublasStatus_t cublasDestroy_v2(cublasHandle_t handle);
cublasStatus_t cublasGetVersion_v2(cublasHandle_t handle, int *version);
cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value);
size_t cublasGetCudartVersion(void);
cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t handle, void *workspace,
                                     size_t bytes);
cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetStream_v2(cublasHandle_t handle, cudaStream_t *stream);
cublasStatus_t cublasGetPointerMode_v2(cublasHandle_t handle,
                                       cublasPointerMode_t *mode);
cublasStatus_t cublasSetPointerMode_v2(cublasHandle_t handle,
                                       cublasPointerMode_t mode);
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle,
                                    cublasAtomicsMode_t *mode);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle,
                                    cublasAtomicsMode_t mode);
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t *mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasGetSmCountTarget(cublasHandle_t handle, int *count);
cublasStatus_t cublasSetSmCountTarget(cublasHandle_t handle, int count);
const char *cublasGetStatusName(cublasStatus_t status);
const char *cublasGetStatusString(cublasStatus_t status);
cublasStatus_t cublasLoggerConfigure(int logIsOn, int logToStdOut,
                                     int logToStdErr, const char *logFileName);
cublasStatus_t cublasSetLoggerCallback(cublasLogCallback callback);
cublasStatus_t cublasGetLoggerCallback(cublasLogCallback *callback);
void cublasXerbla(const char *function, int argument);

// A family of functions: the letter in the name and the type.
#define HEDDLE_REAL(family) family(S, float) family(D, double)
#define HEDDLE_COMPLEX_TYPES(family)                                           \
  family(C, cuComplex) family(Z, cuDoubleComplex)
#define HEDDLE_ALL(family) HEDDLE_REAL(family) HEDDLE_COMPLEX_TYPES(family)

// One entry of the tables: the name, the parameters, and what Heddle's library
// calls to implement it.
#define HEDDLE_V2(name, parameters, call)                                      \
  cublasStatus_t HEDDLE_NAME(name##_v2) parameters;
#define HEDDLE_EX(name, parameters, call)                                      \
  cublasStatus_t HEDDLE_NAME(name) parameters;

#define HEDDLE_INT int
#define HEDDLE_NAME(name) cublas##name
#include "heddle/cublas_factor.h"
#include "heddle/cublas_tables.h"
#undef HEDDLE_INT
#undef HEDDLE_NAME

#define HEDDLE_INT int64_t
#define HEDDLE_NAME(name) cublas##name##_64
#include "heddle/cublas_tables.h"
#undef HEDDLE_INT
#undef HEDDLE_NAME

#undef HEDDLE_V2
#undef HEDDLE_EX

#ifdef __cplusplus
}
#endif

#endif // HEDDLE_CUBLAS_API_H
