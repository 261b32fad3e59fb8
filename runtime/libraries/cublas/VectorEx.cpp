//===- VectorEx.cpp - Vectors with types given at run time ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements are converted to double, real or complex, one at a time: simple
// loops for types that BLAS does not have. Float and double give what the typed
// functions give, to the rounding.
//
//===----------------------------------------------------------------------===//

#include "Elements.h"
#include "Handle.h"

#include "Numbers.h"
#include <cstring>

namespace heddle::cublas {
namespace {

using Complex = std::complex<double>;

bool isComplex(cudaDataType type) {
  return type == CUDA_C_32F || type == CUDA_C_64F;
}

cudaDataType realOf(cudaDataType type) {
  return type == CUDA_C_32F   ? CUDA_R_32F
         : type == CUDA_C_64F ? CUDA_R_64F
                              : type;
}

bool isVectorType(cudaDataType type) {
  return isElement(type) || isComplex(type);
}

/// What asum adds up and amax compares.
double size(Complex value) {
  return std::abs(value.real()) + std::abs(value.imag());
}

/// The documented combinations: vectors, scalars and result have one type, and
/// execution is in it or, for half and bfloat16, in float. alpha may be float
/// for these too.
bool isCombination(cudaDataType vector, cudaDataType scalar,
                   cudaDataType execution) {
  bool isShort = vector == CUDA_R_16F || vector == CUDA_R_16BF;
  if (isShort)
    return execution == CUDA_R_32F &&
           (scalar == vector || scalar == CUDA_R_32F);
  return isVectorType(vector) && scalar == vector && execution == vector;
}

Complex load(const void *pointer, cudaDataType type, int64_t i) {
  if (type == CUDA_C_32F)
    return static_cast<const std::complex<float> *>(pointer)[i];
  if (type == CUDA_C_64F)
    return static_cast<const Complex *>(pointer)[i];
  return loadElement(pointer, type, i);
}

void store(void *pointer, cudaDataType type, int64_t i, Complex value) {
  if (type == CUDA_C_32F)
    static_cast<std::complex<float> *>(pointer)[i] = std::complex<float>(value);
  else if (type == CUDA_C_64F)
    static_cast<Complex *>(pointer)[i] = value;
  else
    storeElement(pointer, type, i, value.real());
}

/// The index of element i: a negative increment starts at the end.
int64_t indexOf(int64_t i, int64_t n, int64_t inc) {
  return inc >= 0 ? i * inc : (i - n + 1) * inc;
}

/// alpha: of the host, read now, or of the device, read when it is used.
class ExScalar {
public:
  ExScalar(cublasHandle_t handle, const void *pointer, cudaDataType type)
      : pointer(pointer), type(type),
        isHost(handle->pointerMode == CUBLAS_POINTER_MODE_HOST) {
    if (isHost)
      value = load(pointer, type, 0);
  }
  Complex get() const { return isHost ? value : load(pointer, type, 0); }

private:
  const void *pointer;
  cudaDataType type;
  bool isHost;
  Complex value;
};

cublasStatus_t nrm2Ex(cublasHandle_t handle, int64_t n, const void *x,
                      cudaDataType typeX, int64_t incx, void *result,
                      cudaDataType typeResult, cudaDataType typeExecution) {
  HEDDLE_CHECK_HANDLE(handle);
  HEDDLE_CHECK_VALUE(result);
  // The norm of a complex vector is real.
  cudaDataType real = realOf(typeX);
  if (typeResult != real ||
      !isCombination(
          typeX, typeX,
          isComplex(typeX) && typeExecution == real ? typeX : typeExecution) ||
      cannotReturn(handle))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  return submit(handle, [=] {
    double scale = 0, sum = 0;
    for (int64_t i = 0; incx > 0 && i < n; ++i)
      scale = std::fmax(scale, std::abs(load(x, typeX, i * incx)));
    for (int64_t i = 0; scale > 0 && i < n; ++i)
      sum += std::norm(load(x, typeX, i * incx) / scale);
    store(result, typeResult, 0, scale * std::sqrt(sum));
  });
}

template <bool Conjugate>
cublasStatus_t dotEx(cublasHandle_t handle, int64_t n, const void *x,
                     cudaDataType typeX, int64_t incx, const void *y,
                     cudaDataType typeY, int64_t incy, void *result,
                     cudaDataType typeResult, cudaDataType typeExecution) {
  HEDDLE_CHECK_HANDLE(handle);
  HEDDLE_CHECK_VALUE(result);
  if (typeX != typeY || typeResult != typeX ||
      !isCombination(typeX, typeX, typeExecution) || cannotReturn(handle))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  return submit(handle, [=] {
    Complex sum = 0;
    for (int64_t i = 0; i < n; ++i) {
      Complex u = load(x, typeX, indexOf(i, n, incx));
      Complex v = load(y, typeY, indexOf(i, n, incy));
      sum += times(Conjugate ? std::conj(u) : u, v);
    }
    store(result, typeResult, 0, sum);
  });
}

cublasStatus_t scalEx(cublasHandle_t handle, int64_t n, const void *alpha,
                      cudaDataType typeAlpha, void *x, cudaDataType typeX,
                      int64_t incx, cudaDataType typeExecution) {
  HEDDLE_CHECK_HANDLE(handle);
  HEDDLE_CHECK_VALUE(alpha);
  if (!isCombination(typeX, typeAlpha, typeExecution))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  return submit(handle, [=, scale = ExScalar(handle, alpha, typeAlpha)] {
    Complex value = scale.get();
    for (int64_t i = 0; incx > 0 && i < n; ++i)
      store(x, typeX, i * incx, times(value, load(x, typeX, i * incx)));
  });
}

cublasStatus_t axpyEx(cublasHandle_t handle, int64_t n, const void *alpha,
                      cudaDataType typeAlpha, const void *x, cudaDataType typeX,
                      int64_t incx, void *y, cudaDataType typeY, int64_t incy,
                      cudaDataType typeExecution) {
  HEDDLE_CHECK_HANDLE(handle);
  HEDDLE_CHECK_VALUE(alpha);
  if (typeX != typeY || !isCombination(typeX, typeAlpha, typeExecution))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  return submit(handle, [=, scale = ExScalar(handle, alpha, typeAlpha)] {
    Complex value = scale.get();
    for (int64_t i = 0; i < n; ++i) {
      int64_t to = indexOf(i, n, incy);
      store(y, typeY, to,
            times(value, load(x, typeX, indexOf(i, n, incx))) +
                load(y, typeY, to));
    }
  });
}

cublasStatus_t asumEx(cublasHandle_t handle, int64_t n, const void *x,
                      cudaDataType typeX, int64_t incx, void *result,
                      cudaDataType typeResult, cudaDataType typeExecution) {
  HEDDLE_CHECK_HANDLE(handle);
  HEDDLE_CHECK_VALUE(result);
  // The sum for a complex vector is real.
  if (typeResult != realOf(typeX) ||
      !isCombination(typeX, typeX,
                     isComplex(typeX) && typeExecution == typeResult
                         ? typeX
                         : typeExecution) ||
      cannotReturn(handle))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  return submit(handle, [=] {
    double sum = 0;
    for (int64_t i = 0; incx > 0 && i < n; ++i)
      sum += size(load(x, typeX, i * incx));
    store(result, typeResult, 0, sum);
  });
}

/// The first element of the largest or smallest size, counted from 1.
template <bool Largest, typename Index>
cublasStatus_t extremeEx(cublasHandle_t handle, int64_t n, const void *x,
                         cudaDataType typeX, int64_t incx, Index *result) {
  HEDDLE_CHECK_HANDLE(handle);
  HEDDLE_CHECK_VALUE(result);
  if (!isVectorType(typeX) || cannotReturn(handle))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  return submit(handle, [=] {
    Index best = 0;
    double of = 0;
    for (int64_t i = 0; incx > 0 && i < n; ++i) {
      double value = size(load(x, typeX, i * incx));
      if (best == 0 || (Largest ? value > of : value < of)) {
        best = Index(i + 1);
        of = value;
      }
    }
    *result = best;
  });
}

cublasStatus_t copyEx(cublasHandle_t handle, int64_t n, const void *x,
                      cudaDataType typeX, int64_t incx, void *y,
                      cudaDataType typeY, int64_t incy) {
  HEDDLE_CHECK_HANDLE(handle);
  if (typeX != typeY || !isVectorType(typeX))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  return submit(handle, [=] {
    for (int64_t i = 0; i < n; ++i)
      store(y, typeY, indexOf(i, n, incy), load(x, typeX, indexOf(i, n, incx)));
  });
}

cublasStatus_t swapEx(cublasHandle_t handle, int64_t n, void *x,
                      cudaDataType typeX, int64_t incx, void *y,
                      cudaDataType typeY, int64_t incy) {
  HEDDLE_CHECK_HANDLE(handle);
  if (typeX != typeY || !isVectorType(typeX))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  return submit(handle, [=] {
    for (int64_t i = 0; i < n; ++i) {
      int64_t atX = indexOf(i, n, incx), atY = indexOf(i, n, incy);
      Complex kept = load(x, typeX, atX);
      store(x, typeX, atX, load(y, typeY, atY));
      store(y, typeY, atY, kept);
    }
  });
}

cublasStatus_t rotEx(cublasHandle_t handle, int64_t n, void *x,
                     cudaDataType typeX, int64_t incx, void *y,
                     cudaDataType typeY, int64_t incy, const void *c,
                     const void *s, cudaDataType typeScalars,
                     cudaDataType typeExecution) {
  HEDDLE_CHECK_HANDLE(handle);
  HEDDLE_CHECK_VALUE(c && s);
  // Of a complex vector, both may be real; the cosine always is.
  bool isReal = isComplex(typeX) && typeScalars == realOf(typeX);
  if (typeX != typeY ||
      !isCombination(typeX, isReal ? typeX : typeScalars, typeExecution))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  return submit(handle, [=, cosine = ExScalar(handle, c, realOf(typeScalars)),
                         sine = ExScalar(handle, s, typeScalars)] {
    Complex u = cosine.get(), v = sine.get();
    for (int64_t i = 0; i < n; ++i) {
      int64_t atX = indexOf(i, n, incx), atY = indexOf(i, n, incy);
      Complex a = load(x, typeX, atX), b = load(y, typeY, atY);
      store(x, typeX, atX, times(u, a) + times(v, b));
      store(y, typeY, atY, times(u, b) - times(std::conj(v), a));
    }
  });
}

} // namespace
} // namespace heddle::cublas

#define HEDDLE_INT int
#define HEDDLE_NAME(name) cublas##name
#include "heddle/cublas_vector_ex.h"
#undef HEDDLE_INT
#undef HEDDLE_NAME
#define HEDDLE_INT int64_t
#define HEDDLE_NAME(name) cublas##name##_64
#include "heddle/cublas_vector_ex.h"
