//===- UpdateRows.h - Updates of a row of threads, in memory ----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_UPDATEROWS_H
#define HEDDLE_LIB_TRANSFORMS_UPDATEROWS_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {

/// An update that each thread of a row makes.
struct RowUpdate {
  mlir::LLVM::AtomicBinOp kind;
  mlir::Value place; ///< In bytes, in the table.
  mlir::Value value; ///< What changes nothing, for threads that make none.
};

/// Has the threads store the places and values of their updates, and updates
/// the table in loops that do nothing else.
class UpdateRows {
public:
  UpdateRows(mlir::scf::ParallelOp threads, int64_t size,
             mlir::memref::AllocaOp table)
      : threads(threads), size(size), table(table) {}

  /// Whether updates that change nothing can be left out: they have to be of
  /// one kind, and the processor to move lanes of a vector together.
  bool canPack(llvm::ArrayRef<mlir::LLVM::AtomicRMWOp> updates);

  /// One loop for each update of a thread.
  void update(llvm::ArrayRef<RowUpdate> updates);

  /// One loop for what is left of all updates. Those of a thread that follow
  /// each other and are of the same place become one.
  void updatePacked(llvm::ArrayRef<RowUpdate> given);

private:
  static int64_t countLanes(mlir::Type type);
  mlir::Value makeRow(mlir::Type type, int64_t length);
  void join(mlir::OpBuilder &builder, RowUpdate &a, RowUpdate &b);
  mlir::Value pack(mlir::OpBuilder &builder, mlir::Value places,
                   mlir::Value values, int64_t count,
                   mlir::LLVM::AtomicBinOp kind);
  void updateFrom(mlir::OpBuilder &builder, mlir::Value places,
                  mlir::Value values, mlir::Value count,
                  mlir::LLVM::AtomicBinOp kind);

  mlir::scf::ParallelOp threads;
  int64_t size; ///< Of the row.
  mlir::memref::AllocaOp table;
};

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_UPDATEROWS_H
