//===- Import.h - A device module as MLIR -----------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RAISE_IMPORT_H
#define HEDDLE_RAISE_IMPORT_H

#include "heddle/Support/KnownLaunch.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Module.h"

namespace heddle {

/// What the import marks, by symbol.
struct ImportMarks {
  llvm::StringSet<> kernels;
  llvm::StringSet<> fiberKernels; ///< Those that are not to be raised.
  /// Functions that may synchronise or depend on the thread, and those of other
  /// files, which are only declared here.
  llvm::StringSet<> threadFunctions, otherFiles;
  /// Whether a call through a pointer may reach one of `threadFunctions`.
  bool contextByPointer = false;
  llvm::StringSet<> sharedVariables, constantVariables;
  /// Block sizes (x, y, z) that kernels are launched with.
  llvm::StringMap<std::vector<BlockShape>> blockShapes;
  /// Kernels of which no launch with another block size is to be seen.
  llvm::StringSet<> knownLaunches;
  /// Kernels that are launched with one block.
  llvm::StringSet<> singleBlocks;
  /// Kernels that are launched right before or after others.
  llvm::StringSet<> neighbours;
  /// The launches of these kernels, the most frequent first.
  llvm::StringMap<std::vector<KnownLaunch>> launches;
  /// Kernels of which no other launches are to be seen.
  llvm::StringSet<> knownArguments;
  /// The processor can move chosen lanes of a vector together.
  bool packsLanes = false;
};

/// Turns a device module into MLIR's LLVM dialect and marks its kernels and
/// shared variables. Returns null after an error.
mlir::OwningOpRef<mlir::ModuleOp>
importDeviceModule(std::unique_ptr<llvm::Module> device,
                   const ImportMarks &marks, mlir::MLIRContext &context);

} // namespace heddle

#endif // HEDDLE_RAISE_IMPORT_H
