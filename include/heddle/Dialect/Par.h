//===- Par.h - The par dialect ----------------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DIALECT_PAR_H
#define HEDDLE_DIALECT_PAR_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/StringExtras.h"

#include "heddle/Dialect/ParDialect.h.inc"
#include "heddle/Dialect/ParEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "heddle/Dialect/ParAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "heddle/Dialect/ParTypes.h.inc"

#define GET_OP_CLASSES
#include "heddle/Dialect/ParOps.h.inc"

namespace heddle::par {

/// On the loop over the blocks of a grid, and on the loop over the threads of a
/// block.
inline constexpr llvm::StringLiteral gridAttr = "par.grid";
inline constexpr llvm::StringLiteral blockAttr = "par.block";
/// On a grid loop: the block size that it is specialised for.
inline constexpr llvm::StringLiteral shapeAttr = "par.shape";
/// On a grid loop: there are specialised versions for the block sizes of all
/// known launches. This version is not worth much compile time.
inline constexpr llvm::StringLiteral fallbackAttr = "par.fallback";
/// On such a loop: no launch in this file uses it, and none in other files is
/// expected to.
inline constexpr llvm::StringLiteral unseenAttr = "par.unseen";
/// On a grid loop: each iteration runs several blocks.
inline constexpr llvm::StringLiteral mergedBlocksAttr = "par.merged_blocks";
/// On a grid loop: the number of iterations that make up one block.
inline constexpr llvm::StringLiteral partsAttr = "par.parts";
/// On a loop in a grid loop: it can run once before, or after, all blocks that
/// a worker runs, instead of in each block.
inline constexpr llvm::StringLiteral beforeBlocksAttr = "par.before_blocks";
inline constexpr llvm::StringLiteral afterBlocksAttr = "par.after_blocks";
/// On a loop over threads: its maximum number of iterations.
inline constexpr llvm::StringLiteral capacityAttr = "par.capacity";
/// On a merged block-strided loop, whose iterations are unordered too: its
/// maximum number of iterations, which may exceed the number of threads.
inline constexpr llvm::StringLiteral mergedAttr = "par.merged";
/// On a loop over threads: it was split into rows and has an additional
/// dimension.
inline constexpr llvm::StringLiteral rowsAttr = "par.rows";

/// On a loop over threads: only blocks at the edges of the grid run it.
inline constexpr llvm::StringLiteral edgeAttr = "par.edge";
/// On a grid loop: it runs over the blocks that other loops leave, or over
/// small grids.
inline constexpr llvm::StringLiteral restAttr = "par.rest";
/// On a loop over threads: its layers along z are fused blocks.
inline constexpr llvm::StringLiteral joinedAttr = "par.joined";
/// On a loop over threads: it is not expected to run often.
inline constexpr llvm::StringLiteral rareAttr = "par.rare";
/// On the address of a `__constant__` variable: no kernel writes to it.
inline constexpr llvm::StringLiteral constantAttr = "par.constant";
/// On a loop over threads: it has few iterations, if any.
inline constexpr llvm::StringLiteral fewAttr = "par.few";
/// On a loop over threads: its accesses are mostly strided, so it stays scalar.
inline constexpr llvm::StringLiteral scatteredAttr = "par.scattered";
/// On a loop over threads: it is unrolled, except for its innermost dimension.
inline constexpr llvm::StringLiteral unrolledAttr = "par.unrolled";

/// On a block-strided loop of a thread: all iterations, also those of one
/// thread, are independent.
inline constexpr llvm::StringLiteral sharedOutAttr = "par.shared_out";
/// On a loop: the version for counters that wrap; an `scf.for` is the version
/// for all others. `uplift-loops` does not convert it again.
inline constexpr llvm::StringLiteral wrapsAttr = "par.wraps";

/// On an operation that fission moves to block level. Only inside `fission`.
inline constexpr llvm::StringLiteral blockLevelAttr = "par.block_level";
/// On a load that gives the same value in every piece that uses its result.
/// Only inside `fission`.
inline constexpr llvm::StringLiteral repeatableAttr = "par.repeatable";

/// On a raised access: LLVM's alias information and alignment.
inline constexpr llvm::StringLiteral tbaaAttr = "par.tbaa";
inline constexpr llvm::StringLiteral aliasScopesAttr = "par.alias_scopes";
inline constexpr llvm::StringLiteral noaliasScopesAttr = "par.noalias_scopes";
inline constexpr llvm::StringLiteral alignmentAttr = "par.alignment";
/// The names of these attributes on LLVM's accesses and on raised ones.
inline constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral>
    accessAttrs[] = {{"tbaa", tbaaAttr},
                     {"alias_scopes", aliasScopesAttr},
                     {"noalias_scopes", noaliasScopesAttr},
                     {"alignment", alignmentAttr}};

/// On a module: the processor can compress the lanes of a vector.
inline constexpr llvm::StringLiteral packsLanesAttr = "par.packs_lanes";

/// The largest sizes that a launch may have, in z, y and x.
inline constexpr int64_t largestGrid[] = {65535, 65535, 2147483647};
inline constexpr int64_t largestBlock[] = {64, 1024, 1024};

/// The value of `shapeAttr` for a block size (x, y, z).
inline std::string nameShape(llvm::ArrayRef<int64_t> shape) {
  auto toString = [](int64_t size) { return std::to_string(size); };
  return llvm::join(llvm::map_range(shape, toString), "x");
}

/// The number of threads in a warp.
inline constexpr int64_t warpSize = 32;

/// The loop that a scope is of, or null.
ForOp getLoopOf(mlir::Value scope);

/// That an operation's scope is of a loop around it.
mlir::LogicalResult verifyScope(mlir::Operation *op, mlir::Value scope);

/// That it is of a loop whose iterations form warps.
mlir::LogicalResult verifyWarpScope(mlir::Operation *op, mlir::Value scope);

/// That a barrier states at least the effects of the code around it.
mlir::LogicalResult verifyBarrierEffects(BarrierOp barrier);

/// Whether the iterations of the loop that this operation names synchronise
/// here.
bool isBarrier(mlir::Operation *op);

/// Whether this operation gives the same result to all iterations of its loop.
/// (`form-warps` separates votes from their masks.)
bool isUniformCollective(mlir::Operation *op);

/// Whether an operation of this kind combines the values of all lanes.
bool isReduction(WarpKind kind);

/// Whether this operation is a barrier or contains one.
bool holdsBarrier(mlir::Operation *op);

/// The value that a view or an address is computed from, one step towards the
/// object, or nothing if this is the object.
mlir::Value getSource(mlir::Value address);

/// The value that represents the whole object.
mlir::Value getBase(mlir::Value address);

/// The linear index of an iteration; the last induction variable is fastest.
mlir::Value linearIndex(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::ValueRange ivs, mlir::ValueRange sizes);

/// The size of an allocation in bytes.
mlir::Value bytesOf(mlir::OpBuilder &builder, mlir::memref::AllocaOp op);

/// The loops with an attribute, outer ones last. A list, because passes cannot
/// split loops during a walk.
llvm::SmallVector<mlir::scf::ParallelOp> getMarkedLoops(mlir::Operation *root,
                                                        llvm::StringRef mark);

/// The loop over a block's threads that surrounds this operation, or null.
mlir::scf::ParallelOp getThreadLoop(mlir::Operation *op);

/// The loop over a grid's blocks that surrounds this operation, or null.
mlir::scf::ParallelOp getGridLoop(mlir::Operation *op);

/// The loop over threads directly inside a loop over blocks, or null.
mlir::scf::ParallelOp getThreadLoopOf(mlir::scf::ParallelOp grid);

} // namespace heddle::par

#endif // HEDDLE_DIALECT_PAR_H
