//===- ParSync.td - Barriers, waiting threads --------------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DIALECT_PARSYNC
#define HEDDLE_DIALECT_PARSYNC

include "heddle/Dialect/ParBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Par_BarrierEffects : I32EnumAttr<"BarrierEffects",
    "what the code around a barrier does to memory that other iterations access", [
    I32EnumAttrCase<"None", 0, "none">,
    I32EnumAttrCase<"Write", 1, "write">,
    I32EnumAttrCase<"ReadWrite", 2, "read_write">]> {
  let cppNamespace = "::heddle::par";
  let genSpecializedAttr = 0;
}

def Par_BarrierEffectsAttr
    : EnumAttr<ParDialect, Par_BarrierEffects, "barrier_effects"> {
  let assemblyFormat = "$value";
}

def Par_BarrierOp : Par_Op<"barrier",
    [AttrSizedOperandSegments,
     DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "synchronise all iterations of a parallel loop";
  let description = [{
    Every iteration of the loop waits here until all of them have arrived. The
    operand is the loop's scope; for an `scf.parallel`, the operands are its
    induction variables. `__syncthreads()` names the loop over the block's
    threads.

    With `among warp`, only the iterations of one warp wait for each other, as
    far as they are in `mask`: `__syncwarp()`.

    Its memory effects are those of the code before it and after it, up to the
    neighbouring barriers, as far as other iterations can observe them: memory
    that is allocated inside the loop's body is private to the iteration and is
    excluded. Passes that respect memory effects are therefore correct and not
    unnecessarily conservative. `infer-barrier-effects` computes them: `none`,
    `write` or `read_write`. A barrier that states none has all. Passes that only
    move and remove code keep them valid: code that may not cross the barrier now
    could not cross it before. A pass that adds accesses to shared memory, or
    removes a barrier because another one is near, infers them again.
    `verify-stage` checks them.

    ```mlir
    par.for block %s (%tx) in (%n) {
      memref.store %a, %shared[%tx] : memref<64xf32, #par.space<block>>
      par.barrier %s orders read_write
      %b = memref.load %shared[%other] : memref<64xf32, #par.space<block>>
    }
    ```
  }];
  let arguments = (ins Optional<Par_ScopeValue>:$scope, Variadic<Index>:$ivs,
                       OptionalAttr<Par_LevelAttr>:$among, Optional<I32>:$mask,
                       OptionalAttr<Par_BarrierEffectsAttr>:$orders);
  let builders = [
    OpBuilder<(ins "::mlir::Value":$scope), [{
      build($_builder, $_state, scope, ::mlir::ValueRange(), LevelAttr(),
            ::mlir::Value(), BarrierEffectsAttr());
    }]>,
    OpBuilder<(ins "::mlir::Value":$scope, "Level":$among,
                   "::mlir::Value":$mask), [{
      build($_builder, $_state, scope, ::mlir::ValueRange(),
            LevelAttr::get($_builder.getContext(), among), mask,
            BarrierEffectsAttr());
    }]>,
    OpBuilder<(ins "::mlir::ValueRange":$ivs), [{
      build($_builder, $_state, ::mlir::Value(), ivs, LevelAttr(),
            ::mlir::Value(), BarrierEffectsAttr());
    }]>];
  let assemblyFormat = [{
    ($scope^) : (`(` $ivs `)`)? (`among` `` $among^ `mask` $mask)?
    (`orders` `` $orders^)? attr-dict
  }];
  let hasVerifier = 1;
}

def Par_GridSyncOp : Par_Op<"grid_sync",
    [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "synchronise all threads of the grid";
  let description = [{
    `grid.sync()` of a cooperative launch. At first it is a barrier of the
    block's threads, in the loop over them. After fission of that loop, it is a
    barrier of the grid's blocks, and names the loop over blocks.
  }];
  let arguments = (ins Variadic<Index>:$ivs);
  let assemblyFormat = "`(` $ivs `)` attr-dict";
  let hasVerifier = 1;
}

def Par_SpinWaitOp : Par_Op<"spin_wait"> {
  let summary = "a thread spins until another one makes progress";
  let description = [{
    In a loop that a thread repeats until it reads what another thread writes.
    The other threads of the launch must be able to run meanwhile, which only
    fibers allow: no pass lowers it.
  }];
  let assemblyFormat = "attr-dict";
}

def Par_NamedBarrierOp : Par_Op<"named_barrier"> {
  let summary = "a named barrier of some threads of a block";
  let description = [{
    PTX's `bar.sync a, b`: waits until `threads` threads have reached the barrier
    of this name. With `arrive` it counts the thread and does not wait. Only
    fibers support it.
  }];
  let arguments = (ins I32:$name, I32:$threads, UnitAttr:$arrive);
  let assemblyFormat = "(`arrive` $arrive^)? $name `,` $threads attr-dict";
}

def Par_GridValidOp : Par_Op<"grid_valid"> {
  let summary = "whether the launch is cooperative";
  let description = [{
    `grid.is_valid()`. Only on fibers does the runtime know how a kernel was
    launched.
  }];
  let results = (outs I32:$result);
  let assemblyFormat = "attr-dict";
}

#endif // HEDDLE_DIALECT_PARSYNC
