//===- QuietPath.h - Iterations without effects -----------------*- C++ -*-===//
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

/// The number of iterations that are tested together.
inline constexpr int64_t stripLength = 64;

/// Loops with a smaller known trip count do not change: a block's table is not
/// an array that is searched.
inline constexpr int64_t shortestSearch = 8 * stripLength;

/// A loop, and the path through it without side effects.
class QuietPath {
public:
  QuietPath(llvm::Loop &loop, llvm::LoopInfo &loops);

  /// Whether there is such a path, and testing iterations for it pays, since
  /// LLVM would not vectorise the loop.
  bool find();

  /// The value of an instruction on the path.
  llvm::Value *onPath(llvm::Value *value) const;
  /// The constant by which a quiet iteration changes a value, if any.
  std::optional<int64_t> stepOf(llvm::Value *value);

  llvm::Loop &loop;
  llvm::LoopInfo &loops;
  llvm::BasicBlock *const header, *const latch;
  const llvm::DataLayout &layout;

  llvm::SmallVector<llvm::BasicBlock *> path;
  /// Whether an iteration may leave the loop other than at the latch.
  bool hasOtherEnds = false;
  /// Loop-carried values, with their values after a quiet iteration: unchanged,
  /// or plus a constant.
  llvm::SmallMapVector<llvm::PHINode *, llvm::Instruction *, 4> carried;
  /// The loop continues while `counter` is before `bound`.
  llvm::PHINode *counter = nullptr;
  llvm::Value *bound = nullptr;
  llvm::CmpInst::Predicate order = llvm::CmpInst::BAD_ICMP_PREDICATE;
  /// The conditions of the branches that leave the path, in order.
  llvm::SmallSetVector<llvm::Instruction *, 16> test;
  /// Loads with a different address in each iteration, and the stride in bytes.
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

  /// Values have many uses; each is analysed once.
  llvm::DenseMap<llvm::Value *, std::optional<int64_t>> steps;
};

} // namespace heddle

#endif // HEDDLE_LIB_TARGET_QUIETPATH_H
