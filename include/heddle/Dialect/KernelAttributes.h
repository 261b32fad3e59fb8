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
/// On a kernel, then on its grid function: the block sizes (x, y, z) of known
/// launches in host code.
inline constexpr llvm::StringLiteral blockShapesAttr = "heddle.block_shapes";
/// In addition: there is no known launch with another block size.
inline constexpr llvm::StringLiteral knownLaunchesAttr =
    "heddle.known_launches";
/// On a kernel, then on its grid function: the known launches in host code, the
/// most frequent first. Each is an array of the block size and the argument for
/// each parameter; unit if it is not a known integer.
inline constexpr llvm::StringLiteral launchesAttr = "heddle.launches";
/// In addition: there is no other known launch.
inline constexpr llvm::StringLiteral knownArgumentsAttr =
    "heddle.known_arguments";
/// On a kernel, then on its grid function: there is a known launch with one
/// block.
inline constexpr llvm::StringLiteral singleBlockAttr = "heddle.single_block";
/// On a kernel, then on its grid function: host code launches it right before
/// or after others.
inline constexpr llvm::StringLiteral neighboursAttr = "heddle.neighbours";
/// On a grid function: its launches may be deferred; and deferred launches need
/// not run before it, since it reads no memory before its blocks run.
inline constexpr llvm::StringLiteral mayWaitAttr = "heddle.may_wait";
inline constexpr llvm::StringLiteral mayJoinAttr = "heddle.may_join";
/// On a grid function: the size of its `__shared__` variables in bytes.
inline constexpr llvm::StringLiteral sharedBytesAttr = "heddle.shared_bytes";

/// Whether a program is right without this attribute.
bool isHint(llvm::StringRef name);

/// Whether linking with the host's code reads this attribute. All others are
/// removed before.
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
