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

def SplitInside : Pass<"split-inside", "::mlir::ModuleOp"> {
  let summary = "loops over the threads of a single block run on several cores";
  let description = [{
    A launch of one block runs on one core. After fission a block is control
    flow that is the same for all threads, and loops over threads in it. Where
    host code is seen to launch a kernel with one block, a copy of the nest is
    made for this case, if there is more than one core at run time: the control
    flow stays with who launches, and each loop over threads that have loops of
    their own becomes a grid in the block, whose blocks are 64 threads each.
    `outline-grid` makes a launch of it, and the runtime finds out whether its
    work is worth a second core.

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

    Warps stay whole. Loops stay as they are if they hold anything that relies
    on one core: atomics, which need no lock on shared memory, calls with
    effects, and stores to places that are the same for all threads.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::scf::SCFDialect"];
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
    times run under masks. Loops of a few turns over what lies evenly along a row
    of threads are written out instead. A kernel's nest for block sizes that are not known in
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

def UnrollTiles : Pass<"unroll-tiles", "::mlir::ModuleOp"> {
  let summary = "loops over the rows of a small shared tile are written out";
  let description = [{
    A stencil on a tile of 16 x 16 cells in shared memory stores rows and then
    reads each of them several times, one place to the left and to the right.
    Where all loops over threads that touch such a tile have constant bounds and
    no control flow, they are marked to be written out (`par.unrolled`), row
    after row. Then all places in the tile are constants, the code of the block
    is one piece, and LLVM can keep the tile in registers (`ForwardRows.cpp`).
  }];
}

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
    ones, it mostly has not: those of one thread, or, if that is one only, those
    of neighbouring threads. The others begin with what leaves a value as it is,
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

def IsolateLookups : Pass<"isolate-lookups", "::mlir::ModuleOp"> {
  let summary = "bytes from anywhere are loaded in a loop of their own";
  let description = [{
    A processor has no instruction that gathers bytes. A vectorised loop takes
    the places out of a vector one by one, loads, and puts the bytes into a
    vector again, which takes longer than the loads: the parts of a vector do
    not come cheap, those of an array do. So the loop is split. The first one
    stores the places, the second is scalar, and the third goes on with the
    bytes. Threads have no order, so it changes nothing.

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
  let summary = "loops over the same rows run row by row";
  let description = [{
    The levels of a tree in shared memory are loops over threads, one after the
    other, each of which goes through all of the memory. Where they have rows
    (`form-rows`), equally many, and no row touches what another one writes, all
    of them can be done for one row before the next: what a level stores is then
    still in registers in the next.

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
  let summary = "a table in shared memory is updated in loops of their own";
  let description = [{
    An atomic update under a condition that depends on data is a branch that
    processors guess wrong, and keeps all around it from being vectorised. Where
    nobody asks for the old value, the threads of a row only store which element
    they update, and with what; an update that is in both branches of a
    condition is one. Loops without branches then update the table, one for each
    update of a thread. A thread that has none updates an element behind the
    table's end with what changes nothing. A short loop of the thread is written
    out before. Threads have no order, so it changes nothing.

    If the processor can move chosen lanes of a vector together (AVX-512; a mark
    on the module says so) and all updates are of one kind, those that change
    nothing are left out, and of several that follow each other in a thread and
    are of one place the last one does all. One loop over the list that is left
    updates the table.

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

def FuseLaunches : Pass<"fuse-launches", "::mlir::ModuleOp"> {
  let summary = "says what each block of a launch touches";
  let description = [{
    Launches that follow each other go through memory one after the other. If a
    block of the second touches nothing that other blocks of the first do, the
    runtime can run a few blocks of both, then the next few, and the second
    finds in the cache what the first has used. For that it has to know what a
    block touches.

    Before each loop over the grid of a kernel that host code launches next to
    others (`heddle.neighbours`) come footprints of the loop, computed from what
    the launch knows: for each pointer, and reads and writes apart, the bytes
    that a block touches, as far as they are a distance from block to block and
    a range that are known before the loop, or anything of that object. If
    there is something in the loop that is not understood, there are none.

    ```mlir
    par.footprint writes %y + %c1024 from %c0 to %c1024 every %c0
    scf.parallel (%z, %y, %x) = … {
      scf.parallel (%t) = (%c0) to (%c256) { memref.store %v, %y[%x * 256 + %t] }
    } {par.grid}
    ```

    `heddle.may_wait` on a grid function says that there are footprints,
    `heddle.may_join` that it looks at no memory that kernels write before the
    loop.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::heddle::par::ParDialect"];
}

#endif // HEDDLE_TRANSFORMS_THREADLOOPPASSES
