//===- ThreadLoopPasses.td - Loops without barriers --------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes that prepare loops over threads without barriers for vectorisation, in
// the order in which they run.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_THREADLOOPPASSES
#define HEDDLE_TRANSFORMS_THREADLOOPPASSES

include "mlir/Pass/PassBase.td"

def MergeShared : Pass<"merge-shared", "::mlir::ModuleOp"> {
  let summary = "merge a loop over threads with the block-strided loop in it";
  let description = [{
    Converts a loop over threads that contains only a block-strided loop to a
    loop over its iterations. There is no remainder, neighbouring iterations
    access neighbouring elements, and all optimizations of thread loops apply.

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

def SplitInside : Pass<"split-inside", "::mlir::ModuleOp"> {
  let summary = "run thread loops of a single block on several cores";
  let description = [{
    A launch of one block runs on one core. After fission, a block is uniform
    control flow with loops over threads in it. If host code is seen to launch a
    kernel with one block, this pass makes a copy of the loops for this case, if
    there is more than one core at run time. The uniform control flow stays on
    the launching thread. Each loop over threads that contain loops becomes a
    grid inside the block, whose blocks have 64 threads each. `outline-grid`
    makes a launch of it, and the runtime decides whether it has enough work for
    a second core.

    ```mlir
    scf.parallel (%bz, %by, %bx) = … {
      scf.parallel (%tz, %ty, %tx) = … to (%c1, %c1, %c256) { A(%tx) } {par.block}
      B
    } {par.grid}
    // becomes
    %one = %gz * %gy * %gx == 1 and 1 < %cores
    scf.if %one {
      scf.parallel (%bz, %by, %bx) = … {
        scf.parallel (%z, %y, %p) = … to (%c1, %c1, %c4) {
          scf.parallel (%tz, %ty, %tx) = … to (%c1, %c1, %c64) {
            A(%p * 64 + %tx)
          } {par.block}
        } {par.grid, par.parts = 4}
        B
      } {par.grid}
    } else {
      // as it was
    }
    ```

    Warps are not split. A loop does not change if it relies on running on one
    core: atomics, which need no lock on shared memory, calls with side effects,
    and stores to uniform addresses.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::scf::SCFDialect"];
}

def NarrowThreadLoops : Pass<"narrow-thread-loops", "::mlir::ModuleOp"> {
  let summary = "narrow the bounds of thread loops to the threads that do work";
  let description = [{
    If all operations of a thread loop are under a condition on the thread's
    index (`threadIdx.x == c`, `threadIdx.x < s`, `i < n` with an index `i` that
    does not wrap), its bounds become those of the threads for which the
    condition holds, and the condition is removed. A version with constant
    bounds remains for blocks in which the condition holds for all threads.

    ```mlir
    scf.parallel (%t) = (%c0) to (%n) … { scf.if (%t == 3) { A } }
    // becomes
    scf.parallel (%t) = (%c3) to (min(%n, %c4)) … { A }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def FormRows : Pass<"form-rows", "::mlir::ModuleOp"> {
  let summary = "convert loops over threads that divide their index to loops over rows and columns";
  let description = [{
    Code that computes its row and column as `i / w` and `i % w` for a constant
    `w` iterates over a table. A loop over rows around one over columns needs no
    division, and neighbouring iterations access neighbouring elements of a row.
    An incomplete last row gets its own loop.

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
  let summary = "peel the threads at the edges of a row";
  let description = [{
    In blocks at the edges of a grid (`par.edge`, from `split-edges`), all
    threads of a row except one or two evaluate the edge conditions as those of
    interior blocks do: `x == 0`, `min(x + 1, width - 1)`. They run a copy of
    the loop without these conditions, which can be vectorised. The threads at
    both ends of the row run the original loop, marked `par.few`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def FormLanes : Pass<"form-lanes", "::mlir::ModuleOp"> {
  let summary = "interchange thread loops with the serial loops in them, one vector of threads at a time";
  let description = [{
    LLVM vectorises only innermost loops, so it does not vectorise a loop over
    threads around a serial loop. If the body of the serial loop is cheaper for
    a vector of threads (few accesses of neighbouring threads are far apart),
    the loop over threads becomes one over vectors around one over the lanes of
    a vector, with a barrier of the lanes in the body of the serial loop.
    Fission then moves the loop over lanes innermost. Values that are live from
    one iteration to the next have an element per lane, which becomes a vector
    register. Loops with different trip counts run under masks. Loops with few
    iterations and regular accesses along a row of threads are unrolled instead.
    The loops for unknown block sizes do not change if there are versions for
    known ones.

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

def FindWriters : Pass<"find-writers", "::mlir::ModuleOp"> {
  let summary = "replace a conditional store to one address by a search for the storing thread";
  let description = [{
    Each thread compares one of many keys, and the thread with the right one
    stores the result: `if (keys[t] == key) *found = values[t];`. A loop with
    such a store is not vectorised. A loop that searches for the last thread
    whose condition holds is vectorised; that thread alone then executes the
    code under the condition. If several threads store to one address without
    order, CUDA guarantees only that one of the values is stored.

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

def UnrollTiles : Pass<"unroll-tiles", "::mlir::ModuleOp"> {
  let summary = "unroll thread loops over small tiles in shared memory";
  let description = [{
    A stencil on a tile of 16 x 16 cells in shared memory stores rows and then
    reads each of them several times, also one element to the left and right. If
    all loops over threads that access such a tile have constant bounds and no
    control flow, this pass marks them to be unrolled (`par.unrolled`), row by
    row. All offsets into the tile are then constants, the code of the block is
    straight-line, and LLVM can keep the tile in registers (`ForwardRows.cpp`).
  }];
}

def AlignGuards : Pass<"align-guards", "::mlir::ModuleOp"> {
  let summary = "convert bounds checks to row checks where the bound is a multiple of the row length";
  let description = [{
    `k * r + c < n` with `0 <= c < k` is the same for all `c` if `n` is a
    multiple of `k`. A loop over rows `r` of threads `c` gets a version under
    the check that it is a multiple, in which `narrow-thread-loops` can remove
    the condition.

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

def RowUpdates : Pass<"row-updates", "::mlir::ModuleOp"> {
  let summary = "interchange thread loops with a thread's loop over neighbouring atomic updates";
  let description = [{
    In `for (f…) atomicAdd(&sums[c * 34 + f], …)` each thread updates a row of
    shared memory, and different threads may update the same row. The loop over
    threads cannot be vectorised, but the thread's own loop can: its updates
    have different addresses, and updates of different threads commute. So the
    thread's loop becomes the inner one. Its updates are plain loads and stores,
    since all threads of a block run on one thread of the machine.

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
  let summary = "transpose tiles that are read by columns";
  let description = [{
    A row of threads that reads a column of a tile gathers it element by
    element, and the next row reads the next column. Reading a square of such
    columns by rows takes a few vector loads, and transposing them takes three
    or four shuffles each. The transposed tile is stored in a buffer, from which
    each row of threads reads a row.

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

def SpecializeRuns : Pass<"specialize-runs", "::mlir::ModuleOp"> {
  let summary = "version thread loops for powers of two that are uniform but unknown";
  let description = [{
    In sorting networks and butterflies, the distance to a thread's partner
    changes with the step: `2 * t - (t & (d - 1))`, `t % d`. If `d` is uniform
    but known only at run time, the loop gets a version for each power of two,
    in which it is a constant, so that `form-rows` can form rows.

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

def CombineUpdates : Pass<"combine-updates", "::mlir::ModuleOp"> {
  let summary = "privatise atomic updates per core and combine them after many blocks";
  let description = [{
    In `atomicAdd(&total, x)` every thread of every block updates the same
    address, and the cores contend for the cache line. If the old value is not
    used and all blocks update the same few addresses, the updates go to a table
    per core, which is added to memory after all blocks that the core runs at a
    time. A block cannot observe how far other blocks are, so it cannot observe
    the delay. Kernels that could (through other atomics whose result they use,
    fences or volatile memory), and kernels that access the memory later, do not
    change.

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

    `outline-grid` moves the loops with the two marks out of the grid loop.
  }];
  let dependentDialects = ["::heddle::par::ParDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def SpreadUpdates : Pass<"spread-updates", "::mlir::ModuleOp"> {
  let summary = "privatise small tables of atomic updates in shared memory";
  let description = [{
    `atomicAdd(&counts[word & 255], 1)` on shared memory is a load, an addition
    and a store, and waits for the previous one if the address is the same. With
    several copies of the table, consecutive updates (of one thread, or of
    neighbouring threads if each thread has one) go to different copies and
    rarely wait. The other copies start with the neutral element and are added
    to the first one at the end. This is done for small tables with many
    updates. Relaxed atomic updates commute.

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
  let summary = "keep thread loops with mostly strided accesses scalar";
  let description = [{
    Gathering and scattering the lanes of a vector is no faster than scalar
    loads and stores. If neighbouring threads access elements with a constant
    stride of more than four and do little else, vectorisation does not pay.
    This pass marks such a loop with `par.scattered`, which keeps it scalar.

    ```mlir
    scf.parallel (%t) = (%c0) to (%c16) {
      memref.store (load %a[33 * %t + 32] + load %a[33 * %t + 15]), %a[33 * %t + 32]
    } {par.block, par.scattered}
    ```
  }];
}

def IsolateLookups : Pass<"isolate-lookups", "::mlir::ModuleOp"> {
  let summary = "load bytes at data-dependent addresses in a scalar loop of their own";
  let description = [{
    There is no instruction that gathers bytes. A vectorised loop extracts the
    addresses from a vector one by one, loads, and inserts the bytes into a
    vector, which takes longer than the loads. Going through an array is
    cheaper, so this pass splits the loop: the first stores the indices, the
    second, which is scalar, loads the bytes, and the third continues with them.
    Threads are unordered, so the split has no other effect.

    ```mlir
    scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
      %i = … ; %v = load %image[%i] : memref<?xi8> ; use(%v)
    }
    // becomes
    scf.parallel (%t) = … { %i = … ; store %i, %places[%t] }
    scf.parallel (%t) = … { store (load %image[load %places[%t]]), %found[%t] } {par.scattered}
    scf.parallel (%t) = … { use(load %found[%t]) }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def FuseRows : Pass<"fuse-rows", "::mlir::ModuleOp"> {
  let summary = "fuse thread loops over the same rows";
  let description = [{
    The levels of a tree in shared memory are consecutive loops over threads,
    each of which accesses all of the memory. If they have the same number of
    rows (`form-rows`), and no row accesses what another one writes, this pass
    runs all of them for one row before the next: values that one level stores
    are still in registers in the next.

    ```mlir
    scf.parallel (%r, %l) = (%c0, %c0) to (%c16, %c16) { %a[32 * %r + 2 * %l + 1] += … } {par.rows}
    scf.parallel (%r, %l) = (%c0, %c0) to (%c16, %c8) { %a[32 * %r + 4 * %l + 3] += … } {par.rows}
    // becomes
    scf.for %r = %c0 to %c16 {
      scf.parallel (%l) = (%c0) to (%c16) { %a[32 * %r + 2 * %l + 1] += … }
      scf.parallel (%l) = (%c0) to (%c8) { %a[32 * %r + 4 * %l + 3] += … }
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def IsolateUpdates : Pass<"isolate-updates", "::mlir::ModuleOp"> {
  let summary = "apply data-dependent updates of a shared table in a loop of their own";
  let description = [{
    An atomic update under a data-dependent condition is a branch that is
    mispredicted, and prevents vectorisation of the code around it. If the old
    value is not used, the threads of a row only store which element they
    update, and with what; an update in both branches of a condition counts as
    one. Loops without branches then update the table, one loop for each update
    of a thread. A thread without an update updates a padding element behind the
    table with the neutral element. A short loop of the thread is unrolled
    first. Threads are unordered, so this has no other effect.

    If the processor can compress the lanes of a vector (AVX-512; an attribute
    of the module says so) and all updates are of one kind, neutral updates are
    dropped, and consecutive updates of a thread with the same address are
    combined. One loop over the remaining list updates the table.

    ```mlir
    scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
      %i, %v = … ; scf.if %c { llvm.atomicrmw _or %table[%i], %v }
    }
    // becomes
    scf.parallel (%t) = … {
      store (%c ? %i : 1024 + %t % 16), %places[%t] ; store (%c ? %v : 0), %values[%t]
    }
    scf.parallel (%t) = … {
      llvm.atomicrmw _or %table[load %places[%t]], load %values[%t]
    } {par.scattered}
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def CompleteGroups : Pass<"complete-groups", "::mlir::ModuleOp"> {
  let summary = "fill the gaps of interleaved stores";
  let description = [{
    If neighbouring threads store every other element of a row in shared memory,
    or one of four, whole vectors can be stored if the elements in between are
    stored too, with their old values: LLVM loads and stores complete interleave
    groups as vectors, and scatters groups with gaps. No other thread may store
    to the elements in between.

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

def UnmaskStores : Pass<"unmask-stores", "::mlir::ModuleOp"> {
  let summary = "convert conditional stores to unconditional ones";
  let description = [{
    If a thread has loaded an element of shared memory and stores to it under a
    condition, and no other thread stores there, it can store the loaded value
    if the condition does not hold. Vectors are then stored unmasked, several at
    once where threads access neighbouring elements.

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

def FuseLaunches : Pass<"fuse-launches", "::mlir::ModuleOp"> {
  let summary = "compute the memory footprint of each block, so that launches can be fused";
  let description = [{
    Consecutive launches read memory one after another. If a block of the second
    accesses nothing that other blocks of the first write, and writes nothing
    that they access, the runtime can run a few blocks of both, then the next
    few, so that the second finds its data in the cache. For this it needs to
    know what a block accesses.

    This pass adds footprints before each grid loop of a kernel that host code
    launches next to others (`heddle.neighbours`). A footprint is, for each
    pointer, separately for reads and writes, the range of bytes that a block
    accesses: a stride from block to block and a range, both computed before the
    loop, or the whole object. If the loop contains an operation that the pass
    does not understand, it adds no footprints.

    ```mlir
    par.footprint writes %y + %c1024 from %c0 to %c1024 every %c0
    scf.parallel (%z, %y, %x) = … {
      scf.parallel (%t) = (%c0) to (%c256) { memref.store %v, %y[%x * 256 + %t] }
    } {par.grid}
    ```

    `heddle.may_wait` on a grid function says that there are footprints.
    `heddle.may_join` says that it reads no memory that kernels write before the
    loop.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::heddle::par::ParDialect"];
}

#endif // HEDDLE_TRANSFORMS_THREADLOOPPASSES
