//===- PrefetchPasses.td - Memory that comes early ---------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What asks for memory before it is needed.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_PREFETCHPASSES
#define HEDDLE_TRANSFORMS_PREFETCHPASSES

include "mlir/Pass/PassBase.td"

def PrefetchFar : Pass<"prefetch-far", "::mlir::ModuleOp"> {
  let summary = "what the next block loads from far away is fetched in this one";
  let description = [{
    Blocks of one row of the grid run one after another. Most load what lies
    next to what the block before has loaded, and the processor sees to it. But
    blocks that go along a diagonal, or take a row of a matrix each, begin
    elsewhere, and wait. While a block is at work, the lines that the next one
    will load are asked for (`memref.prefetch`), if they are few and can be
    computed without memory.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def PrefetchRows : Pass<"prefetch-rows", "::mlir::ModuleOp"> {
  let summary = "rows of memory that the next turn loads are fetched in this one";
  let description = [{
    Where threads go along the grid (`i += gridDim.x * blockDim.x`), a turn of
    the loop loads a row of neighbours, and the next turn one that is far away:
    the processor has to wait, as it has seen too little to guess where memory
    goes on. So the lines of the next row are asked for (`memref.prefetch`)
    before the threads run, if they do more than load. There may be no next
    one; to ask does no harm.

    ```mlir
    scf.for %k = %c0 to %turns step %c1 {
      scf.parallel (%t) = (%c0) to (%c256) step (%c1) { load %a[%b + %k * %n + %t] }
    }
    // gets in the loop, before the threads
    %first = … // %b + (%k + 1) * %n
    scf.for %line = %c0 to %c256 step %c16 { memref.prefetch %a[%first + %line] }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def PrefetchRuns : Pass<"prefetch-runs", "::mlir::ModuleOp"> {
  let summary = "threads that go through an array one after the other fetch ahead";
  let description = [{
    In a sparse matrix or a graph, thread t goes from `begins[t]` to
    `begins[t + 1]` through other arrays: what all threads go through is one long
    run. But each run is short, and a processor that has guessed its end wrong
    begins again, too late to ask for memory long before it is needed. Before
    its loop a thread asks for what those some way behind it will load. There may
    be no such place; to ask does no harm.

    ```mlir
    %i = load %begins[%t] ; %j = load %begins[%t + 1]
    // gets here: memref.prefetch %values[%i + 512], and the next line
    scf.for %k = %i to %j step %c1 { load %values[%k] … }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

def PrefetchTiles : Pass<"prefetch-tiles", "::mlir::ModuleOp"> {
  let summary = "what the next turn of a loop over tiles loads is fetched in this one";
  let description = [{
    Where `join-blocks` has joined blocks, all of them load the same tile, use it
    and go on to the next. While they use one, the lines of the next are asked
    for (`memref.prefetch`), one for each row of threads.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def PrefetchBlocks : Pass<"prefetch-blocks", "::mlir::ModuleOp"> {
  let summary = "rows that the next block touches are fetched in this one";
  let description = [{
    A block of rows that are far apart in memory begins with a wait for each of
    them: rows are too short for the machine to see where they lead. Blocks run
    one after the other along x, so that the places of the next block are those
    of this one with another index. Its lines are asked for
    (`memref.prefetch`), one for each row and 64 bytes, before the threads of
    this one run. Rows that several loads share are asked for once. After a
    block of many loops over threads the machine has forgotten rows that are near
    to each other, too, and single ones: they are asked for as well, each between
    other loops, as many at once would be waited for.

    ```mlir
    scf.parallel (%tz, %ty, %tx) = … { load %a[(%by * 8 + %ty) * %n + %bx * 32 + %tx] }
    // gets before it
    scf.for %y = %c0 to %c8 step %c1 {
      scf.for %x = %c0 to %c32 step %c16 {
        memref.prefetch %a[(%by * 8 + %y) * %n + (%bx + 1) * 32 + %x]
      }
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

#endif // HEDDLE_TRANSFORMS_PREFETCHPASSES
