//===- Passes.td - From LLVM IR to the parallel IR ---------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RAISE_PASSES
#define HEDDLE_RAISE_PASSES

include "mlir/Pass/PassBase.td"

def RaiseControlFlow : Pass<"raise-control-flow", "::mlir::ModuleOp"> {
  let summary = "branches of kernels become structured control flow";
  let description = [{
    The basic blocks of each kernel (an `llvm.func` marked `heddle.kernel`) are
    turned into one block of `scf.while`, `scf.if` and `scf.index_switch`, by
    MLIR's general algorithm, which takes any control flow. Kernels marked
    `heddle.fibers` are left as they are.

    ```mlir
    llvm.cond_br %c, ^a, ^b      // before
    scf.if %c { … } else { … }   // after
    ```
  }];
  let dependentDialects = ["::mlir::cf::ControlFlowDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::ub::UBDialect"];
}

def RaiseArith : Pass<"raise-arith", "::mlir::ModuleOp"> {
  let summary = "LLVM arithmetic in kernels becomes arith and math";
  let description = [{
    Integer and floating-point operations, comparisons, casts, constants and
    mathematical intrinsics become those of `arith`, `math` and `ub`, with
    their overflow and fast-math flags. What has no counterpart stays.

    ```mlir
    %1 = llvm.fadd %a, %b {fastmathFlags = #llvm.fastmath<contract>} : f32
    %1 = arith.addf %a, %b fastmath<contract> : f32
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::ub::UBDialect"];
}

def RaiseBuiltins : Pass<"raise-builtins", "::mlir::ModuleOp"> {
  let summary = "CUDA's built-in variables and barriers become gpu operations";
  let description = [{
    Calls by which cuda_runtime.h spells `threadIdx`, `blockIdx`, `blockDim`,
    `gridDim` and `__syncthreads()` become `gpu.thread_id`, `gpu.block_id`,
    `gpu.block_dim`, `gpu.grid_dim` and `gpu.barrier`. Operations of a warp,
    waiting threads and named barriers become operations of `par`.
  }];
  let dependentDialects = ["::mlir::gpu::GPUDialect",
                           "::mlir::arith::ArithDialect",
                           "::heddle::par::ParDialect"];
}

def RaiseLoops : Pass<"raise-loops", "::mlir::ModuleOp"> {
  let summary = "counted while loops become for loops";
  let description = [{
    An `scf.while` that compares a counter with a bound and adds a constant to
    it becomes an `scf.for`, if the sum does not wrap. Loops with `i <= n` end
    before `n + 1`: that wraps only if the counter does, unless a call ends the
    loop before. Loops that count down, `i > n`, count their turns.
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect",
                           "::mlir::arith::ArithDialect"];
}

def RaiseMemory : Pass<"raise-memory", "::mlir::ModuleOp"> {
  let summary = "pointer accesses become memref accesses";
  let description = [{
    A load or store whose address is a pointer plus an index times the size of
    what is accessed becomes an access of a `par.view` of that pointer. A
    `__shared__` array keeps its shape. A member of a struct is an element of an
    array of such members, if the struct's size is a multiple of its size.
    Volatile and atomic accesses, and those whose address is of another form,
    stay as they are.

    ```mlir
    %p = llvm.getelementptr inbounds %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %x = llvm.load %p : !llvm.ptr -> f32
    // becomes
    %v = par.view %a : !llvm.ptr -> memref<?xf32>
    %x = memref.load %v[%i] : memref<?xf32>
    ```
  }];
  let dependentDialects = ["::heddle::par::ParDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::arith::ArithDialect"];
}

def FormLaunch : Pass<"form-launch", "::mlir::ModuleOp"> {
  let summary = "a kernel becomes the parallel nest that a launch of it is";
  let description = [{
    Each raised kernel `@k` becomes a function `@k.grid` that takes the launch
    configuration and the kernel's arguments and holds a parallel loop over the
    grid, the block's shared memory, and in it a parallel loop over the block's
    threads. Index queries become induction variables, `gpu.barrier` becomes
    `par.barrier` on the thread loop.
  }];
  let dependentDialects = ["::heddle::par::ParDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::arith::ArithDialect"];
}

#endif // HEDDLE_RAISE_PASSES
