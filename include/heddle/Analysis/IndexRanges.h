//===- IndexRanges.h - Value ranges of indices ------------------*- C++ -*-===//
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

/// The minimum and maximum of a signed value, from its types, its flags, the
/// comparisons that select it and the bounds of loops, if they are within 2^62
/// of 0. The given indices are known to be from 0 to 2^31 - 1.
std::optional<std::pair<int64_t, int64_t>>
findRange(mlir::Value value, llvm::ArrayRef<mlir::Value> positions = {});

/// Whether an index has the same value in 32 signed bits, from its types and
/// the comparisons that select it.
bool fitsInt32(mlir::Value index);

} // namespace heddle

#endif // HEDDLE_ANALYSIS_INDEXRANGES_H
