//===- IndexRanges.h - Between what numbers an index lies -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_INDEXRANGES_H
#define HEDDLE_ANALYSIS_INDEXRANGES_H

#include "mlir/IR/Value.h"
#include <optional>
#include <utility>

namespace heddle {

/// The least and the largest number, with its sign, that a value can be as its
/// types, its flags and the comparisons that chose it say, if these are less
/// than 2^62 away from 0. The positions are known to be from 0 to 2^31 - 1.
std::optional<std::pair<int64_t, int64_t>>
findRange(mlir::Value value, llvm::ArrayRef<mlir::Value> positions);

/// Whether an index is the same number in 32 bits with a sign, as its types and
/// the comparisons that chose it say.
bool fitsInt32(mlir::Value index);

} // namespace heddle

#endif // HEDDLE_ANALYSIS_INDEXRANGES_H
