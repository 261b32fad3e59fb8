//===- ThreadLoopPasses.td - The form of thread loops ------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What gives loops over threads a form that makes good code, once they hold no
// barriers, in the order in which it runs.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_THREADLOOPPASSES
#define HEDDLE_TRANSFORMS_THREADLOOPPASSES

include "mlir/Pass/PassBase.td"

def MergeShared : Pass<"merge-shared", "::mlir::ModuleOp"> {
  let summary = "a loop that threads share out becomes one over all places";
  let description = [{
    A loop over threads that does nothing but such a loop becomes a loop over
    the places. There is no remainder, neighbours are neighbours, and all that
    is done for loops over threads is done for this one.

    ```mlir
    scf.parallel (%t) = (%c0) to (%c256) {
      scf.for %i = %t to %n step %c256 { A(%i) } {par.shared_out}
    } {par.block}
    // becomes
    scf.parallel (%i) = (%c0) to (%n) { A(%i) } {par.block, par.merged}
    ```
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect",
                           "::mlir::arith::ArithDialect"];
}

def NarrowThreadLoops : Pass<"narrow-thread-loops", "::mlir::ModuleOp"> {
  let summary = "thread loops run over the threads that do something";
  let description = [{
    Where all that a thread loop does is under a condition on the thread's index
    (`threadIdx.x == c`, `threadIdx.x < s`, `i < n` with a position `i` that
    does not wrap), its bounds become those of the threads for which it holds,
    and the condition goes. A loop with constant bounds stays besides, for
    blocks in which it holds for all.

    ```mlir
    scf.parallel (%t) = (%c0) to (%n) … { scf.if (%t == 3) { A } }
    // becomes
    scf.parallel (%t) = (%c3) to (min(%n, %c4)) … { A }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def FormRows : Pass<"form-rows", "::mlir::ModuleOp"> {
  let summary = "loops over threads that divide their index become rows and columns";
  let description = [{
    Code that finds its row and column by `i / w` and `i % w` for a constant `w`
    goes over a table. A loop over rows around one over columns needs no
    division, and what neighbours touch is in a row again. A last row that is
    not a whole one has a loop of its own.

    ```mlir
    scf.parallel (%i) = (%c0) to (%c625) { A(%i / 25, %i % 25) } {par.block}
    // becomes
    scf.parallel (%r, %c) = (%c0, %c0) to (%c25, %c25) { A(%r, %c) } {par.block}
    ```
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect",
                           "::mlir::arith::ArithDialect"];
}

def PeelEdges : Pass<"peel-edges", "::mlir::ModuleOp"> {
  let summary = "the threads of a row that are at an edge run on their own";
  let description = [{
    In blocks at the edges of a grid (`par.edge`, from `split-edges`) all
    threads of a row but one or two decide as those of other blocks do:
    `x == 0`, `min(x + 1, width - 1)`. They run a copy of the loop without these
    decisions, which can be vectorised; the others, at both ends of the row, run
    the loop as it was, marked with `par.few`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def FormLanes : Pass<"form-lanes", "::mlir::ModuleOp"> {
  let summary = "serial loops inside of threads run a vector of threads at a time";
  let description = [{
    A loop over threads around a serial loop is not vectorised: only innermost
    loops are. Where the serial loop's body costs less for a vector of threads
    (few accesses are far apart in neighbouring threads), the loop over threads
    becomes one over vectors around one over the lanes of a vector, with a
    barrier of the lanes in the serial loop's body. Fission then puts the loop
    over lanes innermost, and what lives from one iteration to the next has a
    place for each lane, which becomes a register. Loops that end at different
    times run under masks. A kernel's nest for block sizes that are not known in
    advance is left alone if there are nests for those that are.

    ```mlir
    scf.parallel (%t) = (%c0) to (%c256) { scf.for %i = … { A } } {par.block}
    // becomes
    scf.for %v = %c0 to %c256 step %c32 {
      scf.parallel (%l) = (%c0) to (%c32) {
        scf.for %i = … { par.barrier(%l); A }
      } {par.block, par.capacity = 32}
    }
    ```
  }];
  let dependentDialects = ["::heddle::par::ParDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::arith::ArithDialect"];
}

def SinkStores : Pass<"sink-stores", "::mlir::ModuleOp"> {
  let summary = "threads that have nothing to store do not store it";
  let description = [{
    Where code under a condition is taken apart, threads that are not under it
    store poison to their places in buffers. Without these stores, all that a
    loop over threads does may be under the condition, and
    `narrow-thread-loops` can take it away.

    ```mlir
    %v = scf.if %c -> f32 { … scf.yield %x } else { scf.yield %poison }
    memref.store %v, %buffer[%t]
    // becomes
    scf.if %c { … memref.store %x, %buffer[%t] }
    ```
  }];
}

def FindWriters : Pass<"find-writers", "::mlir::ModuleOp"> {
  let summary = "the one thread that stores is searched for";
  let description = [{
    Each thread looks at one of many keys, and the one that has found the right
    one stores the result: `if (keys[t] == key) *found = values[t];`. A loop with
    such a store is not vectorised. A loop that finds the last thread for which
    the condition holds is, and then that thread alone does what is under the
    condition. If several threads would store to one place with nothing that
    orders them, the value of any one of them is what CUDA promises.

    ```mlir
    scf.parallel (%t) = (%c0) to (%c256) { scf.if %c(%t) { store %v(%t), %m[] } }
    // becomes
    %who = scf.for %t = %c0 to %c256 iter_args(%w = -1) {
      max(%w, %c(%t) ? %t : -1)
    }
    scf.if %who >= 0 { store %v(%who), %m[] }
    ```
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect"];
}

def NarrowGathers : Pass<"narrow-gathers", "::mlir::ModuleOp"> {
  let summary = "scattered accesses to small arrays have indices of 32 bits";
  let description = [{
    Where threads access places that are not a row, a vector of them is gathered
    by a vector of indices, of which a register holds twice as many if they are
    half as wide. An index of an array that is known to be small fits.

    ```mlir
    memref.load %shared[%i] : memref<528xi32>
    // becomes
    %narrow = arith.index_cast %i : index to i32
    %j = arith.index_cast %narrow : i32 to index
    memref.load %shared[%j] : memref<528xi32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
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

#endif // HEDDLE_TRANSFORMS_THREADLOOPPASSES
