//===- Handle.h - cuBLAS handles, and how calls use them --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIBRARIES_CUBLAS_HANDLE_H
#define HEDDLE_LIBRARIES_CUBLAS_HANDLE_H

#include "../common/Parallel.h"
#include "../common/Submit.h"
#include "cublas_api.h"
#include <climits>

struct cublasContext {
  cudaStream_t stream = nullptr;
  cublasPointerMode_t pointerMode = CUBLAS_POINTER_MODE_HOST;
  cublasAtomicsMode_t atomicsMode = CUBLAS_ATOMICS_NOT_ALLOWED;
  cublasMath_t mathMode = CUBLAS_DEFAULT_MATH;
  int smCountTarget = 0;
};

namespace heddle::cublas {

using library::parallelFor;

/// alpha or beta: a value of the host that is read now, or one of the device
/// that is read when the work runs.
template <typename T> class Scalar {
public:
  Scalar(cublasHandle_t handle, const T *pointer)
      : pointer(handle->pointerMode == CUBLAS_POINTER_MODE_DEVICE ? pointer
                                                                  : nullptr) {
    if (!this->pointer)
      value = *pointer;
  }
  T get() const { return pointer ? *pointer : value; }

private:
  const T *pointer;
  T value{};
};

template <typename Work>
cublasStatus_t submit(cublasHandle_t handle, Work work) {
  return library::submit(handle->stream, std::move(work)) == cudaSuccess
             ? CUBLAS_STATUS_SUCCESS
             : CUBLAS_STATUS_EXECUTION_FAILED;
}

/// For a call that returns a scalar to the host. It would have to wait for the
/// result, which is not possible while the stream is captured.
inline bool cannotReturn(cublasHandle_t handle) {
  return handle->pointerMode == CUBLAS_POINTER_MODE_HOST &&
         library::isCapturing(handle->stream);
}

/// OpenBLAS's dimensions and increments are int.
template <typename... Integers> bool fit(Integers... values) {
  return ((values >= INT_MIN && values <= INT_MAX) && ...);
}

/// The statuses that many functions share, in the order in which the checks
/// are made. 64-bit dimensions that OpenBLAS cannot express are not supported.
#define HEDDLE_CHECK_HANDLE(handle)                                            \
  if (!(handle))                                                               \
  return CUBLAS_STATUS_NOT_INITIALIZED
#define HEDDLE_CHECK_VALUE(condition)                                          \
  if (!(condition))                                                            \
  return CUBLAS_STATUS_INVALID_VALUE
#define HEDDLE_CHECK_FIT(...)                                                  \
  if (!fit(__VA_ARGS__))                                                       \
  return CUBLAS_STATUS_NOT_SUPPORTED

inline bool isOperation(cublasOperation_t op) {
  return op == CUBLAS_OP_N || op == CUBLAS_OP_T || op == CUBLAS_OP_C;
}
inline bool isTriangle(cublasFillMode_t uplo) {
  return uplo == CUBLAS_FILL_MODE_LOWER || uplo == CUBLAS_FILL_MODE_UPPER;
}
inline bool isDiagonal(cublasDiagType_t diag) {
  return diag == CUBLAS_DIAG_NON_UNIT || diag == CUBLAS_DIAG_UNIT;
}
inline bool isSide(cublasSideMode_t side) {
  return side == CUBLAS_SIDE_LEFT || side == CUBLAS_SIDE_RIGHT;
}

/// Whether a matrix of `rows` rows can have this leading dimension.
inline bool isLeading(int64_t leading, int64_t rows) {
  return leading >= std::max<int64_t>(1, rows);
}

} // namespace heddle::cublas

/// Defines the functions of a table by what it says they call.
#define HEDDLE_V2(name, parameters, call)                                      \
  extern "C" cublasStatus_t HEDDLE_NAME(name##_v2) parameters {                \
    return heddle::cublas::call;                                               \
  }
#define HEDDLE_EX(name, parameters, call)                                      \
  extern "C" cublasStatus_t HEDDLE_NAME(name) parameters {                     \
    return heddle::cublas::call;                                               \
  }

#endif // HEDDLE_LIBRARIES_CUBLAS_HANDLE_H
