//===- PromotedCopy.h - A function with its variables in registers *- C++ -*-=//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_FRONTEND_PROMOTEDCOPY_H
#define HEDDLE_LIB_FRONTEND_PROMOTEDCOPY_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"

namespace heddle {

/// A copy to look at: where values come from can be seen there even without
/// optimization, when variables are still in memory. Lives as long as this.
class PromotedCopy {
public:
  explicit PromotedCopy(llvm::Function &function);
  ~PromotedCopy();

  llvm::Function &get() { return *copy; }

  /// What an instruction of the copy, one that accesses memory which is not a
  /// local variable, is a copy of.
  llvm::Instruction *original(const llvm::Instruction *inst) const {
    return originals.lookup(inst);
  }

  /// What a block of the copy is a copy of: they have the same branches.
  llvm::BasicBlock *original(const llvm::BasicBlock *block) const {
    return originalBlocks.lookup(block);
  }

private:
  llvm::Function *copy;
  llvm::DenseMap<const llvm::Instruction *, llvm::Instruction *> originals;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::BasicBlock *> originalBlocks;
};

} // namespace heddle

#endif // HEDDLE_LIB_FRONTEND_PROMOTEDCOPY_H
