//===- KernelAttributes.h - The heddle dialect ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect `heddle` has no operations. It owns the discardable attributes on
// kernels, grid functions and `__shared__` variables, and verifies them.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DIALECT_KERNELATTRIBUTES_H
#define HEDDLE_DIALECT_KERNELATTRIBUTES_H

#include "mlir/IR/Dialect.h"

namespace heddle {

/// On an `llvm.func`: it is a kernel.
inline constexpr llvm::StringLiteral kernelAttr = "heddle.kernel";
/// On a kernel: its threads run on fibers; no pass raises it.
inline constexpr llvm::StringLiteral fibersAttr = "heddle.fibers";
/// On an `llvm.func`: it may synchronise, or depend on which thread runs it.
inline constexpr llvm::StringLiteral threadContextAttr =
    "heddle.thread_context";
/// On an `llvm.func` that is only declared: a device function of another file.
inline constexpr llvm::StringLiteral otherFileAttr = "heddle.other_file";
/// On a module: a call through a pointer may reach a function that has
/// `threadContextAttr`.
inline constexpr llvm::StringLiteral contextByPointerAttr =
    "heddle.context_by_pointer";
/// On an `llvm.mlir.global`: it is a `__shared__` variable.
inline constexpr llvm::StringLiteral sharedAttr = "heddle.shared";
/// On a kernel, then on its grid function: block sizes (x, y, z) that host code
/// is seen to launch it with.
inline constexpr llvm::StringLiteral blockShapesAttr = "heddle.block_shapes";
/// With these: no launch with another block size is to be seen.
inline constexpr llvm::StringLiteral knownLaunchesAttr =
    "heddle.known_launches";
/// On a kernel, then on its grid function: the launches that host code is seen
/// to make, each an array of the block size and what is passed for each
/// parameter, with a unit for what is no number. The most frequent first.
inline constexpr llvm::StringLiteral launchesAttr = "heddle.launches";
/// With these: no other launch is to be seen.
inline constexpr llvm::StringLiteral knownArgumentsAttr =
    "heddle.known_arguments";
/// On a kernel, then on its grid function: host code is seen to launch it with
/// one block.
inline constexpr llvm::StringLiteral singleBlockAttr = "heddle.single_block";
/// On a kernel, then on its grid function: host code launches it next to
/// others.
inline constexpr llvm::StringLiteral neighboursAttr = "heddle.neighbours";
/// On a grid function: its launches may wait for those that follow; and those
/// before may wait for it, as it looks at no memory before its blocks run.
inline constexpr llvm::StringLiteral mayWaitAttr = "heddle.may_wait";
inline constexpr llvm::StringLiteral mayJoinAttr = "heddle.may_join";
/// On a grid function: the bytes of its `__shared__` variables.
inline constexpr llvm::StringLiteral sharedBytesAttr = "heddle.shared_bytes";

/// Whether this attribute is a result of the stages, which linking with the
/// host's code reads. All others are gone by then.
bool isReadByLinker(llvm::StringRef name);

class HeddleDialect : public mlir::Dialect {
public:
  explicit HeddleDialect(mlir::MLIRContext *context);

  static llvm::StringLiteral getDialectNamespace() { return "heddle"; }

  mlir::LogicalResult
  verifyOperationAttribute(mlir::Operation *op,
                           mlir::NamedAttribute attribute) override;
};

} // namespace heddle

MLIR_DECLARE_EXPLICIT_TYPE_ID(heddle::HeddleDialect)

#endif // HEDDLE_DIALECT_KERNELATTRIBUTES_H
