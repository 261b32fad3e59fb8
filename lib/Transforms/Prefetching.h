//===- Prefetching.h - Addresses of what comes next -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_PREFETCHING_H
#define HEDDLE_LIB_TRANSFORMS_PREFETCHING_H

#include "heddle/Analysis/AddressCopy.h"

namespace heddle {

/// An index without the constants added to it, and their sum.
std::pair<mlir::Value, int64_t> getRoot(mlir::Value index);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_PREFETCHING_H
