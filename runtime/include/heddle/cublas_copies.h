//===- cublas_copies.h - Copies between host and device ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// An element has `size` bytes.
HEDDLE_EX(SetVector,
          (HEDDLE_INT n, HEDDLE_INT size, const void *x, HEDDLE_INT incx,
           void *y, HEDDLE_INT incy),
          setVector(n, size, x, incx, y, incy))
HEDDLE_EX(GetVector,
          (HEDDLE_INT n, HEDDLE_INT size, const void *x, HEDDLE_INT incx,
           void *y, HEDDLE_INT incy),
          getVector(n, size, x, incx, y, incy))
HEDDLE_EX(SetMatrix,
          (HEDDLE_INT rows, HEDDLE_INT columns, HEDDLE_INT size, const void *a,
           HEDDLE_INT lda, void *b, HEDDLE_INT ldb),
          setMatrix(rows, columns, size, a, lda, b, ldb))
HEDDLE_EX(GetMatrix,
          (HEDDLE_INT rows, HEDDLE_INT columns, HEDDLE_INT size, const void *a,
           HEDDLE_INT lda, void *b, HEDDLE_INT ldb),
          getMatrix(rows, columns, size, a, lda, b, ldb))
HEDDLE_EX(SetVectorAsync,
          (HEDDLE_INT n, HEDDLE_INT size, const void *x, HEDDLE_INT incx,
           void *y, HEDDLE_INT incy, cudaStream_t stream),
          setVector(n, size, x, incx, y, incy, stream))
HEDDLE_EX(GetVectorAsync,
          (HEDDLE_INT n, HEDDLE_INT size, const void *x, HEDDLE_INT incx,
           void *y, HEDDLE_INT incy, cudaStream_t stream),
          getVector(n, size, x, incx, y, incy, stream))
HEDDLE_EX(SetMatrixAsync,
          (HEDDLE_INT rows, HEDDLE_INT columns, HEDDLE_INT size, const void *a,
           HEDDLE_INT lda, void *b, HEDDLE_INT ldb, cudaStream_t stream),
          setMatrix(rows, columns, size, a, lda, b, ldb, stream))
HEDDLE_EX(GetMatrixAsync,
          (HEDDLE_INT rows, HEDDLE_INT columns, HEDDLE_INT size, const void *a,
           HEDDLE_INT lda, void *b, HEDDLE_INT ldb, cudaStream_t stream),
          getMatrix(rows, columns, size, a, lda, b, ldb, stream))
