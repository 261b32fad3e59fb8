//===- Accesses.h - Memory accesses -----------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads, stores and similar operations in a loop over threads, each with the
// object that it accesses and the offset in it.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_ACCESSES_H
#define HEDDLE_ANALYSIS_ACCESSES_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {

/// A number of bytes for each unit of a value.
struct Term {
  mlir::Value value;
  int64_t bytes;
};

/// One memory access.
struct Access {
  mlir::Operation *op = nullptr;
  bool reads = false, writes = false;
  /// May order accesses of other threads: atomic or volatile.
  bool orders = false;
  /// Orders other accesses of the thread, for threads of other blocks: an
  /// acquire or release, a fence, or an operation of which nothing is known.
  bool fences = false;
  /// The object, or nothing if it may be any.
  mlir::Value base;
  /// The offset in the object in bytes, if known: the sum of the terms and the
  /// constant.
  bool exact = false;
  llvm::SmallVector<Term, 3> terms;
  int64_t offset = 0;
  int64_t size = 0;

  /// With constants that are added to indices in full width in the offset.
  Access splitSums() const;
  /// Whether it is the same address in the same thread.
  bool isSamePlace(const Access &other) const;
  /// The bytes from this address to another one in the same thread, if that is
  /// a constant.
  std::optional<int64_t> distanceTo(const Access &other) const;
  /// Whether it is known not to overlap in the same thread.
  bool isElsewhere(const Access &other) const;
};

/// Adds the accesses of an operation and of all nested ones. If a loop over
/// threads is given, excludes those to private memory of a thread.
void collectAccesses(mlir::Operation *op, mlir::scf::ParallelOp threads,
                     llvm::SmallVectorImpl<Access> &accesses);

/// The single access of a plain load or store, if it is one.
std::optional<Access> getPlainAccess(mlir::Operation *op);

/// Whether memory is allocated per thread and its address does not escape.
bool isOwn(mlir::Value base, mlir::scf::ParallelOp threads);

/// Whether this is an allocation that is only loaded from and stored to.
bool isLocalObject(mlir::Value base);

/// Whether two objects may overlap.
bool mayAlias(mlir::Value a, mlir::Value b);

} // namespace heddle

#endif // HEDDLE_ANALYSIS_ACCESSES_H
