//===- QuietPath.h - Iterations in which nothing happens --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TARGET_QUIETPATH_H
#define HEDDLE_LIB_TARGET_QUIETPATH_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Instructions.h"

namespace llvm {
class Loop;
class LoopInfo;
} // namespace llvm

namespace heddle {

/// The iterations that are tested together.
inline constexpr int64_t stripLength = 64;

/// Loops that are known to run less often are left as they are: a table of a
/// block is no array that is searched.
inline constexpr int64_t shortestSearch = 8 * stripLength;

/// A loop, and the way through it on which nothing happens.
class QuietPath {
public:
  QuietPath(llvm::Loop &loop, llvm::LoopInfo &loops);

  /// Whether there is one, and it is worth to test iterations for it that LLVM
  /// would not make vectors of.
  bool find();

  /// What a value is if the iteration came along the path.
  llvm::Value *onPath(llvm::Value *value) const;
  /// By how much a quiet iteration changes a value, if that is a constant.
  std::optional<int64_t> stepOf(llvm::Value *value);

  llvm::Loop &loop;
  llvm::LoopInfo &loops;
  llvm::BasicBlock *const header, *const latch;
  const llvm::DataLayout &layout;

  llvm::SmallVector<llvm::BasicBlock *> path;
  /// Whether an iteration may end the loop anywhere but in the latch.
  bool hasOtherEnds = false;
  /// Values that iterations hand on, with what a quiet one makes of them:
  /// themselves, or a sum with a constant.
  llvm::SmallMapVector<llvm::PHINode *, llvm::Instruction *, 4> carried;
  /// The loop goes on while `counter` is before `bound`.
  llvm::PHINode *counter = nullptr;
  llvm::Value *bound = nullptr;
  llvm::CmpInst::Predicate order = llvm::CmpInst::BAD_ICMP_PREDICATE;
  /// What the branches that leave the path need, in order.
  llvm::SmallSetVector<llvm::Instruction *, 16> test;
  /// Loads of which each iteration has its own, and the bytes between them.
  llvm::SmallVector<std::pair<llvm::LoadInst *, int64_t>> places;

private:
  bool isHard();
  bool findQuietPath();
  bool findCarried();
  bool findBound();
  bool findTest();
  bool addToTest(llvm::Value *value);
  bool canAddLoad(llvm::LoadInst &load);
  std::optional<int64_t> computeStep(llvm::Instruction &inst);
  std::optional<int64_t> stepOfAddress(llvm::GetElementPtrInst &address);

  /// Values are used many times over, and each is looked at once.
  llvm::DenseMap<llvm::Value *, std::optional<int64_t>> steps;
};

} // namespace heddle

#endif // HEDDLE_LIB_TARGET_QUIETPATH_H
