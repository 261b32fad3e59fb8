//===- RankUpdates.h - syrk, syr2k, syrkx and Hermitian forms ---*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One triangle of C is updated. It is split into blocks of columns. The part of
// a block beside the diagonal is a plain product; the square on the diagonal is
// a small update of the same kind.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIBRARIES_CUBLAS_RANKUPDATES_H
#define HEDDLE_LIBRARIES_CUBLAS_RANKUPDATES_H

#include "Gemm.h"
#include <vector>

namespace heddle::cublas {

/// C is n by n, op(A) and op(B) are n by k.
struct UpdateShape {
  cublasFillMode_t uplo;
  cublasOperation_t trans;
  int64_t n, k, lda, ldb, ldc;
  bool isHermitian;

  template <typename T>
  cublasStatus_t check(cublasHandle_t handle, const void *alpha,
                       const void *beta) const {
    // A complex matrix is transposed or conjugated, as the result is symmetric
    // or Hermitian. For real ones, both mean the same.
    auto other = isHermitian ? CUBLAS_OP_C : CUBLAS_OP_T;
    bool isKnown = trans == CUBLAS_OP_N || trans == other ||
                   (!Number<T>::isComplex && isOperation(trans));
    int64_t rows = trans == CUBLAS_OP_N ? n : k;
    HEDDLE_CHECK_HANDLE(handle);
    HEDDLE_CHECK_VALUE(isTriangle(uplo) && isKnown && n >= 0 && k >= 0 &&
                       isLeading(lda, rows) && isLeading(ldb, rows) &&
                       isLeading(ldc, n) && alpha && beta);
    HEDDLE_CHECK_FIT(n, k, lda, ldb, ldc);
    return CUBLAS_STATUS_SUCCESS;
  }

  /// Where the rows of op(A) from i on begin.
  int64_t inA(int64_t i) const { return trans == CUBLAS_OP_N ? i : i * lda; }
  int64_t inB(int64_t i) const { return trans == CUBLAS_OP_N ? i : i * ldb; }
  cublasOperation_t left() const {
    return trans == CUBLAS_OP_N ? CUBLAS_OP_N : other();
  }
  cublasOperation_t right() const {
    return trans == CUBLAS_OP_N ? other() : CUBLAS_OP_N;
  }
  cublasOperation_t other() const {
    return isHermitian ? CUBLAS_OP_C : CUBLAS_OP_T;
  }
};

/// Calls `beside(row, rows, column, columns)` and `diagonal(at, size)`.
template <typename Beside, typename Diagonal>
void forUpdateBlocks(const UpdateShape &s, Beside beside, Diagonal diagonal) {
  int64_t threads = __heddle_library_threads();
  double work = double(s.n) * double(s.n) * double(s.k);
  int64_t parts = threads == 1 || work < 1 << 19 ? 1 : 4 * threads;
  int64_t size = std::max<int64_t>((s.n + parts - 1) / parts, 96);
  int64_t blocks = (s.n + size - 1) / size;
  parallelFor(blocks, uint64_t(work / 64), [&](int64_t block) {
    int64_t begin = block * size, end = std::min(s.n, begin + size);
    if (s.uplo == CUBLAS_FILL_MODE_LOWER && end < s.n)
      beside(end, s.n - end, begin, end - begin);
    if (s.uplo == CUBLAS_FILL_MODE_UPPER && begin > 0)
      beside(int64_t(0), begin, begin, end - begin);
    diagonal(begin, end - begin);
  });
}

/// Part of C = alpha op(A) op(B)^T + beta C; C points to the part.
template <typename T>
void multiplyPart(const UpdateShape &s, int64_t m, int64_t n, T alpha,
                  const T *a, int64_t lda, const T *b, int64_t ldb, T beta,
                  T *c, int64_t ldc) {
  blas::gemm(blas::Typed<T>(), s.left(), s.right(), int(m), int(n), int(s.k),
             blas::scalar(alpha), a, int(lda), b, int(ldb), blas::scalar(beta),
             c, int(ldc));
}

/// C = alpha op(A) op(A)^T + beta C. U is real if the result is Hermitian.
template <typename T, typename U>
cublasStatus_t updateOne(cublasHandle_t handle, const UpdateShape &s,
                         const U *alpha, const T *a, const U *beta, T *c) {
  if (cublasStatus_t status = s.check<T>(handle, alpha, beta))
    return status;
  if (s.n == 0)
    return CUBLAS_STATUS_SUCCESS;
  Scalar<U> scaleA(handle, alpha), scaleB(handle, beta);
  return submit(handle, [=] {
    U alphaValue = scaleA.get(), betaValue = scaleB.get();
    NumberOf<T> fullA(number(alphaValue)), fullB(number(betaValue));
    T wideA, wideB;
    *numbers(&wideA) = fullA;
    *numbers(&wideB) = fullB;
    forUpdateBlocks(
        s,
        [&](int64_t row, int64_t rows, int64_t column, int64_t columns) {
          multiplyPart(s, rows, columns, wideA, a + s.inA(row), s.lda,
                       a + s.inA(column), s.lda, wideB,
                       c + row + column * s.ldc, s.ldc);
        },
        [&](int64_t at, int64_t size) {
          T *square = c + at + at * s.ldc;
          if constexpr (std::is_same_v<T, U>)
            blas::syrk(blas::Typed<T>(), s.uplo, s.left(), int(size), int(s.k),
                       blas::scalar(alphaValue), a + s.inA(at), int(s.lda),
                       blas::scalar(betaValue), square, int(s.ldc));
          else
            blas::herk(blas::Typed<T>(), s.uplo, s.left(), int(size), int(s.k),
                       alphaValue, a + s.inA(at), int(s.lda), betaValue, square,
                       int(s.ldc));
        });
  });
}

/// C = alpha op(A) op(B)^T + alpha' op(B) op(A)^T + beta C, where alpha' is
/// the conjugate if the result is Hermitian.
template <typename T, typename U>
cublasStatus_t updateTwo(cublasHandle_t handle, const UpdateShape &s,
                         const T *alpha, const T *a, const T *b, const U *beta,
                         T *c) {
  if (cublasStatus_t status = s.check<T>(handle, alpha, beta))
    return status;
  if (s.n == 0)
    return CUBLAS_STATUS_SUCCESS;
  Scalar<T> scaleA(handle, alpha);
  Scalar<U> scaleB(handle, beta);
  return submit(handle, [=] {
    T value = scaleA.get(), mirrored = value, wideB;
    U betaValue = scaleB.get();
    if (s.isHermitian)
      *numbers(&mirrored) = conjugate(number(value));
    *numbers(&wideB) = NumberOf<T>(number(betaValue));
    forUpdateBlocks(
        s,
        [&](int64_t row, int64_t rows, int64_t column, int64_t columns) {
          T *part = c + row + column * s.ldc;
          multiplyPart(s, rows, columns, value, a + s.inA(row), s.lda,
                       b + s.inB(column), s.ldb, wideB, part, s.ldc);
          multiplyPart(s, rows, columns, mirrored, b + s.inB(row), s.ldb,
                       a + s.inA(column), s.lda, constant<T>(1), part, s.ldc);
        },
        [&](int64_t at, int64_t size) {
          T *square = c + at + at * s.ldc;
          if constexpr (std::is_same_v<T, U>)
            blas::syr2k(blas::Typed<T>(), s.uplo, s.left(), int(size), int(s.k),
                        blas::scalar(value), a + s.inA(at), int(s.lda),
                        b + s.inB(at), int(s.ldb), blas::scalar(betaValue),
                        square, int(s.ldc));
          else
            blas::her2k(blas::Typed<T>(), s.uplo, s.left(), int(size), int(s.k),
                        blas::scalar(value), a + s.inA(at), int(s.lda),
                        b + s.inB(at), int(s.ldb), betaValue, square,
                        int(s.ldc));
        });
  });
}

/// C = alpha op(A) op(B)^T + beta C, for A and B whose product is symmetric or
/// Hermitian.
template <typename T, typename U>
cublasStatus_t updateProduct(cublasHandle_t handle, const UpdateShape &s,
                             const T *alpha, const T *a, const T *b,
                             const U *beta, T *c) {
  if (cublasStatus_t status = s.check<T>(handle, alpha, beta))
    return status;
  if (s.n == 0)
    return CUBLAS_STATUS_SUCCESS;
  Scalar<T> scaleA(handle, alpha);
  Scalar<U> scaleB(handle, beta);
  return submit(handle, [=] {
    T value = scaleA.get(), wideB;
    U betaValue = scaleB.get();
    *numbers(&wideB) = NumberOf<T>(number(betaValue));
    forUpdateBlocks(
        s,
        [&](int64_t row, int64_t rows, int64_t column, int64_t columns) {
          multiplyPart(s, rows, columns, value, a + s.inA(row), s.lda,
                       b + s.inB(column), s.ldb, wideB,
                       c + row + column * s.ldc, s.ldc);
        },
        [&](int64_t at, int64_t size) {
          std::vector<T> square(size * size);
          multiplyPart(s, size, size, value, a + s.inA(at), s.lda,
                       b + s.inB(at), s.ldb, constant<T>(0), square.data(),
                       size);
          const auto *sums = numbers(square.data());
          for (int64_t j = 0; j < size; ++j)
            for (int64_t i = 0; i < size; ++i) {
              if (s.uplo == CUBLAS_FILL_MODE_LOWER ? i < j : i > j)
                continue;
              auto &to = numbers(c)[at + i + (at + j) * s.ldc];
              NumberOf<T> kept(0);
              if (!isZero(wideB))
                kept = times(number(wideB), to);
              to = sums[i + j * size] + kept;
              if (s.isHermitian && i == j)
                to = NumberOf<T>(realPart(to));
            }
        });
  });
}

// The functions of the table.
#define HEDDLE_UPDATE_ONE(name, hermitian, U)                                  \
  template <typename T>                                                        \
  cublasStatus_t name(cublasHandle_t handle, cublasFillMode_t uplo,            \
                      cublasOperation_t trans, int64_t n, int64_t k,           \
                      const U *alpha, const T *a, int64_t lda, const U *beta,  \
                      T *c, int64_t ldc) {                                     \
    UpdateShape s{uplo, trans, n, k, lda, lda, ldc, hermitian};                \
    return updateOne(handle, s, alpha, a, beta, c);                            \
  }
#define HEDDLE_UPDATE_TWO(name, update, hermitian, U)                          \
  template <typename T>                                                        \
  cublasStatus_t name(cublasHandle_t handle, cublasFillMode_t uplo,            \
                      cublasOperation_t trans, int64_t n, int64_t k,           \
                      const T *alpha, const T *a, int64_t lda, const T *b,     \
                      int64_t ldb, const U *beta, T *c, int64_t ldc) {         \
    UpdateShape s{uplo, trans, n, k, lda, ldb, ldc, hermitian};                \
    return update(handle, s, alpha, a, b, beta, c);                            \
  }
HEDDLE_UPDATE_ONE(syrk, false, T)
HEDDLE_UPDATE_ONE(herk, true, RealOf<T>)
HEDDLE_UPDATE_TWO(syr2k, updateTwo, false, T)
HEDDLE_UPDATE_TWO(her2k, updateTwo, true, RealOf<T>)
HEDDLE_UPDATE_TWO(syrkx, updateProduct, false, T)
HEDDLE_UPDATE_TWO(herkx, updateProduct, true, RealOf<T>)
#undef HEDDLE_UPDATE_ONE
#undef HEDDLE_UPDATE_TWO

} // namespace heddle::cublas

#endif // HEDDLE_LIBRARIES_CUBLAS_RANKUPDATES_H
