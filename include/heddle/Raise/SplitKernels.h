//===- SplitKernels.h - A module for each kernel ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RAISE_SPLITKERNELS_H
#define HEDDLE_RAISE_SPLITKERNELS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/DenseSet.h"
#include <string>
#include <vector>

namespace heddle {

/// A kernel that was taken out of the device module so that it can be compiled
/// by itself.
struct KernelModule {
  std::string name;
  /// The kernel, with copies of the functions and variables that it refers to.
  mlir::OwningOpRef<mlir::ModuleOp> module;
  /// The kernel as it was imported, for the case that it runs on fibers.
  mlir::OwningOpRef<mlir::Operation *> imported;
  /// The symbols in `module` that are copies: the device module has the
  /// originals.
  llvm::DenseSet<mlir::StringAttr> copies;
  bool usesFibers = false;
};

/// Moves every kernel that is to be raised into a module of its own, in source
/// order. A declaration of the same name marks its position in `module`. With
/// `copyBodies` the functions that a kernel calls keep their bodies, for
/// analyses that look into them; else they are only declared.
std::vector<KernelModule> splitKernels(mlir::ModuleOp module, bool copyBodies);

/// Puts the kernels that use fibers back to their positions in the device
/// module, as they were imported.
void mergeFiberKernels(mlir::ModuleOp module,
                       llvm::MutableArrayRef<KernelModule> kernels);

/// Moves what became of the other kernels to their positions.
void mergeRaisedKernels(mlir::ModuleOp module,
                        llvm::MutableArrayRef<KernelModule> kernels);

} // namespace heddle

#endif // HEDDLE_RAISE_SPLITKERNELS_H
