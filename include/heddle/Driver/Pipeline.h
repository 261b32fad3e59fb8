//===- Pipeline.h - The passes of each stage, in order ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVER_PIPELINE_H
#define HEDDLE_DRIVER_PIPELINE_H

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassManager.h"

namespace heddle {

/// Every dialect that some stage produces, with its translations from and to
/// LLVM IR.
void registerDialects(mlir::DialectRegistry &registry);

/// LLVM dialect -> structured MLIR, a thread's view.
void addRaisePasses(mlir::OpPassManager &pm);
/// -> launches as parallel nests.
void addParPasses(mlir::OpPassManager &pm);
/// The optimizer on parallel nests, without the passes that are named.
void addOptimizePasses(mlir::OpPassManager &pm,
                       llvm::ArrayRef<std::string> disabled = {});
/// -> LLVM dialect, by fission; kernels marked for fibers by fibers.
void addLowerPasses(mlir::OpPassManager &pm,
                    llvm::ArrayRef<std::string> disabled = {});

/// The names of the passes that a program is right without, sorted.
std::vector<std::string> optionalPasses();

/// Makes the passes and the stages known to heddle-opt.
void registerPasses();

} // namespace heddle

#endif // HEDDLE_DRIVER_PIPELINE_H
