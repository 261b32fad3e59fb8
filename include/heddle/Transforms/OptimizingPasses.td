//===- OptimizingPasses.td - The parallel optimizer --------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes on loops over threads that may hold barriers, in the order in which they
// run.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_OPTIMIZINGPASSES
#define HEDDLE_TRANSFORMS_OPTIMIZINGPASSES

include "mlir/Pass/PassBase.td"

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

def SpecializeArguments : Pass<"specialize-arguments", "::mlir::ModuleOp"> {
  let summary = "nests of their own for arguments known in advance";
  let description = [{
    In a nest for one block size, integers that all launches of that size pass
    (`heddle.launches`, if `heddle.known_arguments` says that these are all) are
    constants, and part of the nest's check. Where launches pass different
    numbers, or not all launches are known, the nest is copied for the most
    frequent ones, under a check of their own. Only numbers count that decide
    something: a divisor, the distance between what neighbouring threads touch,
    which way a branch in a loop goes, where the levels of a loop with barriers
    begin, that a loop has few turns. Launches that differ in others share a copy. The nest
    itself stays for all other numbers; if each launch that is to be seen has a
    copy, the general nest, which is there anyway, does.

    ```mlir
    scf.if %is256 { scf.parallel … {par.grid, par.shape = "256x1x1"} } else {…}
    // becomes, with launches that pass 1 and 4 for %stride
    %is1 = arith.cmpi eq, %stride, %c1 : i32
    %both = arith.andi %is256, %is1 : i1
    scf.if %both { scf.parallel … {par.grid, par.shape = "256x1x1"} }
    else { scf.if … }
    ```
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect",
                           "::mlir::arith::ArithDialect"];
}

def UpliftLoops : Pass<"uplift-loops", "::mlir::ModuleOp"> {
  let summary = "strided loops whose step is known at run time become scf.for";
  let description = [{
    In `for (int i = …; i < n; i += blockDim.x * gridDim.x)` the sum is unsigned
    and may wrap as far as the language goes. In a nest for one block size, the
    nest's check also sees to it that the step is positive and that the last sum
    does not wrap. Loops with `i <= n` end before `n + 1`. Counters without a
    sign that begin at 0 or above are treated alike: the check says that the
    limit could have a sign, too.
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect",
                           "::mlir::arith::ArithDialect"];
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
    Sums that the program extends to 64 bits itself, `(size_t)i * n + j`, are
    treated alike, and those that are extended by zeros.

    A position that is compared with a 64-bit limit, `if (i < n)` with a
    `size_t n`, is compared as an index with the limit or what no position
    comes to, so that no difference of the two wraps.

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

def LocalAtomics : Pass<"local-atomics", "::mlir::ModuleOp"> {
  let summary = "atomics on shared memory need no lock";
  let description = [{
    All threads of a block run on one thread of the machine, so that nobody else
    can come between when one of them updates shared memory. Such atomics get
    the scope of a single thread; when everything is vectorised, they become
    loads and stores.
  }];
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

def InvertDivisors : Pass<"invert-divisors", "::mlir::ModuleOp"> {
  let summary = "divisions by a number that all threads have become products";
  let description = [{
    `x = i % width; y = i / width` with a width that is known only when the
    program runs takes a division for each thread, for which there are no vector
    instructions. The number is inverted once, before the grid or the block; a
    thread multiplies by the inverse, and takes the higher bits. Numbers that
    are known not to be negative take a product and a shift, others a few
    operations more.

    A remainder is what is left after the quotient, so that `y * width + x` is
    seen to be `i`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect"];
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

def MergeBlocks : Pass<"merge-blocks", "::mlir::ModuleOp"> {
  let summary = "blocks that are sets of threads get a size that suits the cores";
  let description = [{
    The rows of a block of 16 x 16 threads are one vector each, and finding out
    which threads of a block have work costs as much as the work. Where blocks
    share no memory and do not wait, a block is no more than a set of threads.
    If all that is computed from the indices of block and thread along x is the
    position of the thread in the grid, some blocks of a row run as one. How
    many is decided at run time, so that enough are left for all cores. Blocks
    of long rows are cut into parts of 16 threads first: three blocks of 1024
    threads are work for more than three cores. What is behind the end of an
    array (`if (i < n)`) does not count. Threads that have loops are left alone:
    that is work enough. (Where there are few blocks, see `cut-blocks`.)

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

    With rows of 256 threads, `%bx * %f` parts of 16 are `%bx * %f / 16` blocks,
    and the rest says with which thread the loop begins.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect"];
}

def SplitBlocks : Pass<"split-blocks", "::mlir::ModuleOp"> {
  let summary = "the rows of a block become blocks of their own";
  let description = [{
    A block of 64 x 4 threads that goes up through the layers of a volume reads
    a few lines of memory here, a few on the page of the next row, and then
    goes on to the next layer. A processor's prefetchers like to go on in a
    row. Where blocks share no memory and threads never meet, it does not
    matter which threads are a block: each row becomes one, and what follows it
    is the next block's part of the same row.

    It is done where threads have loops whose iterations are on other pages.
    Where rows of threads load the same elements, they stay together.

    ```mlir
    scf.parallel (%bz, %by, %bx) = … to (%gz, %gy, %gx) {
      scf.parallel (%tz, %ty, %tx) = … to (%c1, %c4, %c64) { A(%by, %ty) }
    }
    // becomes
    scf.parallel (%bz, %row, %bx) = … to (%gz, %gy * 4, %gx) {
      scf.parallel (%tz, %ty, %tx) = … to (%c1, %c1, %c64) {
        A(%row / 4, %row % 4)
      }
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def CutBlocks : Pass<"cut-blocks", "::mlir::ModuleOp"> {
  let summary = "where a grid has few blocks, parts of them are blocks of their own";
  let description = [{
    A launch of one block of 1024 threads would run on one core. Where blocks
    share no memory and threads never meet, and threads have loops, a copy of
    the nest has each 64 threads of a block as an iteration of the loop over the
    grid: of a row, or whole rows if there are several. It runs where the grid
    has too few blocks for the cores that there are at run time. The nest for
    all other grids stays as it is.

    ```mlir
    scf.parallel (%bz, %by, %bx) = … to (%gz, %gy, %gx) {
      scf.parallel (%tz, %ty, %tx) = … to (%c1, %c1, %c256) { A(%bx, %tx) }
    }
    // becomes
    %few = %gz * %gy * %gx < 4 * %cores and 1 < %cores
    scf.if %few {
      scf.parallel (%bz, %by, %p) = … to (%gz, %gy, %gx * 4) {
        scf.parallel (%tz, %ty, %tx) = … to (%c1, %c1, %c64) {
          A(%p / 4, %p % 4 * 64 + %tx)
        }
      } {par.parts = 4}
    } else {
      // as it was
    }
    ```

    Blocks for which something is computed in a loop once are left alone, as are
    threads that call functions with effects or change memory atomically in
    their loops: cores that take a line from each other are slower than one.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::scf::SCFDialect"];
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
    constant and before what is not constant; no two places are the same; what
    the block chooses for all its threads, `first < 0 ? -first : 0`, is chosen
    by the same rules), the block runs a copy of the thread loop in which they are constants. The other
    blocks run the loop as it was, marked with `par.edge`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
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

#endif // HEDDLE_TRANSFORMS_OPTIMIZINGPASSES
