//===- PrefetchPasses.td - Prefetching ---------------------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes that prefetch.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_PREFETCHPASSES
#define HEDDLE_TRANSFORMS_PREFETCHPASSES

include "mlir/Pass/PassBase.td"

def PrefetchFar : Pass<"prefetch-far", "::mlir::ModuleOp"> {
  let summary = "prefetch distant data of the next block";
  let description = [{
    The blocks of a row of the grid run one after another. Most load data next
    to what the previous block has loaded, which the hardware prefetches. Blocks
    along a diagonal, or with one matrix row each, start elsewhere and wait.
    While a block runs, this pass prefetches (`memref.prefetch`) the cache lines
    that the next block loads, if they are few and their addresses can be
    computed without loads.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def PrefetchRows : Pass<"prefetch-rows", "::mlir::ModuleOp"> {
  let summary = "prefetch data of the next iteration of a grid-stride loop";
  let description = [{
    In a grid-stride loop (`i += gridDim.x * blockDim.x`), an iteration loads a
    row of neighbouring elements, and the next iteration one that is far away.
    The hardware prefetcher sees too few accesses to follow. This pass
    prefetches the cache lines of the next row before the threads run, if they
    do more than load. There may be no next row; a prefetch of an invalid
    address is harmless.

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
  let summary = "prefetch data of later threads in loops over consecutive ranges";
  let description = [{
    In a sparse matrix or a graph, thread t iterates from `begins[t]` to
    `begins[t + 1]` over other arrays, so that all threads together read one
    long range. But each thread's range is short, and after each mispredicted
    loop exit memory accesses start too late. Before its loop, a thread
    prefetches what later threads will load. The address may be past the end; a
    prefetch of an invalid address is harmless.

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
  let summary = "prefetch data of the next iteration of a loop over tiles";
  let description = [{
    The blocks that `join-blocks` has fused load the same tile, use it, and go
    on to the next. While they use a tile, this pass prefetches the cache lines
    of the next one (`memref.prefetch`), one per row of threads.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def PrefetchBlocks : Pass<"prefetch-blocks", "::mlir::ModuleOp"> {
  let summary = "prefetch rows of the next block";
  let description = [{
    A block whose rows are far apart in memory waits for each of them: a row is
    too short for the hardware prefetcher. Blocks run one after another along x,
    so the addresses of the next block are those of this one with another block
    index. Its cache lines are prefetched (`memref.prefetch`), one for each 64
    bytes of a row, before the threads of this block run. Rows that several
    loads share are prefetched once. In a block with many loops over threads,
    rows that are near each other and single elements are prefetched too, each
    between other loops, since many prefetches at once would stall.

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
