//===- LtDescriptors.h - The descriptors of cublasLt ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A descriptor is an array of attributes, each of which has a size. Creating
// one and initialising one in the program's memory is the same.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIBRARIES_CUBLAS_LTDESCRIPTORS_H
#define HEDDLE_LIBRARIES_CUBLAS_LTDESCRIPTORS_H

#include "cublasLt.h"
#include <cstring>

namespace heddle::cublas {

/// An attribute as a number of type T.
template <typename T, typename Descriptor>
T attribute(const Descriptor *descriptor, int number) {
  T value;
  std::memcpy(&value, &descriptor->data[number], sizeof value);
  return value;
}
template <typename Descriptor, typename T>
void setAttribute(Descriptor *descriptor, int number, T value) {
  descriptor->data[number] = 0;
  std::memcpy(&descriptor->data[number], &value, sizeof value);
}

struct Layout {
  cudaDataType type;
  bool isRowMajor;
  int64_t rows, columns, ld, count, stride;

  explicit Layout(const cublasLtMatrixLayoutOpaque_t *l)
      : type(attribute<cudaDataType>(l, CUBLASLT_MATRIX_LAYOUT_TYPE)),
        isRowMajor(attribute<int32_t>(l, CUBLASLT_MATRIX_LAYOUT_ORDER) ==
                   CUBLASLT_ORDER_ROW),
        rows(attribute<int64_t>(l, CUBLASLT_MATRIX_LAYOUT_ROWS)),
        columns(attribute<int64_t>(l, CUBLASLT_MATRIX_LAYOUT_COLS)),
        ld(attribute<int64_t>(l, CUBLASLT_MATRIX_LAYOUT_LD)),
        count(attribute<int32_t>(l, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT)),
        stride(attribute<int64_t>(
            l, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET)) {}
  int64_t index(int64_t i, int64_t j) const {
    return isRowMajor ? i * ld + j : i + j * ld;
  }
};

} // namespace heddle::cublas

#endif // HEDDLE_LIBRARIES_CUBLAS_LTDESCRIPTORS_H
