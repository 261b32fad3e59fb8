//===- IndexRanges.h - Between what numbers an index lies -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_INDEXRANGES_H
#define HEDDLE_LIB_TRANSFORMS_INDEXRANGES_H

#include "mlir/IR/Value.h"

namespace heddle {

/// Whether an index is the same number in 32 bits with a sign, as its types and
/// the comparisons that chose it say.
bool fitsInt32(mlir::Value index);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_INDEXRANGES_H
