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
  let summary = "runs the threads of a kernel on fibers";
  let description = [{
    For kernels marked `heddle.fibers`, whose code stays as Clang gave it: a
    function `@k.grid` packs the arguments and asks the runtime to call
    `@k.thread` once per thread, each on a stack of its own. Index queries read
    the thread's own record, `__syncthreads()` switches to the next fiber, and a
    `__shared__` variable is a place in the block's memory.

    Device functions that were not inlined and ask for the thread's context are
    served too: only kernels on fibers call them.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def OutlineGrid : Pass<"outline-grid", "::mlir::ModuleOp"> {
  let summary = "the loop over the grid becomes a function the runtime calls";
  let description = [{
    The body of each loop marked `par.grid` becomes `@k.blocks`, which runs a
    range of blocks. What the body uses from outside is passed in a struct. The
    loop itself becomes a call of the runtime, which spreads ranges of blocks
    over OpenMP threads. Shared memory and buffers, which every block of a
    range can use again, are allocated once at the function's start.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::arith::ArithDialect"];
}

def LowerMemory : Pass<"lower-memory", "::mlir::ModuleOp"> {
  let summary = "memref accesses become pointer accesses again";
  let description = [{
    Every access is a base pointer and one linear index, with the alignment and
    alias information that the raised access had. Memory of known size is on
    the stack, memory whose size depends on the launch comes from the worker's
    scratch arena. There are no memref descriptors.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::arith::ArithDialect"];
}

def ThreadLoops : Pass<"thread-loops", "::mlir::ModuleOp"> {
  let summary = "loops over threads become serial loops marked parallel";
  let description = [{
    A loop marked `par.block`, by now without barriers, becomes a nest of
    `scf.for`, x innermost. Its accesses to memory that threads share are put
    into an access group that the loops name as parallel, so that LLVM's
    vectoriser needs no dependence checks: between two barriers threads run in
    any order.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::arith::ArithDialect"];
}

def HoistRowLoads : Pass<"hoist-row-loads", "::mlir::ModuleOp"> {
  let summary = "what the threads of a row load from one place is loaded once";
  let description = [{
    A load that all iterations of a loop over threads do from the same address
    leaves the loop: typically one that depends on `threadIdx.y` and stands in
    the loop over x. LLVM would have to know that no store of the loop goes
    there. Here another thread's store would be a race, so only what comes
    before the load in its own iteration counts: if there is a store, an atomic
    or a call of which nothing is known, it stays. So does a load from an array
    of which the loop stores to a place that is the same for all.

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
  let summary = "rows of threads begin where a vector of memory does";
  let description = [{
    A vector that lies in two lines of memory is two accesses. Where rows of
    threads that do little are long, and store to neighbouring places, the
    threads before the first place at the beginning of a line run first, as one
    vector of which some lanes are masked.

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
  let summary = "what is left of arith, math, cf and ub becomes LLVM";
  let description = [{
    After it, no operation has an attribute of the dialects `par` or `heddle`
    but those that linking with the host's code reads.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // HEDDLE_TARGET_PASSES
