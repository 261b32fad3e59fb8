//===- LanePlaces.h - Where lanes access an object --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_VECTORIZE_LANEPLACES_H
#define HEDDLE_LIB_TRANSFORMS_VECTORIZE_LANEPLACES_H

#include "heddle/Analysis/Shapes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace heddle {

/// A load or store of a memref, or nothing.
struct Place {
  mlir::Value object;
  mlir::ValueRange indices;
};
std::optional<Place> getPlace(mlir::Operation *access);

/// The elements that lanes access, counted from lane 0's; nothing if they are
/// not known.
std::optional<llvm::SmallVector<int64_t>> getPlaces(mlir::Operation *access,
                                                    const Shapes &shapes);

/// How many elements lane 0's place in one access is after that in another one
/// of the same object; nothing if that is not known.
std::optional<int64_t> getDistance(mlir::Operation *from, mlir::Operation *to,
                                   const Shapes &shapes);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_VECTORIZE_LANEPLACES_H
