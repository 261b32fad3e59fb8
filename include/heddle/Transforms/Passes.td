//===- Passes.td - On the parallel IR ----------------------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_PASSES
#define HEDDLE_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

def AlignGuards : Pass<"align-guards", "::mlir::ModuleOp"> {
  let summary = "conditions that rows of threads meet as a whole are conditions on the row";
  let description = [{
    `k * r + c < n` with `0 <= c < k` is the same for all `c` if `n` is a
    multiple of `k`. A loop over rows `r` of threads `c` gets a copy under the
    check that it is, in which `narrow-thread-loops` can take the condition
    away.

    ```mlir
    scf.parallel (%r, %c) = … { scf.if (16 * %r + %c < %n) { A } }
    // becomes
    scf.if (%n % 16 == 0) {
      scf.parallel (%r, %c) = … { scf.if (%r < %n / 16) { A } }
    } else { … }
    ```
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect",
                           "::mlir::arith::ArithDialect"];
}

def CompleteGroups : Pass<"complete-groups", "::mlir::ModuleOp"> {
  let summary = "stores to some elements of a short group store all of it";
  let description = [{
    Where neighbouring threads store every other element of a row in shared
    memory, or one of four, whole vectors can be stored if what lies between is
    stored too, as it is: LLVM loads and stores such groups in one piece, and
    scatters what has gaps. No other thread may store to those places.

    ```mlir
    memref.store %v, %m[2 * %t + 1]
    // becomes
    %w = memref.load %m[2 * %t]
    memref.store %v, %m[2 * %t + 1]
    memref.store %w, %m[2 * %t]
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect"];
}

def EvenLoops : Pass<"even-loops", "::mlir::ModuleOp"> {
  let summary = "loops that start at the thread's index but run equally often count from 0";
  let description = [{
    The threads of a block share the rows of a tile out:
    `for (i = threadIdx.y; i < 48; i += 8)`. Each starts elsewhere, and all run
    six times. Such a loop gets a counter from 0 that is the same in all
    threads, so that it can stand outside of the loop over threads.
    (`strided-loops` is for numbers that are not known.)
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
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

def JoinBlocks : Pass<"join-blocks", "::mlir::ModuleOp"> {
  let summary = "neighbouring blocks that load the same tiles run in step";
  let description = [{
    In a product of matrices all blocks of a column load the same tiles of the
    second matrix, row by row of the tile from places far apart, and each block
    would wait for memory again. Where blocks along y, or else along x, load the
    same in a loop over tiles, four of them become one: with a layer of threads
    for each, along the dimension z that they had no use for, and an array for
    each of what they share. An array that all of them fill with the same is one
    for all, filled by the first, if barriers are between all its stores and
    loads. The rest of the grid, and small grids, run as they were.

    ```mlir
    scf.parallel (%bz, %by, %bx) = … to (%gz, %gy, %gx) {
      %tile = memref.alloca() : memref<16x16xf32>
      scf.parallel (%tz, %ty, %tx) = … to (%c1, %c16, %c16) { A(%by) }
    }
    // becomes
    scf.parallel (%bz, %by, %bx) = … to (%gz, %gy / 4, %gx) {
      %tiles = memref.alloca() : memref<4x16x16xf32>
      scf.parallel (%tz, %ty, %tx) = … to (%c4, %c16, %c16) { A(%by * 4 + %tz) }
    }
    scf.parallel (%bz, %by, %bx) = … to (%gz, %gy % 4, %gx) { … }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

def LocalAtomics : Pass<"local-atomics", "::mlir::ModuleOp"> {
  let summary = "atomics on shared memory need no lock";
  let description = [{
    All threads of a block run on one thread of the machine, so that nobody else
    can come between when one of them updates shared memory. Such atomics get
    the scope of a single thread; when everything is vectorised, they become
    loads and stores.
  }];
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

def EliminateBarriers : Pass<"eliminate-barriers", "::mlir::ModuleOp"> {
  let summary = "removes barriers that order nothing";
  let description = [{
    A barrier is there so that what one thread did before it and another does
    after it happen in this order. If no two different threads touch a common
    place in memory, one of them before and the other after, one of them to
    write, it can go: then the loop over threads need not be split there.
    Whether they can meet is decided by integer arithmetic on the places, as
    functions of the thread's indices.

    ```mlir
    memref.store %v, %shared[%t] : memref<256xf32>
    par.barrier(%t)               // goes: each thread reads what it wrote
    %w = memref.load %shared[%t] : memref<256xf32>
    ```
  }];
}

def ForwardMemory : Pass<"forward-memory", "::mlir::ModuleOp"> {
  let summary = "loads of what the thread has stored or loaded before go";
  let description = [{
    Also across barriers, as long as no thread can have written to the place in
    between. A store that is overwritten before any thread can have read it goes
    too, and so does shared memory that nobody reads any more.

    ```mlir
    memref.store %v, %shared[%t] : memref<256xf32>
    par.barrier(%t)
    %w = memref.load %shared[%t] : memref<256xf32>   // is %v
    ```
  }];
}

def HoistLoads : Pass<"hoist-loads", "::mlir::ModuleOp"> {
  let summary = "loads that a thread's own loop does not change leave it";
  let description = [{
    LLVM does the same for a loop of one thread. But where `form-lanes` has many
    threads run the loop together, the load is one of many threads in its inner
    loop, and no longer the same each time.

    ```mlir
    scf.for %j = %c0 to %c100 { %x = memref.load %a[%t]; … }
    // becomes
    %x = memref.load %a[%t]
    scf.for %j = %c0 to %c100 { … }
    ```

    The loop must be one that runs at least once, hold no barrier and nothing
    atomic or volatile, and not write to what may be the same memory.
  }];
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

def SplitInductions : Pass<"split-inductions", "::mlir::ModuleOp"> {
  let summary = "indices that loops carry become a start and a common offset";
  let description = [{
    An index that starts at another place in each thread and goes on by the same
    in all would need a place for each thread if the loop is taken apart, and be
    an index that nobody knows anything of. What has been added so far is the
    same in all threads.

    ```mlir
    scf.for … iter_args(%i = %start) { … %n = arith.addi %i, %step … }
    // becomes
    scf.for … iter_args(%done = %c0) { %i = %start + %done … %done + %step … }
    ```
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect",
                           "::mlir::arith::ArithDialect"];
}

def SplitLoads : Pass<"split-loads", "::mlir::ModuleOp"> {
  let summary = "a load from one of two places becomes two loads";
  let description = [{
    `a[x == 0 ? 0 : x - 1]` is a gather, but each of the two places alone is a
    row or one value. So each thread loads from one or the other under a
    condition, which makes two loads of vectors under masks.

    ```mlir
    %i = arith.select %c, %a, %b : index
    %v = memref.load %m[%i] : memref<?xf32>
    // becomes
    %v = scf.if %c -> f32 { memref.load %m[%a] } else { memref.load %m[%b] }
    ```
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect",
                           "::mlir::arith::ArithDialect"];
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

def SplitEdges : Pass<"split-edges", "::mlir::ModuleOp"> {
  let summary = "blocks away from the edges of the grid get a thread loop without edges";
  let description = [{
    A stencil asks every thread whether it is at an edge of the image:
    `x >= 0`, `x < width`, `x == 0`, `max(x - 1, 0)`. Few blocks touch an edge.
    In a nest with a known block size, conditions on sums of thread indices and
    values of the block are decided for all threads at once: their sums are
    between two numbers that are computed once a block. If all come out as they
    do in the middle of a large grid (a guard holds; a position is past a
    constant and before what is not constant; no two places are the same), the
    block runs a copy of the thread loop in which they are constants. The other
    blocks run the loop as it was, marked with `par.edge`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
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

def PrefetchBlocks : Pass<"prefetch-blocks", "::mlir::ModuleOp"> {
  let summary = "rows that the next block touches are fetched in this one";
  let description = [{
    A block of rows that are far apart in memory begins with a wait for each of
    them: rows are too short for the machine to see where they lead. Blocks run
    one after the other along x, so that the places of the next block are those
    of this one with another index. Its lines are asked for
    (`memref.prefetch`), one for each row and 64 bytes, before the threads of
    this one run. Rows that several loads share are asked for once.

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

def RowUpdates : Pass<"row-updates", "::mlir::ModuleOp"> {
  let summary = "updates that are neighbours in a thread's loop are done a row at a time";
  let description = [{
    In `for (f…) atomicAdd(&sums[c * 34 + f], …)` each thread updates a row of
    shared memory, and the rows of different threads may be the same one. The
    loop over threads cannot be vectorised, but a thread's own loop can: its
    updates are of different places, and those of different threads have no
    order. So the thread's loop comes innermost. Its updates are plain loads and
    stores, as all threads of a block run on one thread of the machine.

    ```mlir
    scf.for %f = %c0 to %c34 {
      scf.parallel (%t) = (%c0) to (%c256) { atomic %sums[%row(%t) + %f] += … }
    }
    // becomes
    scf.for %t = %c0 to %c256 {
      scf.parallel (%f) = (%c0) to (%c34) { %sums[%row(%t) + %f] += … }
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::scf::SCFDialect"];
}

def TransposeReads : Pass<"transpose-reads", "::mlir::ModuleOp"> {
  let summary = "tiles that are read by columns are transposed in registers";
  let description = [{
    A row of threads that reads a column of a tile gathers it, element by
    element, and the next row the column beside it. Read by rows, a square of
    such columns is a few vectors, and transposing them takes three or four
    shuffles for each. The transposed tile is kept in a buffer, from which each
    row of threads reads a row.

    ```mlir
    scf.parallel (%ty, %tx) = … to (%c8, %c32) { load %tile[%tx, %ty] }
    // becomes
    scf.for … { vectors of %tile, shuffled, to %turned }
    scf.parallel (%ty, %tx) = … to (%c8, %c32) { load %turned[%ty, %tx] }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
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

def SpecializeBlock : Pass<"specialize-block", "::mlir::ModuleOp"> {
  let summary = "a nest of its own for block sizes known in advance";
  let description = [{
    Where host code launches a kernel with a constant block size (the attribute
    `heddle.block_shapes` of the grid function), the nest is copied for that
    size, under a check: its thread loops have constant bounds, so that they
    vectorise without remainders and buffers have a known size. The check also
    sees to it that the grid has less than 2^31 threads along each dimension, so
    that the position of a thread does not wrap. All else takes the general
    nest, marked with `par.fallback`. Where no launch is to be seen that does
    (`heddle.known_launches`), the mark `par.unseen` says so: it is compiled for
    size.

    ```mlir
    scf.parallel … {par.grid}
    // becomes
    %is = arith.cmpi eq, %blockDimX, %c256 : index
    scf.if %is { scf.parallel … {par.grid, par.shape = "256x1x1"} }
    else { scf.parallel … {par.fallback, par.grid} }
    ```
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect",
                           "::mlir::arith::ArithDialect"];
}

def SpecializeRuns : Pass<"specialize-runs", "::mlir::ModuleOp"> {
  let summary = "thread loops that go in runs have a copy for each length of a run";
  let description = [{
    In sorting networks and butterflies a thread's partner is a distance away
    that changes with the step: `2 * t - (t & (d - 1))`, `t % d`. If `d` is the
    same in all threads and known only when the program runs, the loop gets a
    copy for each power of two, in which it is a number: `form-rows` makes rows
    of it.

    ```mlir
    scf.parallel (%t) = (%c0) to (%c512) { A(%t & (%d - 1)) } {par.block}
    // becomes
    scf.if (%d == 1) { scf.parallel (%t) … { A(0) } }
    else scf.if (%d == 2) { scf.parallel (%t) … { A(%t & 1) } }
    …
    else { scf.parallel (%t) … { A(%t & (%d - 1)) } }
    ```
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect",
                           "::mlir::arith::ArithDialect"];
}

def FlattenIfs : Pass<"flatten-ifs", "::mlir::ModuleOp"> {
  let summary = "branches over a few cheap operations become selects";
  let description = [{
    Short-circuit conditions arrive as branches. Computing both sides costs less
    than the branch, and a select can be recomputed in another piece, taken
    apart into its conditions, and vectorised.

    ```mlir
    %r = scf.if %a -> (i1) { %b = arith.cmpi … ; scf.yield %b }
         else { scf.yield %false }
    // becomes
    %b = arith.cmpi …
    %r = arith.select %a, %b, %false : i1
    ```
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect",
                           "::mlir::arith::ArithDialect"];
}

def FlattenSwitches : Pass<"flatten-switches", "::mlir::ModuleOp"> {
  let summary = "numbers that say which way a condition went become conditions";
  let description = [{
    `if ((a || b[i]) && c)` has ways out in several places; raising branches to
    structured control flow numbers them and switches on the number. A switch
    with one case is an if, and a comparison of such a number is decided where
    the number is chosen.

    ```mlir
    %n = scf.if %a -> i32 { yield 0 } else { …; %x = arith.extui %b; yield %x }
    scf.index_switch %n case 0 { A } default {}
    // becomes
    %is = scf.if %a -> i1 { yield true } else { …; %x = not %b; yield %x }
    scf.if %is { A }
    ```
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect",
                           "::mlir::arith::ArithDialect"];
}

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

def MergeBlocks : Pass<"merge-blocks", "::mlir::ModuleOp"> {
  let summary = "neighbouring blocks of short rows become one of long rows";
  let description = [{
    The rows of a block of 16 x 16 threads are one vector each, and finding out
    which threads of a block have work costs as much as the work. Where blocks
    share no memory and do not wait, a block is no more than a set of threads.
    If all that is computed from the indices of block and thread along x is the
    position of the thread in the grid, some blocks of a row run as one. How
    many is decided at run time, so that enough are left for all cores. Threads
    that have loops are left alone: that is work enough.

    ```mlir
    scf.parallel (%bz, %by, %bx) = … to (%gz, %gy, %gx) {
      scf.parallel (%tz, %ty, %tx) = … to (%c1, %c16, %c16) { A(%bx * 16 + %tx) }
    }
    // becomes
    scf.parallel (%bz, %by, %bx) = … to (%gz, %gy, ceil(%gx / %f)) {
      scf.parallel (%tz, %ty, %tx) = …
          to (%c1, %c16, min(%f, %gx - %bx * %f) * 16) {
        A(%bx * %f * 16 + %tx)
      }
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect"];
}

def IsolateShared : Pass<"isolate-shared", "::mlir::ModuleOp"> {
  let summary = "loops that a block's threads share out get a piece of their own";
  let description = [{
    In `for (i = threadIdx.x; i < n; i += blockDim.x)` the threads of a block
    together come to each of `n` places once. If no two iterations touch a
    common place in memory, also not two of one thread, they can be done in any
    order by anybody. The loop is marked, and barriers before and after, which
    change nothing, have fission make it a thread loop of its own for
    `merge-shared`. If the loop carries values, what does not hang on them goes
    to a loop before, if there are loops in it, and what both need is kept in
    between.

    ```mlir
    scf.for %i = %thread to %n step %threads { A(%i) }
    // becomes
    par.barrier(%t)
    scf.for %i = %thread to %n step %threads { A(%i) } {par.shared_out}
    par.barrier(%t)
    ```
  }];
  let dependentDialects = ["::heddle::par::ParDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::arith::ArithDialect"];
}

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

def CombineUpdates : Pass<"combine-updates", "::mlir::ModuleOp"> {
  let summary = "what all blocks add to is added to once for many blocks";
  let description = [{
    In `atomicAdd(&total, x)`, every thread of every block locks the same place,
    and the cores hand it to each other. If nobody asks for the old value, and
    the places are the same few in all blocks, they are summed in a table of the
    core's own, which is added to memory after all the blocks that the core has
    at a time. A block cannot see what others have added so far, as it has no
    way to know how far they are; kernels that have one (other atomics whose
    result they use, fences, volatile memory) are left alone, and so are those
    that touch the memory later.

    ```mlir
    scf.parallel (%b) = … {
      scf.parallel (%t) = … { atomic %out[%t] += %x }
    } {par.grid}
    // becomes
    scf.parallel (%b) = … {
      scf.parallel (%t) = … { %table[%t] = 0 } {par.before_blocks}
      scf.parallel (%t) = … { %table[%t] += %x }
      scf.parallel (%t) = … { atomic %out[%t] += %table[%t] } {par.after_blocks}
    } {par.grid}
    ```

    The loops with the two marks are taken out of the grid's by `outline-grid`.
  }];
  let dependentDialects = ["::heddle::par::ParDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def SpreadUpdates : Pass<"spread-updates", "::mlir::ModuleOp"> {
  let summary = "tables that threads count in are kept several times";
  let description = [{
    `atomicAdd(&counts[word & 255], 1)` on shared memory is a load, an addition
    and a store, and has to wait for the one before if it is of the same place.
    With a few tables, of which updates that follow one another take different
    ones, it mostly has not. The others begin with what leaves a value as it is,
    and are added to the first one when the counting is over. It is done for
    small tables that are updated often in between; the order of atomic updates
    is nobody's business.

    ```mlir
    scf.parallel (%t) = … { atomic %a[%x] += 1; atomic %a[%y] += 1 }
    // becomes
    scf.parallel (%i) = … { %a[256 + %i] = 0 }
    scf.parallel (%t) = … { atomic %a[%x] += 1; atomic %a[256 + %y] += 1 }
    scf.parallel (%i) = … { %a[%i] += %a[256 + %i] }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def ScatteredLoops : Pass<"scattered-loops", "::mlir::ModuleOp"> {
  let summary = "threads that do little but touch places far apart run one by one";
  let description = [{
    A processor gathers and scatters the lanes of a vector no faster than it
    loads and stores them one after another. Where neighbours touch places a
    constant number of elements apart, more than four, and little else is done,
    vectors cost more than they bring. Such a loop is marked with
    `par.scattered`, which keeps it scalar.

    ```mlir
    scf.parallel (%t) = (%c0) to (%c16) {
      memref.store (load %a[33 * %t + 32] + load %a[33 * %t + 15]), %a[33 * %t + 32]
    } {par.block, par.scattered}
    ```
  }];
}

def StridedLoops : Pass<"strided-loops", "::mlir::ModuleOp"> {
  let summary = "loops that threads share out run equally often in all of them";
  let description = [{
    `for (i = threadIdx.x; i < n; i += blockDim.x)`, and the same for a grid:
    threads that come later run it as often as the others or once less. All run
    it as often as the last, in a loop that is the same for all and so can be
    exchanged with the loop over threads; what is left runs after it.

    ```mlir
    scf.for %i = %thread to %n step %s { A(%i) }
    // becomes
    scf.for %k = %c0 to %count step %c1 { A(%thread + %k * %s) }
    scf.for %i = %thread + %count * %s to %n step %s { A(%i) }
    ```
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect",
                           "::mlir::arith::ArithDialect"];
}

def UnmaskStores : Pass<"unmask-stores", "::mlir::ModuleOp"> {
  let summary = "stores under a condition store what was there if it does not hold";
  let description = [{
    Where a thread has loaded a place of shared memory and stores to it under a
    condition, and no other thread stores there, it may as well store what it
    has loaded. Then vectors are stored whole, several in one piece where
    threads touch neighbouring places.

    ```mlir
    %a = memref.load %m[%t]
    scf.if %c { memref.store %x, %m[%t] }
    // becomes
    %v = arith.select %c, %x, %a
    memref.store %v, %m[%t]
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def UnrollLevels : Pass<"unroll-levels", "::mlir::ModuleOp"> {
  let summary = "loops over the levels of a tree are written level by level";
  let description = [{
    `for (d = n / 2; d > 0; d /= 2) { __syncthreads(); if (t < d) … a[s * t] … }`
    touches other threads' places at every level, so it is split into loops over
    threads, in which the stride is a number that only the level knows. If the
    levels are few and can be counted, and a thread's index is multiplied by
    something that changes with them, each gets code of its own, in which
    strides and bounds are constants.

    ```mlir
    scf.while (%s = %c1) { scf.condition(%s < 4) } do { A(%s); yield %s * 2 }
    // becomes
    A(1); A(2)
    ```
  }];
}

def UpliftLoops : Pass<"uplift-loops", "::mlir::ModuleOp"> {
  let summary = "strided loops whose step is known at run time become scf.for";
  let description = [{
    In `for (int i = …; i < n; i += blockDim.x * gridDim.x)` the sum is unsigned
    and may wrap as far as the language goes. In a nest for one block size, the
    nest's check also sees to it that the step is positive and that the last sum
    does not wrap.
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect",
                           "::mlir::arith::ArithDialect"];
}

def WidenIndices : Pass<"widen-indices", "::mlir::ModuleOp"> {
  let summary = "32-bit index arithmetic is done in full width";
  let description = [{
    `int i = blockIdx.x * blockDim.x + threadIdx.x; a[i]` computes in 32 bits and
    extends the sum. The vectoriser then has to allow for a sum that wraps in
    the middle of a row. Where overflow is undefined, the operands are extended
    instead of the sum, so that an address is a base plus the thread's index.

    In a nest that `specialize-block` made, the position of a thread in the grid
    is below 2^31 by the nest's own check, so those unsigned sums do not wrap
    either.

    ```mlir
    %s = arith.addi %base, %t overflow<nsw> : i32
    %i = arith.index_cast %s : i32 to index
    // becomes
    %b = arith.index_cast %base : i32 to index
    %i = arith.addi %b, %thread overflow<nsw> : index
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def ParallelLICM : Pass<"parallel-licm", "::mlir::ModuleOp"> {
  let summary = "what is the same for all threads or blocks is done once";
  let description = [{
    Loads, loops that only read, and calls without side effects leave the loop
    over threads, and then the loop over blocks, if all iterations would compute
    the same. A store in the loop that may be to the same memory does not keep a
    read inside if it comes after it: another iteration's store would be a race.
    Barriers, atomics and a thread's own order count (see InvariantReads.h).

    Nothing is executed that the program would not have executed: code under a
    condition leaves the loop under that condition, as it is in the first
    iteration. Where the condition may hold in others alone, the code leaves the
    loop only if it is long, and a copy stays for that case.

    ```mlir
    scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
      %in = arith.cmpi slt, %t, %n : index
      scf.if %in {
        %s = scf.for … { … memref.load %a[%i] … }
        memref.store %s, %out[%t]
      }
    } {par.block}
    // becomes
    %first = arith.cmpi slt, %c0, %n : index
    %s = scf.if %first { scf.for … { … memref.load %a[%i] … } } else { poison }
    scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
      %in = arith.cmpi slt, %t, %n : index
      scf.if %in { memref.store %s, %out[%t] }
    } {par.block}
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::ub::UBDialect"];
}

#endif // HEDDLE_TRANSFORMS_PASSES
