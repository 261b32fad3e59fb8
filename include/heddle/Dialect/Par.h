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
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/StringExtras.h"

#include "heddle/Dialect/ParDialect.h.inc"
#include "heddle/Dialect/ParEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "heddle/Dialect/ParAttrs.h.inc"

#define GET_OP_CLASSES
#include "heddle/Dialect/ParOps.h.inc"

namespace heddle::par {

/// Marks the loop over the blocks of a grid, and the loop over the threads of
/// a block.
inline constexpr llvm::StringLiteral gridAttr = "par.grid";
inline constexpr llvm::StringLiteral blockAttr = "par.block";
/// On a grid's loop: the block size it was specialised for.
inline constexpr llvm::StringLiteral shapeAttr = "par.shape";
/// On a grid's loop: there are others for the sizes that the program's launches
/// have, as far as can be seen. It is not worth much time to compile.
inline constexpr llvm::StringLiteral fallbackAttr = "par.fallback";
/// On such a loop: all launches can be seen, as far as that is possible.
inline constexpr llvm::StringLiteral unseenAttr = "par.unseen";
/// On a grid's loop: each iteration does several blocks.
inline constexpr llvm::StringLiteral mergedBlocksAttr = "par.merged_blocks";
/// On a grid's loop: so many of its iterations are one block.
inline constexpr llvm::StringLiteral partsAttr = "par.parts";
/// On a loop in a grid's: it can be done once before, or after, all blocks that
/// a thread of the machine runs, instead of in each.
inline constexpr llvm::StringLiteral beforeBlocksAttr = "par.before_blocks";
inline constexpr llvm::StringLiteral afterBlocksAttr = "par.after_blocks";
/// On a loop over threads: the most it can ever run over.
inline constexpr llvm::StringLiteral capacityAttr = "par.capacity";
/// On a loop over what threads shared out, which has no order either: the most
/// it can ever run over, which may be more than there are threads.
inline constexpr llvm::StringLiteral mergedAttr = "par.merged";
/// On a loop over threads: it was one over a row of threads, or places, and has
/// a dimension more.
inline constexpr llvm::StringLiteral rowsAttr = "par.rows";

/// On a loop over threads: only blocks at the edges of the grid run it.
inline constexpr llvm::StringLiteral edgeAttr = "par.edge";
/// On a grid's loop: it runs over what other loops have left, or small grids.
inline constexpr llvm::StringLiteral restAttr = "par.rest";
/// On a loop over threads: its layers along z are blocks that have been joined.
inline constexpr llvm::StringLiteral joinedAttr = "par.joined";
/// On a loop over threads: it is not expected to run often.
inline constexpr llvm::StringLiteral rareAttr = "par.rare";
/// On the address of a `__constant__` variable: no kernel writes there.
inline constexpr llvm::StringLiteral constantAttr = "par.constant";
/// On a loop over threads: it runs over few of them, if any.
inline constexpr llvm::StringLiteral fewAttr = "par.few";
/// A loop over threads that do little but touch places far apart.
inline constexpr llvm::StringLiteral scatteredAttr = "par.scattered";
/// A loop over threads that is written out, but for its innermost dimension.
inline constexpr llvm::StringLiteral unrolledAttr = "par.unrolled";

/// On a loop of a thread: the threads share it out, and no iteration has to
/// wait for another, also not for one of the same thread.
inline constexpr llvm::StringLiteral sharedOutAttr = "par.shared_out";
/// On a loop: the version for counters that wrap, beside an `scf.for` for all
/// others. `uplift-loops` does not try it again.
inline constexpr llvm::StringLiteral wrapsAttr = "par.wraps";

/// Marks operations that fission puts at block level. Only inside `fission`.
inline constexpr llvm::StringLiteral blockLevelAttr = "par.block_level";
/// Marks loads that give the same value in every piece their result is used
/// in. Only inside `fission`.
inline constexpr llvm::StringLiteral repeatableAttr = "par.repeatable";

/// On a raised access: what LLVM knew about its aliases and its alignment.
inline constexpr llvm::StringLiteral tbaaAttr = "par.tbaa";
inline constexpr llvm::StringLiteral aliasScopesAttr = "par.alias_scopes";
inline constexpr llvm::StringLiteral noaliasScopesAttr = "par.noalias_scopes";
inline constexpr llvm::StringLiteral alignmentAttr = "par.alignment";
/// What LLVM's accesses call these attributes, and what raised ones do.
inline constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral>
    accessAttrs[] = {{"tbaa", tbaaAttr},
                     {"alias_scopes", aliasScopesAttr},
                     {"noalias_scopes", noaliasScopesAttr},
                     {"alignment", alignmentAttr}};

/// On a module: the processor can move chosen lanes of a vector together.
inline constexpr llvm::StringLiteral packsLanesAttr = "par.packs_lanes";

/// The runtime's function that says how many cores a launch would have.
inline constexpr llvm::StringLiteral launchWidthName = "__heddle_launch_width";

/// What `shapeAttr` has for a block of this size (x, y, z).
inline std::string nameShape(llvm::ArrayRef<int64_t> shape) {
  auto toString = [](int64_t size) { return std::to_string(size); };
  return llvm::join(llvm::map_range(shape, toString), "x");
}

/// Threads of a warp.
inline constexpr int64_t warpSize = 32;

/// Whether this operation is where the iterations of the loop it names wait for
/// each other.
bool isBarrier(mlir::Operation *op);

/// Whether this operation gives one answer to all iterations of its loop.
/// (`form-warps` takes the masks of votes apart from them.)
bool isUniformCollective(mlir::Operation *op);

/// Whether an operation of this kind combines the values of all lanes.
bool isReduction(WarpKind kind);

/// Whether a barrier is this operation or inside it.
bool holdsBarrier(mlir::Operation *op);

/// What a view or an address is computed from: one step towards the object, or
/// nothing if this is the object.
mlir::Value getSource(mlir::Value address);

/// The value that stands for the whole object.
mlir::Value getBase(mlir::Value address);

/// The number of an iteration, the last induction variable fastest.
mlir::Value linearIndex(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::ValueRange ivs, mlir::ValueRange sizes);

/// How large an allocation is.
mlir::Value bytesOf(mlir::OpBuilder &builder, mlir::memref::AllocaOp op);

/// The loops that carry a mark, outer ones last. A list, as passes that take
/// loops apart cannot do so while they walk.
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
