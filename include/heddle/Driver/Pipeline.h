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

/// Registers the dialects of all stages, with their translations from and to
/// LLVM IR.
void registerDialects(mlir::DialectRegistry &registry);

/// Calls of CUDA's built-in functions become operations.
void addBuiltinPasses(mlir::OpPassManager &pm);
/// From the LLVM dialect to structured MLIR for one thread.
void addRaisePasses(mlir::OpPassManager &pm);
/// From there to launches as parallel loops.
void addParPasses(mlir::OpPassManager &pm);
/// To the loops that the older passes work on, all those that follow.
void addOldFormPasses(mlir::OpPassManager &pm);
/// The optimizer on parallel loops, without the named passes.
void addOptimizePasses(mlir::OpPassManager &pm,
                       llvm::ArrayRef<std::string> disabled = {});
/// Before threads are vectorised, on the older form; back to `par`.
void addPrepareThreadsPasses(mlir::OpPassManager &pm,
                             llvm::ArrayRef<std::string> disabled,
                             bool hasBarriers);
/// Threads as lanes of vectors, instead of the optimizer.
void addVectorizePasses(mlir::OpPassManager &pm, int64_t lanes,
                        bool checksShapes = false);
/// From there to the LLVM dialect.
void addVectorizedLowerPasses(mlir::OpPassManager &pm);
/// From there to the LLVM dialect, by fission; kernels marked for fibers, by
/// fibers.
void addLowerPasses(mlir::OpPassManager &pm,
                    llvm::ArrayRef<std::string> disabled = {});

/// Kernels that run on fibers, and device functions, to the LLVM dialect.
void addFiberPasses(mlir::OpPassManager &pm, bool optimizes,
                    llvm::ArrayRef<std::string> disabled = {});

/// The names of the optional passes, sorted.
std::vector<std::string> optionalPasses();

/// Registers the passes and stages for heddle-opt.
void registerPasses();

} // namespace heddle

#endif // HEDDLE_DRIVER_PIPELINE_H
