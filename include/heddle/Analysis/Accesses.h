//===- Accesses.h - What code reads and writes ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads, stores and the like in a loop over threads, each with the object it
// touches and the place in it.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_ACCESSES_H
#define HEDDLE_ANALYSIS_ACCESSES_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {

/// So many bytes for each unit of a value.
struct Term {
  mlir::Value value;
  int64_t bytes;
};

/// One access to memory.
struct Access {
  mlir::Operation *op = nullptr;
  bool reads = false, writes = false;
  /// Allows other threads to see, or to have seen, memory in a certain order:
  /// atomic or volatile.
  bool orders = false;
  /// Orders other accesses of the thread, for threads of other blocks: an
  /// acquire or release, a fence, or an operation of which nothing is known.
  bool fences = false;
  /// The object, or nothing if that may be any.
  mlir::Value base;
  /// Where in the object, in bytes, if that is known: the sum of the terms and
  /// the offset.
  bool exact = false;
  llvm::SmallVector<Term, 3> terms;
  int64_t offset = 0;
  int64_t size = 0;

  /// Whether it is the same place in the same thread.
  bool isSamePlace(const Access &other) const;
};

/// Adds the accesses of an operation and of all in it. Those to memory that the
/// thread has for itself are left out if a loop over threads is given.
void collectAccesses(mlir::Operation *op, mlir::scf::ParallelOp threads,
                     llvm::SmallVectorImpl<Access> &accesses);

/// The single access of a plain load or store, if it is one.
std::optional<Access> getPlainAccess(mlir::Operation *op);

/// Whether memory is allocated for a thread alone and nobody else is told
/// where.
bool isOwn(mlir::Value base, mlir::scf::ParallelOp threads);

/// Whether this is an allocation that is only ever loaded from and stored to.
bool isLocalObject(mlir::Value base);

/// Whether two objects can have a byte in common.
bool mayAlias(mlir::Value a, mlir::Value b);

} // namespace heddle

#endif // HEDDLE_ANALYSIS_ACCESSES_H
