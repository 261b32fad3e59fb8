//===- KeptStores.h - Stores of what is there already -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SUPPORT_KEPTSTORES_H
#define HEDDLE_SUPPORT_KEPTSTORES_H

#include "heddle/Support/Rewriting.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace heddle {

/// The load of what is in a store's place when the branch around it is reached,
/// or null.
inline mlir::memref::LoadOp findKept(mlir::memref::StoreOp store,
                                     mlir::scf::IfOp branch) {
  for (mlir::Operation *op = branch->getPrevNode(); op;
       op = op->getPrevNode()) {
    auto load = mlir::dyn_cast<mlir::memref::LoadOp>(op);
    if (load && load.getMemRef() == store.getMemRef() &&
        load.getIndices() == store.getIndices())
      return load;
    if (!load && !mlir::isMemoryEffectFree(op))
      return nullptr;
  }
  return nullptr;
}

/// Replaces a branch in which a few places are stored to by stores of selected
/// values: what is loaded from a place stays there if the condition does not
/// hold. `mayKeep`: whether no other thread stores to what is loaded.
inline void storeAlways(
    mlir::scf::IfOp branch,
    llvm::function_ref<bool(mlir::memref::StoreOp, mlir::memref::LoadOp)>
        mayKeep) {
  constexpr unsigned mostStores = 4;
  if (branch.getNumResults() || !isEmpty(branch.elseBlock()))
    return;
  llvm::SmallVector<std::pair<mlir::memref::StoreOp, mlir::memref::LoadOp>>
      stores;
  for (mlir::Operation &op : branch.thenBlock()->without_terminator()) {
    if (mlir::isPure(&op))
      continue;
    auto store = mlir::dyn_cast<mlir::memref::StoreOp>(op);
    mlir::memref::LoadOp load = store ? findKept(store, branch) : nullptr;
    if (!load || stores.size() == mostStores || !mayKeep(store, load))
      return;
    stores.push_back({store, load});
  }
  if (stores.empty())
    return;
  for (auto [store, load] : stores) {
    mlir::OpBuilder builder(store);
    store.getValueMutable().assign(mlir::arith::SelectOp::create(
        builder, store.getLoc(), branch.getCondition(), store.getValue(),
        load.getResult()));
  }
  mlir::Block *block = branch.thenBlock();
  block->getTerminator()->erase();
  branch->getBlock()->getOperations().splice(branch->getIterator(),
                                             block->getOperations());
  branch.erase();
}

} // namespace heddle

#endif // HEDDLE_SUPPORT_KEPTSTORES_H
