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

/// The facts that the import records, by symbol.
struct ImportMarks {
  llvm::StringSet<> kernels;
  llvm::StringSet<> fiberKernels; ///< Those that are not to be raised.
  /// Functions that may synchronise or depend on the thread, and those of other
  /// files, which are only declared here.
  llvm::StringSet<> threadFunctions, otherFiles;
  /// Whether a call through a pointer may reach one of `threadFunctions`.
  bool contextByPointer = false;
  llvm::StringSet<> sharedVariables, constantVariables;
  /// The block sizes (x, y, z) of known launches.
  llvm::StringMap<std::vector<BlockShape>> blockShapes;
  /// Kernels without known launches with another block size.
  llvm::StringSet<> knownLaunches;
  /// Kernels with a known launch of one block.
  llvm::StringSet<> singleBlocks;
  /// Kernels that are launched right before or after others.
  llvm::StringSet<> neighbours;
  /// The known launches of these kernels, the most frequent first.
  llvm::StringMap<std::vector<KnownLaunch>> launches;
  /// Kernels without other known launches.
  llvm::StringSet<> knownArguments;
  /// The processor can compress the lanes of a vector.
  bool packsLanes = false;
};

/// Converts a device module to MLIR's LLVM dialect and marks its kernels and
/// shared variables. Returns null after an error.
mlir::OwningOpRef<mlir::ModuleOp>
importDeviceModule(std::unique_ptr<llvm::Module> device,
                   const ImportMarks &marks, mlir::MLIRContext &context);

} // namespace heddle

#endif // HEDDLE_RAISE_IMPORT_H
