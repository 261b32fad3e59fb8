//===- ParOps.td - The par dialect -------------------------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DIALECT_PAROPS
#define HEDDLE_DIALECT_PAROPS

include "mlir/Dialect/LLVMIR/LLVMOpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/ViewLikeInterface.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"

def ParDialect : Dialect {
  let name = "par";
  let cppNamespace = "::heddle::par";
  let summary = "parallel programs on shared memory";
  let description = [{
    A kernel launch is a nest of two `scf.parallel` loops: the outer one, over
    the blocks of the grid, is marked `par.grid`; the inner one, over the
    threads of a block, is marked `par.block`. The block's shared memory is
    allocated between them. The `par` dialect adds the operations that MLIR
    lacks: synchronisation among the iterations of such a loop, and conversions
    between LLVM's pointers and `memref`.

    docs/rationale-par.md explains the design.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
  let hasCanonicalizer = 1;
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
}

def Par_WarpKind : I32EnumAttr<"WarpKind", "a collective operation of a warp", [
    I32EnumAttrCase<"Sync", 0, "sync">,
    I32EnumAttrCase<"Active", 1, "active">,
    I32EnumAttrCase<"Ballot", 2, "ballot">,
    I32EnumAttrCase<"Shuffle", 3, "shuffle">,
    I32EnumAttrCase<"Match", 4, "match">,
    I32EnumAttrCase<"Add", 5, "add">,
    I32EnumAttrCase<"UMin", 6, "umin">,
    I32EnumAttrCase<"UMax", 7, "umax">,
    I32EnumAttrCase<"SMin", 8, "smin">,
    I32EnumAttrCase<"SMax", 9, "smax">,
    I32EnumAttrCase<"And", 10, "and">,
    I32EnumAttrCase<"Or", 11, "or">,
    I32EnumAttrCase<"Xor", 12, "xor">]> {
  let cppNamespace = "::heddle::par";
  let genSpecializedAttr = 0;
}

def Par_WarpKindAttr : EnumAttr<ParDialect, Par_WarpKind, "warp_kind">;

class Par_Op<string mnemonic, list<Trait> traits = []>
    : Op<ParDialect, mnemonic, traits>;

def Par_BarrierOp : Par_Op<"barrier",
    [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "synchronise all iterations of a parallel loop";
  let description = [{
    Every iteration of the parallel loop whose induction variables are the
    operands waits here until all of them have arrived. `__syncthreads()` names
    the loop over the block's threads.

    Its memory effects are those of the code before it and after it, up to the
    neighbouring barriers, as far as other iterations can observe them: memory
    that is allocated inside the loop's body is private to the iteration and is
    excluded. Passes that respect memory effects are therefore correct and not
    unnecessarily conservative.

    ```mlir
    scf.parallel (%tx) = (%c0) to (%n) step (%c1) {
      memref.store %a, %shared[%tx] : memref<64xf32>
      par.barrier(%tx)
      %b = memref.load %shared[%other] : memref<64xf32>
    } {par.block}
    ```
  }];
  let arguments = (ins Variadic<Index>:$ivs);
  let assemblyFormat = "`(` $ivs `)` attr-dict";
  let hasVerifier = 1;
}

def Par_AnyOp : Par_Op<"any",
    [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "a barrier that returns whether the condition of any iteration holds";
  let description = [{
    Waits like `par.barrier` and gives every iteration the same result: whether
    the condition is true in at least one. Masking uses it to run a loop as long
    as any thread is active.

    ```mlir
    %more = par.any %active over (%tz, %ty, %tx)
    ```
  }];
  let arguments = (ins I1:$condition, Variadic<Index>:$ivs);
  let results = (outs I1:$result);
  let assemblyFormat = "$condition `over` `(` $ivs `)` attr-dict";
  let hasVerifier = 1;
}

def Par_CountOp : Par_Op<"count",
    [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "a barrier that counts the iterations whose condition holds";
  let description = [{
    `__syncthreads_count()`, `_and()` and `_or()`. Iterations that have exited do
    not count.

    ```mlir
    %n = par.count %condition over (%tz, %ty, %tx)
    ```
  }];
  let arguments = (ins I1:$condition, Variadic<Index>:$ivs);
  let results = (outs I32:$result);
  let assemblyFormat = "$condition `over` `(` $ivs `)` attr-dict";
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

def Par_GridMemoryOp : Par_Op<"grid_memory", [MemoryEffects<[MemAlloc]>]> {
  let summary = "allocate memory for the duration of the launch";
  let description = [{
    Outside the loop over the grid. It holds what a block has to keep from one
    `par.grid_sync` to the next: its shared memory and the values of its threads.
  }];
  let arguments = (ins Index:$bytes);
  let results = (outs LLVM_AnyPointer:$result);
  let assemblyFormat = "$bytes attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Par_FootprintOp : Par_Op<"footprint", [MemoryEffects<[MemWrite]>]> {
  let summary = "the memory that each block of the next grid loop accesses";
  let description = [{
    Right before a loop over the grid. Block x of a grid with blocks along x only
    accesses the bytes from `base + x * per_block + low` to
    `base + x * per_block + high`, and those at any multiple of `period` from
    there; with `anywhere`, any byte of the object that `base` points into. With
    `rows`, the footprint is that of all blocks of row y together, in a grid with
    blocks along x and y only. If all of its footprints `hold`, they cover every
    access of the loop to memory that kernels share.
  }];
  let arguments = (ins LLVM_AnyPointer:$base, Index:$per_block, Index:$low,
                   Index:$high, Index:$period, I1:$holds, UnitAttr:$writes,
                   UnitAttr:$anywhere, UnitAttr:$rows);
  let assemblyFormat = [{
    (`rows` $rows^)? (`writes` $writes^)? (`anywhere` $anywhere^)? $base `+` $per_block
    `from` $low `to` $high `every` $period `if` $holds attr-dict
    `:` type($base)
  }];
  let hasVerifier = 1;
}

def Par_LaneOp : Par_Op<"lane", [Pure]> {
  let summary = "the index of the thread in its warp";
  let description = [{
    Threads of a block are numbered x fastest, then y, then z; 32 consecutive ones
    form a warp. The operands are the induction variables of the loop over the
    block's threads.
  }];
  let arguments = (ins Variadic<Index>:$ivs);
  let results = (outs I32:$result);
  let assemblyFormat = "`(` $ivs `)` attr-dict";
  let hasVerifier = 1;
}

def Par_WarpOp : Par_Op<"warp",
    [AttrSizedOperandSegments,
     DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "a collective operation of a warp";
  let description = [{
    The active lanes of a warp synchronise and exchange values. The kind gives
    the result of each lane:

    - `sync`: none;
    - `active`: the set of lanes that take part;
    - `ballot`: the set of lanes whose value is not 0;
    - `shuffle`: the value of the lane that it names, or its own if that lane
      does not take part;
    - `match`: the set of lanes with the same value;
    - `add`, `umin`, `umax`, `smin`, `smax`, `and`, `or`, `xor`: the values of
      all lanes in the mask, combined.

    Sets contain only lanes of the mask. `active` says whether this thread takes
    part; `mask-barriers` sets it.

    Without induction variables, the operation is in a loop over all threads of a
    block. `form-warps` creates a loop over the lanes of a warp and names it.

    ```mlir
    %r = par.warp shuffle %true, %mask, %value from %lane over () : i32 -> i32
    ```
  }];
  let arguments = (ins Par_WarpKindAttr:$kind, I1:$active, I32:$mask,
                       Optional<AnyInteger>:$value, Optional<I32>:$lane,
                       Variadic<Index>:$ivs);
  let results = (outs Optional<AnyInteger>:$result);
  let assemblyFormat = [{
    $kind $active `,` $mask (`,` $value^)? (`from` $lane^)? `over` `(` $ivs `)`
    attr-dict (`:` type($value)^)? (`->` type($result)^)?
  }];
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

def Par_ViewOp : Par_Op<"view",
    [Pure, DeclareOpInterfaceMethods<ViewLikeOpInterface>]> {
  let summary = "the memory at a pointer as a memref";
  let description = [{
    The pointer points to elements of the result's element type, in row-major
    order. Only the outermost size may be unknown, unless all sizes that are not
    constant are given. Nothing is said about the end of the memory: an index may
    be negative if the memory before the pointer belongs to the program.

    ```mlir
    %a = par.view %p : !llvm.ptr -> memref<?xf32>
    %b = par.view %p sizes(%n, %m) : !llvm.ptr -> memref<?x?xf32>
    ```
  }];
  let arguments = (ins LLVM_AnyPointer:$source, Variadic<Index>:$sizes);
  let results = (outs AnyMemRef:$result);
  let assemblyFormat = [{
    $source (`sizes` `(` $sizes^ `)`)? attr-dict `:` type($source) `->`
    type($result)
  }];
  let builders = [OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$source), [{
    build($_builder, $_state, result, source, ::mlir::ValueRange());
  }]>];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Par_PointerOp : Par_Op<"pointer", [Pure]> {
  let summary = "the address of a memref's first element";
  let description = [{
    The inverse of `par.view`, for code that was not raised to memref accesses.

    ```mlir
    %p = par.pointer %shared : memref<16x16xf32> -> !llvm.ptr
    ```
  }];
  let arguments = (ins AnyMemRef:$source);
  let results = (outs LLVM_AnyPointer:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let builders = [OpBuilder<(ins "::mlir::Value":$source)>];
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Par_DynamicSharedOp : Par_Op<"dynamic_shared", [MemoryEffects<[MemAlloc]>]> {
  let summary = "the block's dynamic shared memory";
  let description = [{
    The memory of `extern __shared__` variables. Its size is the third argument
    of the launch. The operation is in the body of the loop over the grid and
    counts as an allocation: each block has its own memory.
  }];
  let results = (outs LLVM_AnyPointer:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
  let hasVerifier = 1;
}

#endif // HEDDLE_DIALECT_PAROPS
