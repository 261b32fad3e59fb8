//===- Passes.td - From the parallel IR to the CPU ---------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TARGET_PASSES
#define HEDDLE_TARGET_PASSES

include "mlir/Pass/PassBase.td"

def LowerFibers : Pass<"lower-fibers", "::mlir::ModuleOp"> {
  let summary = "run the threads of a kernel on fibers";
  let description = [{
    Lowers kernels marked `heddle.fibers`, whose code is still what Clang
    emitted. A function `@k.grid` packs the arguments and asks the runtime to
    call `@k.thread` once per thread, each on its own stack. Index queries read
    the thread's own record, `__syncthreads()` switches to the next fiber, and a
    `__shared__` variable is an offset into the block's memory.

    Device functions that were not inlined and use the thread's context are
    lowered too. Only kernels on fibers call them.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def JoinShuffles : Pass<"join-shuffles", "::mlir::ModuleOp"> {
  let summary = "let shuffles on fibers that do not need each other meet once";
  let description = [{
    On fibers, each shuffle of a warp switches between all of its threads.
    Shuffles with the same mask, none of which needs the result of another and
    between which nothing accesses memory, become one call of the runtime that
    switches once. A product of matrices (`mma.sync`) has 12 to 32 of them.

    ```mlir
    %x = llvm.call @__heddle_warp_shuffle32(%mask, %a, %i) : (i32, i32, i32) -> i32
    %y = llvm.call @__heddle_warp_shuffle32(%mask, %b, %j) : (i32, i32, i32) -> i32
    ```

    becomes (in short)

    ```mlir
    store %a, %i, %b and %j to %memory
    llvm.call @__heddle_warp_shuffles(%mask, %memory, 2)
    load %x and %y from %memory
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def OutlineGrid : Pass<"outline-grid", "::mlir::ModuleOp"> {
  let summary = "outline the body of the grid loop to a function that the runtime calls";
  let description = [{
    Outlines the body of each loop marked `par.grid` to `@k.blocks`, which runs
    a range of blocks. Values that the body uses from outside are passed in a
    struct. The loop itself becomes a call to the runtime, which distributes
    ranges of blocks over threads. Shared memory and buffers are allocated once
    at the start of the function; the blocks of a range reuse them.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::arith::ArithDialect"];
}

def LowerMemory : Pass<"lower-memory", "::mlir::ModuleOp"> {
  let summary = "convert memref accesses to pointer accesses";
  let description = [{
    Converts every access to a base pointer and one linear index, with the
    alignment and alias information of the raised access. Memory of known size
    is on the stack. Memory whose size depends on the launch comes from the
    worker's scratch arena. There are no memref descriptors.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::arith::ArithDialect"];
}

def KeepUnevenLoops : Pass<"keep-uneven-loops", "::mlir::ModuleOp"> {
  let summary = "do not unroll a thread's loops whose trip counts are loaded";
  let description = [{
    A loop with a trip count from memory has a different, often small, trip count
    in each thread. Unrolled, it would become two loops, each with a mispredicted
    exit. So LLVM is told not to unroll it at run time.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def ThreadLoops : Pass<"thread-loops", "::mlir::ModuleOp"> {
  let summary = "convert loops over threads to serial loops that LLVM may treat as parallel";
  let description = [{
    Converts a loop marked `par.block`, which contains no barriers at this
    point, to a nest of `scf.for`, x innermost. Accesses to memory that threads
    share are put into an access group that the loops declare parallel, so that
    LLVM's vectoriser needs no dependence checks: between two barriers, threads
    may run in any order.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::arith::ArithDialect"];
}

def HoistRowLoads : Pass<"hoist-row-loads", "::mlir::ModuleOp"> {
  let summary = "hoist loads with the same address in all iterations out of a thread loop";
  let description = [{
    Hoists a load with the same address in all iterations out of a loop over
    threads. A typical load depends on `threadIdx.y` and is in the loop over x.
    LLVM would have to prove that no store of the loop writes to the address.
    Here a store of another thread would be a race, so only the operations
    before the load in its own iteration matter: the load stays if there is a
    store, an atomic or an unknown call among them. It also stays if the loop
    stores to a uniform address in the same array.

    ```mlir
    scf.for %x = %c0 to %n step %c1 {
      %f = llvm.load %p {access_groups = [#group]} : !llvm.ptr -> f32
      …
    } {llvm.loop_annotation = #parallel}
    // becomes
    %any = arith.cmpi slt, %c0, %n : index
    %f = scf.if %any { llvm.load %p } else { poison }
    scf.for %x = %c0 to %n step %c1 { … } {llvm.loop_annotation = #parallel}
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::arith::ArithDialect"];
}

def AlignRows : Pass<"align-rows", "::mlir::ModuleOp"> {
  let summary = "peel thread loops so that their stores start on a cache line";
  let description = [{
    A vector that crosses a cache line takes two accesses. If rows of threads
    with little work are long and store to consecutive addresses, the threads
    before the first aligned address run first, as one masked vector.

    ```mlir
    scf.for %y = … { scf.for %x = %c0 to %n step %c1 { llvm.store %v, %p[%i + %x] } }
    // becomes
    scf.for %y = … {
      %first = (-%p[%i] & 63) / 4
      scf.for %x = %c0 to %first step %c1 { llvm.store %v, %p[%i + %x] }
      scf.for %x = %first to %n step %c1 { llvm.store %v, %p[%i + %x] }
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::arith::ArithDialect"];
}

def LowerToLLVM : Pass<"lower-to-llvm", "::mlir::ModuleOp"> {
  let summary = "convert the remaining arith, math, cf and ub operations to LLVM";
  let description = [{
    Removes all attributes of the dialects `par` and `heddle` except those that
    linking with the host's code reads.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // HEDDLE_TARGET_PASSES
