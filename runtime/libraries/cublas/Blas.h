//===- Blas.h - OpenBLAS's functions, overloaded by type --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cuBLAS's and the C interface's conventions agree, except for the enums.
// Complex scalars are passed by pointer, real ones by value.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIBRARIES_CUBLAS_BLAS_H
#define HEDDLE_LIBRARIES_CUBLAS_BLAS_H

#include "Numbers.h"
#include "cublas_api.h"
#include <cblas.h>

namespace heddle::blas {

inline CBLAS_TRANSPOSE of(cublasOperation_t op) {
  return op == CUBLAS_OP_N   ? CblasNoTrans
         : op == CUBLAS_OP_T ? CblasTrans
                             : CblasConjTrans;
}
inline CBLAS_UPLO of(cublasFillMode_t uplo) {
  return uplo == CUBLAS_FILL_MODE_LOWER ? CblasLower : CblasUpper;
}
inline CBLAS_DIAG of(cublasDiagType_t diag) {
  return diag == CUBLAS_DIAG_UNIT ? CblasUnit : CblasNonUnit;
}
inline CBLAS_SIDE of(cublasSideMode_t side) {
  return side == CUBLAS_SIDE_LEFT ? CblasLeft : CblasRight;
}
/// Other arguments stay as they are.
template <typename T> T of(T value) { return value; }

/// Selects an overload.
template <typename T> struct Typed {};

/// `name(Typed<T>(), arguments)` calls cblas_<letter><function>.
#define HEDDLE_BLAS(T, letter, name, function)                                 \
  template <typename... Arguments>                                             \
  auto name(Typed<T>, Arguments... arguments) {                                \
    return cblas_##letter##function(of(arguments)...);                         \
  }
#define HEDDLE_BLAS_COLUMNS(T, letter, name, function)                         \
  template <typename... Arguments>                                             \
  void name(Typed<T>, Arguments... arguments) {                                \
    cblas_##letter##function(CblasColMajor, of(arguments)...);                 \
  }
#define HEDDLE_BLAS_REAL(macro, name)                                          \
  macro(float, s, name, name) macro(double, d, name, name)
#define HEDDLE_BLAS_COMPLEX(macro, name)                                       \
  macro(float2, c, name, name) macro(double2, z, name, name)
#define HEDDLE_BLAS_ALL(macro, name)                                           \
  HEDDLE_BLAS_REAL(macro, name) HEDDLE_BLAS_COMPLEX(macro, name)

HEDDLE_BLAS_ALL(HEDDLE_BLAS, axpy)
HEDDLE_BLAS_ALL(HEDDLE_BLAS, copy)
HEDDLE_BLAS_ALL(HEDDLE_BLAS, swap)
HEDDLE_BLAS_ALL(HEDDLE_BLAS, scal)
HEDDLE_BLAS_REAL(HEDDLE_BLAS, nrm2)
HEDDLE_BLAS_REAL(HEDDLE_BLAS, asum)
HEDDLE_BLAS_REAL(HEDDLE_BLAS, dot)
HEDDLE_BLAS_REAL(HEDDLE_BLAS, rot)
HEDDLE_BLAS_REAL(HEDDLE_BLAS, rotg)
HEDDLE_BLAS_REAL(HEDDLE_BLAS, rotm)
HEDDLE_BLAS_REAL(HEDDLE_BLAS, rotmg)
HEDDLE_BLAS(float2, sc, nrm2, nrm2)
HEDDLE_BLAS(double2, dz, nrm2, nrm2)
HEDDLE_BLAS(float2, sc, asum, asum)
HEDDLE_BLAS(double2, dz, asum, asum)

HEDDLE_BLAS_ALL(HEDDLE_BLAS_COLUMNS, gemv)
HEDDLE_BLAS_ALL(HEDDLE_BLAS_COLUMNS, gbmv)
HEDDLE_BLAS_ALL(HEDDLE_BLAS_COLUMNS, trmv)
HEDDLE_BLAS_ALL(HEDDLE_BLAS_COLUMNS, tbmv)
HEDDLE_BLAS_ALL(HEDDLE_BLAS_COLUMNS, tpmv)
HEDDLE_BLAS_ALL(HEDDLE_BLAS_COLUMNS, trsv)
HEDDLE_BLAS_ALL(HEDDLE_BLAS_COLUMNS, tbsv)
HEDDLE_BLAS_ALL(HEDDLE_BLAS_COLUMNS, tpsv)
HEDDLE_BLAS_REAL(HEDDLE_BLAS_COLUMNS, symv)
HEDDLE_BLAS_REAL(HEDDLE_BLAS_COLUMNS, sbmv)
HEDDLE_BLAS_REAL(HEDDLE_BLAS_COLUMNS, spmv)
HEDDLE_BLAS_REAL(HEDDLE_BLAS_COLUMNS, ger)
HEDDLE_BLAS_REAL(HEDDLE_BLAS_COLUMNS, syr)
HEDDLE_BLAS_REAL(HEDDLE_BLAS_COLUMNS, syr2)
HEDDLE_BLAS_REAL(HEDDLE_BLAS_COLUMNS, spr)
HEDDLE_BLAS_REAL(HEDDLE_BLAS_COLUMNS, spr2)
HEDDLE_BLAS_COMPLEX(HEDDLE_BLAS_COLUMNS, hemv)
HEDDLE_BLAS_COMPLEX(HEDDLE_BLAS_COLUMNS, hbmv)
HEDDLE_BLAS_COMPLEX(HEDDLE_BLAS_COLUMNS, hpmv)
HEDDLE_BLAS_COMPLEX(HEDDLE_BLAS_COLUMNS, geru)
HEDDLE_BLAS_COMPLEX(HEDDLE_BLAS_COLUMNS, gerc)
HEDDLE_BLAS_COMPLEX(HEDDLE_BLAS_COLUMNS, her)
HEDDLE_BLAS_COMPLEX(HEDDLE_BLAS_COLUMNS, her2)
HEDDLE_BLAS_COMPLEX(HEDDLE_BLAS_COLUMNS, hpr)
HEDDLE_BLAS_COMPLEX(HEDDLE_BLAS_COLUMNS, hpr2)

HEDDLE_BLAS_ALL(HEDDLE_BLAS_COLUMNS, gemm)
HEDDLE_BLAS_ALL(HEDDLE_BLAS_COLUMNS, symm)
HEDDLE_BLAS_ALL(HEDDLE_BLAS_COLUMNS, syrk)
HEDDLE_BLAS_ALL(HEDDLE_BLAS_COLUMNS, syr2k)
HEDDLE_BLAS_ALL(HEDDLE_BLAS_COLUMNS, trmm)
HEDDLE_BLAS_ALL(HEDDLE_BLAS_COLUMNS, trsm)
HEDDLE_BLAS_COMPLEX(HEDDLE_BLAS_COLUMNS, hemm)
HEDDLE_BLAS_COMPLEX(HEDDLE_BLAS_COLUMNS, herk)
HEDDLE_BLAS_COMPLEX(HEDDLE_BLAS_COLUMNS, her2k)

#undef HEDDLE_BLAS
#undef HEDDLE_BLAS_COLUMNS
#undef HEDDLE_BLAS_REAL
#undef HEDDLE_BLAS_COMPLEX
#undef HEDDLE_BLAS_ALL

/// A scalar as the C interface takes it. `value` must outlive the call.
inline float scalar(const float &value) { return value; }
inline double scalar(const double &value) { return value; }
inline const void *scalar(const float2 &value) { return &value; }
inline const void *scalar(const double2 &value) { return &value; }

} // namespace heddle::blas

#endif // HEDDLE_LIBRARIES_CUBLAS_BLAS_H
