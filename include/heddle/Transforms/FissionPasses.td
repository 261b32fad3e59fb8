//===- FissionPasses.td - Splitting loops at barriers ------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes that split loops over threads, lanes and blocks where these
// synchronise, in the order in which they run.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_FISSIONPASSES
#define HEDDLE_TRANSFORMS_FISSIONPASSES

include "mlir/Pass/PassBase.td"

def InferBarriers : Pass<"infer-barriers", "::mlir::ModuleOp"> {
  let summary = "insert barriers where programs rely on threads running at the same pace";
  let description = [{
    On a GPU the threads of a block run at about the same pace, and some
    programs rely on it: all threads fill an array in one loop and read in the
    next loop what other threads wrote, without a barrier between the loops.
    Fission and fibers run a thread through both loops. If two loops of a kernel
    that uses barriers access the same memory with different functions of the
    thread index, and one of them writes, this pass inserts a barrier between
    them. In a program without such a race the barrier only costs time, since
    threads are unordered between barriers.
  }];
  let dependentDialects = ["::heddle::par::ParDialect"];
}

def ExpandSwitch : Pass<"expand-switch", "::mlir::ModuleOp"> {
  let summary = "convert switches that contain barriers to chains of ifs";
  let description = [{
    Passes that split control flow around barriers then handle only `scf.if`,
    `scf.for` and `scf.while`. A switch without a barrier does not change,
    except a switch on a thread index with a few cases and no default, which
    becomes a sequence of ifs for `isolate-guards`.

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
  let summary = "put code that a single thread of a row executes into its own thread loop";
  let description = [{
    An `if (threadIdx.x == 0) …` among code for all threads prevents
    vectorisation of their loop. This pass inserts a barrier before and after
    such an if. The barriers have no effect, since threads are unordered between
    barriers, but make fission put the if into its own loop, which
    `narrow-thread-loops` then narrows to that thread. A thread loop without
    barriers is split for a guard only if no value has to be kept across the
    split, except values that can be recomputed.
  }];
  let dependentDialects = ["::heddle::par::ParDialect"];
}

def LeaveEarly : Pass<"leave-early", "::mlir::ModuleOp"> {
  let summary = "let threads that execute no more barriers finish before the others continue";
  let description = [{
    A thread may return or leave a loop while other threads go on to synchronise
    at barriers. What it executes on its way out must happen before the others
    synchronise again. In structured control flow this code comes after the `if`
    or the loop, where it would wait for the other threads. This pass moves it
    to where the thread leaves: to the end of both branches, or to the exit of
    the loop. It does so only if the condition is not known to be uniform, and
    if other threads could observe the difference.

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
  let summary = "make all control flow around barriers uniform";
  let description = [{
    A barrier may be under a condition that is not known to be uniform: after an
    early return, or in a loop with thread-dependent bounds. This pass splits
    such control flow. Each thread keeps a flag that says whether it is active,
    the code between barriers runs under this flag, the barriers are outside of
    it, and a loop continues while `par.any` thread is active. Control flow that
    is uniform or contains no barrier does not change. If only one branch of an
    if contains a barrier, the other one runs first: its threads do not wait.

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
  let summary = "interleave per-thread arrays that are live across a barrier";
  let description = [{
    A thread's own array that is accessed before and after a barrier needs
    memory for all threads. If the threads access the same element at the same
    time, the copies of an element are laid out next to each other, so that a
    row of threads loads and stores vectors. With one thread's array after
    another, these accesses would be gathers and scatters. A struct is treated
    as an array if all its members have the same type.

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
  let summary = "split loops over threads at barriers";
  let description = [{
    Splits a thread loop with barriers into several without: straight-line code
    is split, and uniform control flow that contains a barrier is interchanged
    with the loop. A value that is live across the split is recomputed or stored
    in a buffer with an element for each thread. A minimum cut of the data flow
    graph, weighted by the cost of operations and the number of bytes, decides
    which.

    All control flow around barriers must be uniform; run `mask-barriers` first.

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
  let summary = "convert thread loops with warp operations to a loop over warps around one over lanes";
  let description = [{
    Converts a loop over threads that contains a `par.warp` to a loop over the
    block's warps around a loop over the lanes of a warp. The inner loop becomes
    the thread loop, and fission splits it at warp operations as it split the
    outer one at barriers. If the shape of the block is not known, blocks with
    one row, whose threads need no division to find their index, get their own
    loop.

    Values that a program computes from `threadIdx.x / 32` are recognised as
    uniform in a warp.

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
  let summary = "split loops over blocks at grid barriers";
  let description = [{
    Converts a kernel with `par.grid_sync` to several loops over the grid. This
    is the same fission as that of the thread loop, with a block in the role of
    a thread. Data that a block keeps from one loop to the next (shared memory,
    buffers of its threads, its own values) is stored per block, in memory that
    lasts as long as the launch.

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
  let summary = "convert conjunctions that may be poison to selects";
  let description = [{
    MLIR's canonicalization combines an `if (b)` in an `if (a)` to `if (a &&
    b)`. If the inner condition was computed only by threads for which `a`
    holds, it is poison in the others, and so is `arith.andi` of the two.
    Branching on it is undefined behaviour. A select does not propagate poison
    from the operand that it does not select.

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
  let summary = "print which kernels need fibers";
  let description = [{
    Prints, as a remark at the operation, the construct for which a kernel runs
    on fibers (`lib/Analysis/FiberConstructs.cpp`). For tests.
  }];
}

#endif // HEDDLE_TRANSFORMS_FISSIONPASSES
