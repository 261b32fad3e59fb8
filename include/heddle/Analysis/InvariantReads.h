//===- InvariantReads.h - Reads a parallel loop does not change -*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether code in a parallel loop that reads the same addresses in all
// iterations reads what they held before the loop. A store of the loop to one
// of these addresses does not always matter:
//
// - If another iteration stores without synchronisation, it is a race, and
// programs have none. Besides, the read may then return the old value.
// - If the same iteration stores, it may do so after the read.
//
// Two things order a store before a read: the program order of one iteration,
// which is also that of barriers, since all iterations reach the same barriers
// in the same order; and atomics, fences and volatile accesses before the read,
// which may order it after any store of any iteration.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_INVARIANTREADS_H
#define HEDDLE_ANALYSIS_INVARIANTREADS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseMap.h"

namespace heddle {

class InvariantReads {
public:
  explicit InvariantReads(mlir::scf::ParallelOp loop);

  /// Whether the operation, with all in it, writes nothing, and reads what was
  /// there before the loop, given that its operands are the same in all
  /// iterations.
  bool mayLeave(mlir::Operation *op);

  /// Whether an iteration may end in the middle, in a call that does not
  /// return, before it comes to the operation.
  bool mayNotArrive(mlir::Operation *op);

private:
  /// Operations are numbered in the order of the text; one that has regions
  /// has all numbers up to its last.
  struct Range {
    unsigned first = 0, last = 0;
    bool holdsBarrier = false;
    bool contains(unsigned number) const {
      return first <= number && number <= last;
    }
  };
  struct Access {
    unsigned number;
    mlir::Value base;    ///< Nothing: any memory.
    mlir::Attribute tag; ///< A TBAA tag, or nothing.
  };

  bool number(mlir::Operation *op, bool inLoop);
  bool collectReads(mlir::Operation *op, llvm::SmallVectorImpl<Access> &reads);
  llvm::SmallVector<Range> rangesBefore(mlir::Operation *op);
  bool mayAlias(const Access &read, const Access &write);

  mlir::scf::ParallelOp loop;
  unsigned count = 0;
  llvm::DenseMap<mlir::Operation *, Range> ranges;
  llvm::SmallVector<Access> writes;
  llvm::SmallVector<unsigned> orders, calls;
};

/// Whether a call only reads memory and returns a value that depends on nothing
/// else but its operands.
bool isReadOnlyCall(mlir::Operation *op);

} // namespace heddle

#endif // HEDDLE_ANALYSIS_INVARIANTREADS_H
