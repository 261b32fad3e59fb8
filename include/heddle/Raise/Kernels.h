//===- Kernels.h - The kernels of a module ----------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RAISE_KERNELS_H
#define HEDDLE_RAISE_KERNELS_H

#include "heddle/Dialect/KernelAttributes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace heddle {

/// Calls `callback` for each kernel that is to be raised.
template <typename Callback>
void forEachRaisedKernel(mlir::ModuleOp module, Callback callback) {
  for (auto kernel :
       llvm::make_early_inc_range(module.getOps<mlir::LLVM::LLVMFuncOp>()))
    if (kernel->hasAttr(kernelAttr) && !kernel->hasAttr(fibersAttr))
      callback(kernel);
}

} // namespace heddle

#endif // HEDDLE_RAISE_KERNELS_H
