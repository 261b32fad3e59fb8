//===- ParLoops.td - Parallel loops ------------------------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DIALECT_PARLOOPS
#define HEDDLE_DIALECT_PARLOOPS

include "heddle/Dialect/ParBase.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferIntRangeInterface.td"
include "mlir/Interfaces/LoopLikeInterface.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Par_ForOp : Par_Op<"for",
    [AttrSizedOperandSegments, AutomaticAllocationScope,
     DeclareOpInterfaceMethods<ConditionallySpeculatable>,
     DeclareOpInterfaceMethods<InferIntRangeInterface,
         ["inferResultRangesFromOptional"]>,
     DeclareOpInterfaceMethods<LoopLikeOpInterface,
         ["getLoopInductionVars", "getLoopLowerBounds", "getLoopUpperBounds",
          "getLoopSteps"]>,
     DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>,
     DeclareOpInterfaceMethods<RegionBranchOpInterface,
         ["getEntrySuccessorOperands"]>,
     RecursiveMemoryEffects]> {
  let summary = "a parallel loop";
  let description = [{
    Runs its body once for each element of an iteration space of any number of
    dimensions. Every dimension starts at 0 and has step 1; the last one is the
    fastest. Iterations run in any order, at the same time or one after another.
    Unlike those of `scf.parallel` they may synchronise: with the operations that
    name the loop's scope, the first argument of its body.

    The *level* says what an iteration is: `grid` a block, `block` a thread,
    `warp` a group of 32 consecutive threads of a block, `lane` a thread of such
    a group. A loop without a level is plain data parallelism.

    ```mlir
    par.for grid %g (%b) in (%blocks) {
      %tile = memref.alloca() : memref<64xf32, #par.space<block>>
      par.for block %s (%t) in (%threads) bound [1024] {
        memref.store %x, %tile[%t] : memref<64xf32, #par.space<block>>
        par.barrier %s
      }
    }
    ```

    A loop may combine values of each iteration with initial values. The combiner
    takes the values of two sides, first all of the one, and is associative and
    commutative. If there is no iteration, the results are the initial values.

    ```mlir
    %sum = par.for %s (%i) in (%n) init (%zero : f32) {
      %x = memref.load %a[%i] : memref<?xf32>
      par.yield %x : f32
    } combine (%l : f32, %r : f32) {
      %s = arith.addf %l, %r : f32
      par.yield %s : f32
    }
    ```

    `race_free`: the source language makes a data race between iterations
    undefined behaviour (CUDA's threads, OpenMP's `simd`). Without it, the order
    of conflicting accesses must be proved irrelevant before it is changed.
    `bound`: the largest size that a dimension can have, 0 where none is known.
  }];
  let arguments = (ins OptionalAttr<Par_LevelAttr>:$level,
                       Variadic<Index>:$sizes, Variadic<AnyType>:$initial_values,
                       UnitAttr:$race_free,
                       OptionalAttr<DenseI64ArrayAttr>:$bound);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$region, MaxSizedRegion<1>:$combiner);
  let skipDefaultBuilders = 1;
  let builders = [
    OpBuilder<(ins "std::optional<Level>":$level,
                   "::mlir::ValueRange":$sizes)>,
    OpBuilder<(ins "std::optional<Level>":$level, "::mlir::ValueRange":$sizes,
                   "::mlir::ValueRange":$inits)>];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::Block *getBody() { return &getRegion().front(); }
    /// What the operations that synchronise iterations name.
    ::mlir::BlockArgument getScope() { return getBody()->getArgument(0); }
    ::mlir::Block::BlockArgListType getInductionVars() {
      return getBody()->getArguments().drop_front();
    }
    unsigned getNumDimensions() { return getSizes().size(); }
    /// The largest size of a dimension, if it is known.
    std::optional<int64_t> getLargestSize(unsigned dimension);
    YieldOp getYield();
  }];
}

def Par_YieldOp : Par_Op<"yield",
    [DeclareOpInterfaceMethods<RegionBranchTerminatorOpInterface>,
     HasParent<"ForOp">, Pure, Terminator]> {
  let summary = "end an iteration of a parallel loop, or a combiner";
  let description = [{
    In a loop's body: the values of this iteration that the loop combines. In a
    combiner: the combined values, which may be the loop's results. Control flow
    does not forward those of the body: a result of the loop is no value of a
    single iteration.
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, ::mlir::ValueRange()); }]>];
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
  let hasVerifier = 1;
}

#endif // HEDDLE_DIALECT_PARLOOPS
