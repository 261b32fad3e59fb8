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
  let summary = "version the loops of a kernel for block sizes that launches use";
  let description = [{
    If host code launches a kernel with a constant block size (the attribute
    `heddle.block_shapes` of the grid function), this pass copies the loops for
    that size, under a check. The thread loops of the copy have constant bounds:
    they vectorise without remainders and buffers have a known size. The check
    also ensures that the grid has fewer than 2^31 threads in each dimension, so
    that the global index of a thread does not wrap. Other launches use the
    general loops, marked `par.fallback`. If host code has no such launch
    (`heddle.known_launches`), they are also marked `par.unseen` and compiled
    for size.

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
  let summary = "version the loops of a kernel for integer arguments that launches pass";
  let description = [{
    In loops for one block size, integers that all launches of that size pass
    become constants, and part of the check (`heddle.launches`, if
    `heddle.known_arguments` says that these are all launches). If launches pass
    different values, or not all launches are known, the loops are copied for
    the most frequent values, each copy under its own check. Only values that
    affect code generation count: a divisor, the stride between accesses of
    neighbouring threads, a branch condition in a loop, the initial value of a
    loop with barriers that is unrolled, a small trip count. Launches that
    differ only in other values share a copy. The uncopied loops remain for all
    other values; if every known launch has a copy, the general loops serve
    these.

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
  let summary = "convert while loops with a run-time step to for loops, under a check for overflow";
  let description = [{
    In `for (int i = …; i < n; i += blockDim.x * gridDim.x)` the sum is unsigned
    and may wrap as far as the language is concerned. In loops for one block
    size, this pass extends their check: the step is positive and the last sum
    does not wrap. A loop with `i <= n` gets the bound `n + 1`. An unsigned
    counter that starts at 0 or above is treated alike: the check then also says
    that the bound is not negative as a signed number.
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect",
                           "::mlir::arith::ArithDialect"];
}

def CountLoops : Pass<"count-loops", "::mlir::ModuleOp"> {
  let summary = "convert while loops that count, also with pointers or up to !=, to for loops";
  let description = [{
    In `while (p != end) { ...; ++p; }` and `for (unsigned k = 0; k < n; ++k)` the
    number of iterations is known before the loop starts. It becomes an
    `scf.for` over the number of the iteration, from which `p` or `k` is
    computed. The step is constant; where it is not 1, the language says that
    the sum does not wrap. The distance of `p + n` from `p` is `n`, which is the
    same for all threads if `n` is.
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect",
                           "::mlir::arith::ArithDialect"];
}

def SelectStores : Pass<"select-stores", "::mlir::ModuleOp"> {
  let summary = "stores in branches to places that are stored to anyway become stores of a selected value";
  let description = [{
    `p = a; if (c) p = b;` becomes `p = c ? b : a`, and a branch that stores to
    one place on both sides yields what is stored after it. Lanes then need no
    mask for the store, and store the members of a structure together. No store
    is added to a place where the thread might not have stored: another thread
    may store there.
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect"];
}

def UnrollLaneLoops : Pass<"unroll-lane-loops", "::mlir::ModuleOp"> {
  let summary = "unroll short loops of a thread whose number of iterations is constant";
  let description = [{
    A loop over the axes of a point or over the neighbours of a pixel. Unrolled,
    its accesses are at constant distances from each other, and lanes load and
    store the members of a structure together.
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect"];
}

def EvenLoops : Pass<"even-loops", "::mlir::ModuleOp"> {
  let summary = "normalise loops that start at a thread index but have a uniform trip count";
  let description = [{
    In `for (i = threadIdx.y; i < 48; i += 8)` the threads of a block distribute
    the rows of a tile. Each starts at a different row, and all have six
    iterations. This pass gives such a loop a counter that starts at 0 and is
    uniform, so that the loop can be interchanged with the loop over threads.
    (`strided-loops` handles bounds that are not constant.)
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def WidenIndices : Pass<"widen-indices", "::mlir::ModuleOp"> {
  let summary = "compute 32-bit index arithmetic in 64 bits where it cannot wrap";
  let description = [{
    `int i = blockIdx.x * blockDim.x + threadIdx.x; a[i]` computes in 32 bits
    and extends the sum. The vectoriser then has to allow for a sum that wraps
    inside a row. If overflow is undefined, this pass extends the operands
    instead of the sum, so that an address is a base plus the thread's index.

    In loops that `specialize-block` made, the global index of a thread is below
    2^31 by their check, so those unsigned sums do not wrap either. Sums that
    the program itself extends to 64 bits, such as `(size_t)i * n + j`, and
    zero-extended sums are treated alike.

    A global index that is compared with a 64-bit bound, as in `if (i < n)` with
    a `size_t n`, is compared as an index with the bound clamped to the range of
    indices, so that no difference of the two wraps.

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
  let summary = "convert switches on selected constants to conditions";
  let description = [{
    A condition like `if ((a || b[i]) && c)` has several exits. Raising to
    structured control flow numbers them and switches on the number. This pass
    converts a switch with one case to an if, and evaluates a comparison of such
    a number where the number is selected.

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
  let summary = "convert branches over a few cheap operations to selects";
  let description = [{
    Short-circuit conditions arrive as branches. Computing both sides is cheaper
    than the branch, and a select can be recomputed after a barrier, split into
    its conditions, and vectorised.

    ```mlir
    %r = scf.if %a -> (i1) { %b = arith.cmpi … ; scf.yield %b }
         else { scf.yield %false }
    // becomes
    %b = arith.cmpi …
    %r = arith.select %a, %b, %false : i1
    ```
  }];
  let options = [
    Option<"dropsPromises", "drops-promises", "bool", /*default=*/"false",
           "forget that operations do not overflow that now run for all "
           "threads, before threads become lanes">];
  let dependentDialects = ["::mlir::scf::SCFDialect",
                           "::mlir::arith::ArithDialect"];
}

def ParallelLICM : Pass<"parallel-licm", "::mlir::ModuleOp"> {
  let summary = "hoist loop-invariant code out of loops over threads and blocks";
  let description = [{
    Hoists loads, loops that only read, and calls without side effects out of
    the loop over threads, and then out of the loop over blocks, if all
    iterations compute the same. A later store in the loop that may alias does
    not prevent this, since the store of another iteration would be a race.
    Barriers, atomics and the order within a thread do count (see
    InvariantReads.h).

    Nothing is executed that the program would not execute: code under a
    condition is hoisted under the condition of the first iteration. If the
    condition may hold only in other iterations, the code is hoisted only if it
    is expensive, and a copy stays in the loop for that case.

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
  let summary = "unroll loops over the levels of a tree";
  let description = [{
    `for (d = n / 2; d > 0; d /= 2) { __syncthreads(); if (t < d) … a[s * t] …
    }` accesses other threads' elements at every level, so fission splits it
    into loops over threads whose stride is not a constant. If there are few
    levels, their number is known, and a thread index is multiplied by a value
    that changes with the level, this pass unrolls the loop, so that strides and
    bounds are constants.

    ```mlir
    scf.while (%s = %c1) { scf.condition(%s < 4) } do { A(%s); yield %s * 2 }
    // becomes
    A(1); A(2)
    ```
  }];
}

def LocalAtomics : Pass<"local-atomics", "::mlir::ModuleOp"> {
  let summary = "relax atomics on shared memory to single-thread scope";
  let description = [{
    All threads of a block run on one thread of the machine, so no other thread
    can access its shared memory during an update. This pass gives such atomics
    the single-thread scope. After vectorisation they become loads and stores.
  }];
}

def EliminateBarriers : Pass<"eliminate-barriers", "::mlir::ModuleOp"> {
  let summary = "remove barriers that order no conflicting accesses";
  let description = [{
    A barrier orders what one thread does before it and another thread does
    after it. If no two different threads access the same address, one before
    and one after the barrier and one of them writing, this pass removes the
    barrier, so that the loop over threads need not be split there. Integer
    arithmetic on the addresses, as functions of the thread indices, decides
    whether they can be equal.

    ```mlir
    memref.store %v, %shared[%t] : memref<256xf32>
    par.barrier(%t)               // goes: each thread reads what it wrote
    %w = memref.load %shared[%t] : memref<256xf32>
    ```
  }];
}

def ForwardMemory : Pass<"forward-memory", "::mlir::ModuleOp"> {
  let summary = "forward stored and loaded values to later loads of the same thread";
  let description = [{
    Forwards values also across barriers, as long as no thread can have written
    to the address in between. It also removes stores that are overwritten
    before any thread can have read them, and shared memory that is never read.

    ```mlir
    memref.store %v, %shared[%t] : memref<256xf32>
    par.barrier(%t)
    %w = memref.load %shared[%t] : memref<256xf32>   // is %v
    ```
  }];
}

def IsolateShared : Pass<"isolate-shared", "::mlir::ModuleOp"> {
  let summary = "separate block-strided loops whose iterations are independent";
  let description = [{
    In `for (i = threadIdx.x; i < n; i += blockDim.x)` the threads of a block
    together execute each of `n` iterations once. If no two iterations access
    the same address (one of them writing), including two of the same thread,
    the iterations can run in any order. This pass marks the loop and inserts
    barriers before and after it, which have no effect, so that fission makes it
    a thread loop of its own for `merge-shared`. If the loop carries values, the
    part that does not depend on them moves to a loop before it, if that part
    contains loops, and values that both parts need are stored in between.

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
  let summary = "replace divisions by uniform divisors by multiplications";
  let description = [{
    `x = i % width; y = i / width` with a run-time width takes a division per
    thread, for which there is no vector instruction. This pass computes the
    inverse of a uniform divisor once, before the grid or the block. Each thread
    multiplies by the inverse and takes the high bits. Operands that are known
    not to be negative need a multiplication and a shift, others a few more
    operations.

    A remainder is computed from the quotient, so that `y * width + x`
    simplifies to `i`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect"];
}

def StridedLoops : Pass<"strided-loops", "::mlir::ModuleOp"> {
  let summary = "give block-strided and grid-strided loops a uniform trip count";
  let description = [{
    In `for (i = threadIdx.x; i < n; i += blockDim.x)`, and the same for a grid,
    later threads have as many iterations as the others or one less. This pass
    splits the loop: the iterations that the last thread also has become a loop
    with a uniform trip count, which can be interchanged with the loop over
    threads. The remaining iteration runs after it.

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
  let summary = "fuse neighbouring blocks that load the same tiles";
  let description = [{
    In a matrix product, all blocks of a column load the same tiles of the
    second matrix, whose rows are far apart in memory, and each block waits for
    memory again. If blocks along y, or else along x, load the same data in a
    loop over tiles, this pass fuses four of them. The threads of each become
    one layer along the unused dimension z, and each has its own copy of the
    shared arrays. An array that all of them fill with the same data exists once
    and is filled by the first, if there are barriers between all its stores and
    loads. The rest of the grid, and small grids, run unfused.

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
  let summary = "adapt the size of independent blocks to the number of cores";
  let description = [{
    The rows of a block of 16 x 16 threads are one vector each, and the bounds
    check of a block costs as much as its work. If blocks share no memory and
    have no barriers, a block is only a set of threads. If all values computed
    from the block and thread index along x depend only on the global index,
    several blocks of a row run as one. Their number is chosen at run time, so
    that there are enough for all cores. Blocks with long rows are first split
    into parts of 16 threads: three blocks of 1024 threads are then work for
    more than three cores. Out-of-range threads (`if (i < n)`) are excluded from
    the iteration count. Threads that contain loops have enough work and do not
    change. (See `cut-blocks` for grids with few blocks.)

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

    With rows of 256 threads, `%bx * %f` parts of 16 are `%bx * %f / 16` blocks;
    the remainder gives the first thread of the loop.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect"];
}

def SplitBlocks : Pass<"split-blocks", "::mlir::ModuleOp"> {
  let summary = "make each row of threads a block";
  let description = [{
    A block of 64 x 4 threads that iterates over the layers of a volume reads a
    few cache lines of each row, on different pages, and then goes on to the
    next layer. Hardware prefetchers work best along a row. If blocks share no
    memory and threads do not synchronise, threads can be grouped in any way:
    each row becomes a block, followed by the next block's part of the same row.

    This is done if threads contain loops whose iterations are on different
    pages. If rows of threads load the same elements, they stay together.

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
  let summary = "split blocks where a grid has fewer blocks than the cores need";
  let description = [{
    A launch of one block of 1024 threads would run on one core. If blocks share
    no memory, threads do not synchronise, and threads contain loops, this pass
    copies the loops, with each 64 threads of a block as an iteration of the
    grid loop: part of a row, or whole rows if there are several. The copy runs
    if the grid has too few blocks for the available cores. The original loops
    serve all other grids.

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

    Blocks with a loop outside the thread loop do not change. Neither do threads
    that call functions with side effects or execute atomics in their loops:
    cores that contend for a cache line are slower than one core.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::scf::SCFDialect"];
}

def SplitEdges : Pass<"split-edges", "::mlir::ModuleOp"> {
  let summary = "version thread loops for blocks that do not touch the edges of the grid";
  let description = [{
    In a stencil every thread checks whether it is at an edge of the image: `x
    >= 0`, `x < width`, `x == 0`, `max(x - 1, 0)`. Few blocks touch an edge. In
    loops with a known block size, this pass evaluates conditions on sums of
    thread indices and uniform values for all threads at once, with the range of
    the sums, which is computed once per block. If all conditions have the value
    that they have in the interior of a large grid, the block runs a copy of the
    thread loop in which they are constants. In the interior a guard holds, an
    index is above a constant and below a non-constant bound, and no two
    addresses are equal; selections that are uniform in a block, such as `first
    < 0 ? -first : 0`, follow the same rules. The other blocks run the original
    loop, marked `par.edge`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def HoistLoads : Pass<"hoist-loads", "::mlir::ModuleOp"> {
  let summary = "hoist loads out of a thread's serial loops";
  let description = [{
    LLVM hoists such loads out of the loop of a single thread. But where
    `form-lanes` makes many threads run the loop together, the load is in an
    inner loop over threads and no longer invariant there.

    ```mlir
    scf.for %j = %c0 to %c100 { %x = memref.load %a[%t]; … }
    // becomes
    %x = memref.load %a[%t]
    scf.for %j = %c0 to %c100 { … }
    ```

    The loop must run at least once, contain no barrier and no atomic or
    volatile access, and not write to memory that may alias.
  }];
  let options = [
    Option<"keepsPromises", "keeps-promises", "bool", /*default=*/"false",
           "leave what may overflow where it is, before threads become lanes">];
}

def SplitInductions : Pass<"split-inductions", "::mlir::ModuleOp"> {
  let summary = "split loop-carried indices into a per-thread start and a uniform offset";
  let description = [{
    An index that starts at a different value in each thread and advances by the
    same amount in all threads would need a buffer element per thread when the
    loop is split, and nothing would be known about its value. The accumulated
    offset is uniform.

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
