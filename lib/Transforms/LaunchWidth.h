//===- LaunchWidth.h - How many cores a launch has --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_LAUNCHWIDTH_H
#define HEDDLE_LIB_TRANSFORMS_LAUNCHWIDTH_H

#include "heddle/Dialect/Par.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace heddle {

/// How many cores the runtime will have for a launch.
inline mlir::Value countCores(mlir::OpBuilder &builder, mlir::Location loc,
                              mlir::ModuleOp module) {
  llvm::StringRef name = par::launchWidthName;
  auto callee = module.lookupSymbol<mlir::LLVM::LLVMFuncOp>(name);
  if (!callee) {
    auto top = mlir::OpBuilder::atBlockBegin(module.getBody());
    callee = mlir::LLVM::LLVMFuncOp::create(
        top, module.getLoc(), name,
        mlir::LLVM::LLVMFunctionType::get(builder.getI32Type(), {}));
    callee.setNoUnwind(true);
  }
  mlir::Value count =
      mlir::LLVM::CallOp::create(builder, loc, callee, mlir::ValueRange())
          .getResult();
  return mlir::arith::IndexCastUIOp::create(builder, loc,
                                            builder.getIndexType(), count);
}

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_LAUNCHWIDTH_H
