//===- Elements.h - Elements with types given at run time -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIBRARIES_CUBLAS_ELEMENTS_H
#define HEDDLE_LIBRARIES_CUBLAS_ELEMENTS_H

#include "MixedGemm.h"

namespace heddle::cublas {

/// Whether the functions below know the type.
inline bool isElement(cudaDataType type) {
  return type == CUDA_R_16F || type == CUDA_R_16BF || type == CUDA_R_32F ||
         type == CUDA_R_64F;
}

inline double loadElement(const void *pointer, cudaDataType type, int64_t i) {
  switch (type) {
  case CUDA_R_16F:
    return toFloat(static_cast<const _Float16 *>(pointer)[i]);
  case CUDA_R_16BF:
    return toFloat(static_cast<const BFloat16 *>(pointer)[i]);
  case CUDA_R_32F:
    return static_cast<const float *>(pointer)[i];
  default:
    return static_cast<const double *>(pointer)[i];
  }
}

inline void storeElement(void *pointer, cudaDataType type, int64_t i,
                         double value) {
  switch (type) {
  case CUDA_R_16F:
    return fromFloat(float(value), static_cast<_Float16 *>(pointer)[i]);
  case CUDA_R_16BF:
    return fromFloat(float(value), static_cast<BFloat16 *>(pointer)[i]);
  case CUDA_R_32F:
    static_cast<float *>(pointer)[i] = float(value);
    return;
  default:
    static_cast<double *>(pointer)[i] = value;
  }
}

} // namespace heddle::cublas

#endif // HEDDLE_LIBRARIES_CUBLAS_ELEMENTS_H
