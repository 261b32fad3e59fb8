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

/// A copy of a function with its variables in registers, for analysis:
/// definitions of values are visible there even in unoptimized code, whose
/// variables are in memory.
class PromotedCopy {
public:
  explicit PromotedCopy(llvm::Function &function);
  ~PromotedCopy();

  llvm::Function &get() { return *copy; }

  /// The original of an instruction of the copy. The instruction must access
  /// memory that is not a local variable.
  llvm::Instruction *original(const llvm::Instruction *inst) const {
    return originals.lookup(inst);
  }

  /// The original of a block of the copy. Both have the same branches.
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
