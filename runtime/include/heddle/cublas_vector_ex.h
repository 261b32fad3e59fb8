//===- cublas_vector_ex.h - Vectors with types given at run time *- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

HEDDLE_EX(Nrm2Ex,
          (cublasHandle_t handle, HEDDLE_INT n, const void *x,
           cudaDataType typeX, HEDDLE_INT incx, void *result,
           cudaDataType typeResult, cudaDataType typeExecution),
          nrm2Ex(handle, n, x, typeX, incx, result, typeResult, typeExecution))
HEDDLE_EX(DotEx,
          (cublasHandle_t handle, HEDDLE_INT n, const void *x,
           cudaDataType typeX, HEDDLE_INT incx, const void *y,
           cudaDataType typeY, HEDDLE_INT incy, void *result,
           cudaDataType typeResult, cudaDataType typeExecution),
          dotEx<false>(handle, n, x, typeX, incx, y, typeY, incy, result,
                       typeResult, typeExecution))
HEDDLE_EX(DotcEx,
          (cublasHandle_t handle, HEDDLE_INT n, const void *x,
           cudaDataType typeX, HEDDLE_INT incx, const void *y,
           cudaDataType typeY, HEDDLE_INT incy, void *result,
           cudaDataType typeResult, cudaDataType typeExecution),
          dotEx<true>(handle, n, x, typeX, incx, y, typeY, incy, result,
                      typeResult, typeExecution))
HEDDLE_EX(ScalEx,
          (cublasHandle_t handle, HEDDLE_INT n, const void *alpha,
           cudaDataType typeAlpha, void *x, cudaDataType typeX, HEDDLE_INT incx,
           cudaDataType typeExecution),
          scalEx(handle, n, alpha, typeAlpha, x, typeX, incx, typeExecution))
HEDDLE_EX(AxpyEx,
          (cublasHandle_t handle, HEDDLE_INT n, const void *alpha,
           cudaDataType typeAlpha, const void *x, cudaDataType typeX,
           HEDDLE_INT incx, void *y, cudaDataType typeY, HEDDLE_INT incy,
           cudaDataType typeExecution),
          axpyEx(handle, n, alpha, typeAlpha, x, typeX, incx, y, typeY, incy,
                 typeExecution))
HEDDLE_EX(AsumEx,
          (cublasHandle_t handle, HEDDLE_INT n, const void *x,
           cudaDataType typeX, HEDDLE_INT incx, void *result,
           cudaDataType typeResult, cudaDataType typeExecution),
          asumEx(handle, n, x, typeX, incx, result, typeResult, typeExecution))
HEDDLE_EX(IamaxEx,
          (cublasHandle_t handle, HEDDLE_INT n, const void *x,
           cudaDataType typeX, HEDDLE_INT incx, HEDDLE_INT *result),
          extremeEx<true>(handle, n, x, typeX, incx, result))
HEDDLE_EX(IaminEx,
          (cublasHandle_t handle, HEDDLE_INT n, const void *x,
           cudaDataType typeX, HEDDLE_INT incx, HEDDLE_INT *result),
          extremeEx<false>(handle, n, x, typeX, incx, result))
HEDDLE_EX(CopyEx,
          (cublasHandle_t handle, HEDDLE_INT n, const void *x,
           cudaDataType typeX, HEDDLE_INT incx, void *y, cudaDataType typeY,
           HEDDLE_INT incy),
          copyEx(handle, n, x, typeX, incx, y, typeY, incy))
HEDDLE_EX(SwapEx,
          (cublasHandle_t handle, HEDDLE_INT n, void *x, cudaDataType typeX,
           HEDDLE_INT incx, void *y, cudaDataType typeY, HEDDLE_INT incy),
          swapEx(handle, n, x, typeX, incx, y, typeY, incy))
HEDDLE_EX(RotEx,
          (cublasHandle_t handle, HEDDLE_INT n, void *x, cudaDataType typeX,
           HEDDLE_INT incx, void *y, cudaDataType typeY, HEDDLE_INT incy,
           const void *c, const void *s, cudaDataType typeScalars,
           cudaDataType typeExecution),
          rotEx(handle, n, x, typeX, incx, y, typeY, incy, c, s, typeScalars,
                typeExecution))
