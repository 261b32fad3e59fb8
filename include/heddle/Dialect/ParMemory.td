//===- ParMemory.td - Memory of threads, blocks, the grid --*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DIALECT_PARMEMORY
#define HEDDLE_DIALECT_PARMEMORY

include "heddle/Dialect/ParBase.td"
include "mlir/Dialect/LLVMIR/LLVMOpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/ViewLikeInterface.td"

def Par_Space : I32EnumAttr<"Space", "which iterations share an object", [
    I32EnumAttrCase<"Grid", 0, "grid">,
    I32EnumAttrCase<"Block", 1, "block">,
    I32EnumAttrCase<"Thread", 2, "thread">]> {
  let cppNamespace = "::heddle::par";
  let genSpecializedAttr = 0;
}

def Par_SpaceAttr : EnumAttr<ParDialect, Par_Space, "space"> {
  let summary = "the memory space of a memref";
  let description = [{
    `#par.space<block>`: an object of one block, which no other block can access.
    `thread`: of one thread. `grid`: all threads can access it. A memref without a
    space may be of any: nothing may be concluded from that.
  }];
  let assemblyFormat = "`<` $value `>`";
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

#endif // HEDDLE_DIALECT_PARMEMORY
