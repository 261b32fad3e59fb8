//===- MixedGemm.cpp - Conversions to float
//---------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Processors convert half precision in vectors, but not the oldest that the
// library runs on. So there is a version for each, and the loader chooses.
//
//===----------------------------------------------------------------------===//

#include "MixedGemm.h"

namespace heddle::cublas {

#define HEDDLE_CONVERT(In)                                                     \
  __attribute__((                                                              \
      target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default"))) void      \
  convertColumns(const In *from, int64_t leading, int64_t rows,                \
                 int64_t columns, float *to) {                                 \
    for (int64_t j = 0; j < columns; ++j)                                      \
      for (int64_t i = 0; i < rows; ++i)                                       \
        to[i + j * rows] = toFloat(from[i + j * leading]);                     \
  }
HEDDLE_CONVERT(_Float16)
HEDDLE_CONVERT(BFloat16)
HEDDLE_CONVERT(int8_t)
#undef HEDDLE_CONVERT

} // namespace heddle::cublas
