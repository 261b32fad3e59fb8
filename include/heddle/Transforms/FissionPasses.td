//===- FissionPasses.td - Loops without barriers -----------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What splits loops over threads, lanes and blocks where these wait for each
// other, in the order in which it runs.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_FISSIONPASSES
#define HEDDLE_TRANSFORMS_FISSIONPASSES

include "mlir/Pass/PassBase.td"

def InferBarriers : Pass<"infer-barriers", "::mlir::ModuleOp"> {
  let summary = "a barrier where programs rely on threads keeping pace";
  let description = [{
    The threads of a block run at about the same pace on a GPU, and there are
    programs that work only because of that: all threads fill an array in one
    loop, and read in the next loop what others have written, with no barrier
    between. Fission and fibers run a thread through both. Where two loops of a
    kernel that uses barriers touch the same memory by different functions of
    the thread's index, one of them to write, a barrier goes between them. In a
    program without such a race it changes nothing but time, as threads have no
    order between barriers.
  }];
  let dependentDialects = ["::heddle::par::ParDialect"];
}

def ExpandSwitch : Pass<"expand-switch", "::mlir::ModuleOp"> {
  let summary = "a switch that holds a barrier becomes a chain of ifs";
  let description = [{
    So that the passes that take control flow apart around barriers know three
    forms only: `scf.if`, `scf.for` and `scf.while`. A switch without a barrier
    stays, except one on a thread's index with a few cases and no default: that
    becomes ifs one after another, for `isolate-guards`.

    ```mlir
    scf.index_switch %i case 3 { A } default { B }
    // becomes
    %c = arith.cmpi eq, %i, %c3 : index
    scf.if %c { A } else { B }
    ```
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect",
                           "::mlir::arith::ArithDialect"];
}

def IsolateGuards : Pass<"isolate-guards", "::mlir::ModuleOp"> {
  let summary = "code for one thread of a row goes into a thread loop of its own";
  let description = [{
    `if (threadIdx.x == 0) …` amid code for all threads keeps their loop from
    being vectorised. A barrier before and after such an if changes nothing, as
    threads have no order between barriers, and makes fission put it into a
    loop of its own, which `narrow-thread-loops` then shortens to that thread.
    Thread loops that hold no barrier are split for a guard only if nothing has
    to be kept for it but what can be computed again.
  }];
  let dependentDialects = ["::heddle::par::ParDialect"];
}

def LeaveEarly : Pass<"leave-early", "::mlir::ModuleOp"> {
  let summary = "lets threads that are through with their barriers finish first";
  let description = [{
    A thread may return, or leave a loop, while others go on to meet at
    barriers. What it does on its way out, it does before they meet again. In
    structured control flow that code comes after the `if` or the loop, where it
    would wait for all the others. This pass puts it where the thread leaves: to
    the end of both branches, or to where the loop finds that it is over. It
    does so only where the condition is not proved to be the same in all
    threads, and where the others could tell the difference.

    ```mlir
    %left = scf.if %c { A; scf.yield %true }
            else { par.barrier(%t); B; scf.yield %false }
    scf.if %left { C }
    // becomes
    scf.if %c { A; C } else { par.barrier(%t); B }
    ```
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::ub::UBDialect"];
}

def MaskBarriers : Pass<"mask-barriers", "::mlir::ModuleOp"> {
  let summary = "makes all control flow around barriers uniform";
  let description = [{
    A barrier may stand under a condition that is not proved to be the same in
    all threads: after an early return, or in a loop with thread-dependent
    bounds. This pass takes such control flow apart: each thread keeps a flag
    that says whether it is active, the pieces between barriers run under it,
    the barriers stand outside, and a loop goes on while `par.any` thread is
    active. Control flow that is proved uniform, or holds no barrier, stays. Of
    two branches, one without a barrier goes first: its threads do not wait.

    ```mlir
    scf.if %c { A; par.barrier(%t); B }
    // becomes
    scf.if %c { A }
    par.barrier(%t)
    scf.if %c { B }
    ```
  }];
  let dependentDialects = ["::heddle::par::ParDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::ub::UBDialect"];
}

def SpreadArrays : Pass<"spread-arrays", "::mlir::ModuleOp"> {
  let summary = "arrays of threads that outlive a barrier lie side by side";
  let description = [{
    A thread's own array that is touched before and after a barrier needs memory
    for all threads. Where these touch the same element at a time, its copies of
    all threads lie next to each other, so that a row of threads loads and
    stores vectors. One thread's array after the other, it would have to put
    their elements together and take them apart. Records are arrays of what they
    are made of if that is all of one type.

    ```mlir
    scf.parallel (%t) = (%c0) to (%c256) {
      %a = llvm.alloca 4 x i32
      scf.for %k = … { store …, %a[%k] }
      par.barrier
      scf.for %k = … { … = load %a[%k] }
    }
    // becomes
    %a = memref.alloca() : memref<4x256xi32>
    scf.parallel (%t) = (%c0) to (%c256) {
      scf.for %k = … { store …, %a[%k, %t] }
      par.barrier
      scf.for %k = … { … = load %a[%k, %t] }
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

def Fission : Pass<"fission", "::mlir::ModuleOp"> {
  let summary = "splits the loop over threads at its barriers";
  let description = [{
    One thread loop with barriers becomes several without: straight-line code is
    split, and uniform control flow that holds a barrier is interchanged with
    the loop. What lives from one piece to another is recomputed or goes through
    a buffer with a place for each thread: a minimum cut of the data flow, with
    the cost of operations and of bytes as weights, says which.

    All control flow around barriers must be uniform: run `mask-barriers`
    before.

    ```mlir
    scf.parallel (%t) { A; par.barrier(%t); B } {par.block}
    // becomes
    scf.parallel (%t) { A } {par.block}
    scf.parallel (%t) { B } {par.block}
    ```
  }];
  let dependentDialects = ["::heddle::par::ParDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::arith::ArithDialect"];
}

def FormWarps : Pass<"form-warps", "::mlir::ModuleOp"> {
  let summary = "loops over threads that use warps become warps of lanes";
  let description = [{
    A loop over threads that holds a `par.warp` becomes a loop over the block's
    warps around a loop over the lanes of a warp. The inner one is the loop over
    threads from here on, and fission splits it at what the warp does together,
    as it split the outer one at barriers. Where the block's shape is not known,
    blocks of one row, whose threads need no division to be found, have a loop
    of their own.

    What a program computes from `threadIdx.x / 32` is recognised as the same in
    all lanes.

    ```mlir
    scf.parallel (%z, %y, %x) = … { … par.warp … over () } {par.block}
    // becomes
    scf.for %warp = … {
      scf.parallel (%lane) = (%c0) to (%c32) { … par.warp … over (%lane) }
          {par.block, par.capacity = 32}
    }
    ```
  }];
  let dependentDialects = ["::heddle::par::ParDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::arith::ArithDialect"];
}

def SplitGrid : Pass<"split-grid", "::mlir::ModuleOp"> {
  let summary = "splits the loop over blocks where the grid waits";
  let description = [{
    A kernel with `par.grid_sync` becomes several loops over the grid, one after
    the other: the same fission as that of the loop over threads, with a block
    for a thread. What a block keeps from one loop to the next (shared memory,
    the buffers of its threads, its own values) has a place for each block in
    memory that lasts as long as the launch.

    ```mlir
    scf.parallel (%b) { A; par.grid_sync(%b); B } {par.grid}
    // becomes
    scf.parallel (%b) { A } {par.grid}
    scf.parallel (%b) { B } {par.grid}
    ```
  }];
  let dependentDialects = ["::heddle::par::ParDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::arith::ArithDialect"];
}

def GuardConditions : Pass<"guard-conditions", "::mlir::ModuleOp"> {
  let summary = "the second of two conditions counts only where the first holds";
  let description = [{
    MLIR's canonicalization makes `if (a && b)` of an `if (b)` in an `if (a)`.
    Where the inner condition was computed by threads of which `a` is true, it
    is poison in the others, and so is `arith.andi` of the two: LLVM may do
    anything then. A select does not look at what it does not take.

    ```mlir
    %b = scf.if %a -> (i1) { … } else { scf.yield %poison : i1 }
    %both = arith.andi %a, %b : i1
    // becomes
    %both = arith.select %a, %b, %false : i1
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def PrintFiberConstructs
    : Pass<"print-fiber-constructs", "::mlir::ModuleOp"> {
  let summary = "says which kernels fission cannot express";
  let description = [{
    Prints, as a remark at the operation, the construct for which a kernel runs
    on fibers (`lib/Analysis/FiberConstructs.cpp`). For tests.
  }];
}

#endif // HEDDLE_TRANSFORMS_FISSIONPASSES
