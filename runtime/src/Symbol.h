//===- Symbol.h - Device variables by their shadows -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_SYMBOL_H
#define HEDDLE_RUNTIME_SYMBOL_H

#include "cuda_runtime_api.h"

namespace heddle::rt {

/// Whether such a copy fits into the variable and has a valid direction.
cudaError_t checkToSymbol(const void *symbol, size_t bytes, size_t offset,
                          cudaMemcpyKind kind);
cudaError_t checkFromSymbol(const void *symbol, size_t bytes, size_t offset,
                            cudaMemcpyKind kind);

void *symbolAt(const void *symbol, size_t offset);

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_SYMBOL_H
