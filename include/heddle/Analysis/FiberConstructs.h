//===- FiberConstructs.h - Why a kernel needs fibers ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_FIBERCONSTRUCTS_H
#define HEDDLE_ANALYSIS_FIBERCONSTRUCTS_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace heddle {

/// What fission cannot express: a kernel with one of these runs on fibers.
enum class FiberConstruct {
  ThreadFunction,    ///< A call, not inlined, of what depends on the thread.
  OtherFile,         ///< A call of a device function of another file.
  ComputedGoto,      ///< Control flow without structure.
  NamedBarrier,      ///< A barrier of a part of a block.
  LaunchKind,        ///< `grid.is_valid()`
  AddressSpace,      ///< A pointer may be to shared or local memory.
  SpinningThread,    ///< A thread repeats a loop until another one has written.
  WaitingWarp,       ///< The same, for the lanes of a warp together.
  DifferentBarriers, ///< Threads of a block pair up at different barriers.
  DifferentWarpSyncs, ///< The same, for the lanes of a warp.
  EarlyLeave          ///< Threads leave a loop with a barrier before others,
                      ///< and conflict with these.
};

/// What a message says of such a kernel, after "it".
llvm::StringRef describe(FiberConstruct construct);

struct FiberNeed {
  FiberConstruct construct;
  mlir::Operation *op; ///< Where it was found.
};

/// The one place that decides how a kernel is lowered: the first construct of a
/// kernel, or of its grid function, that fission cannot express, or none. What
/// depends on control flow is found once the kernel is a nest of parallel
/// loops; all else also before.
std::optional<FiberNeed> findFiberConstruct(mlir::LLVM::LLVMFuncOp function);

} // namespace heddle

#endif // HEDDLE_ANALYSIS_FIBERCONSTRUCTS_H
