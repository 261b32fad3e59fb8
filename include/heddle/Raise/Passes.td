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
  let summary = "convert branches in kernels to structured control flow";
  let description = [{
    Converts the basic blocks of each kernel (an `llvm.func` with the attribute
    `heddle.kernel`) to one block of `scf.while`, `scf.if` and
    `scf.index_switch`, with MLIR's general algorithm, which accepts any control
    flow. Kernels marked `heddle.fibers` do not change.

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
  let summary = "convert LLVM arithmetic in kernels to arith and math";
  let description = [{
    Converts integer and floating-point operations, comparisons, casts,
    constants and mathematical intrinsics to `arith`, `math` and `ub`, with
    their overflow and fast-math flags. Operations without a counterpart stay in
    the LLVM dialect.

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
  let summary = "convert CUDA's built-in variables and barriers to gpu operations";
  let description = [{
    Converts the calls that cuda_runtime.h uses for `threadIdx`, `blockIdx`,
    `blockDim`, `gridDim` and `__syncthreads()` to `gpu.thread_id`,
    `gpu.block_id`, `gpu.block_dim`, `gpu.grid_dim` and `gpu.barrier`. Warp
    operations, spinning threads and named barriers become operations of `par`.
  }];
  let dependentDialects = ["::mlir::gpu::GPUDialect",
                           "::mlir::arith::ArithDialect",
                           "::heddle::par::ParDialect"];
}

def RaiseLoops : Pass<"raise-loops", "::mlir::ModuleOp"> {
  let summary = "convert counted while loops to for loops";
  let description = [{
    Converts an `scf.while` that compares a counter with a bound and adds a
    constant to it to an `scf.for`, if the addition does not wrap. A loop with
    `i <= n` gets the bound `n + 1`; this wraps only if the counter wraps too,
    unless a call ends the loop earlier. A loop that counts down (`i > n`)
    counts its iterations up from 0.
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect",
                           "::mlir::arith::ArithDialect"];
}

def RaiseMemory : Pass<"raise-memory", "::mlir::ModuleOp"> {
  let summary = "convert pointer accesses to memref accesses";
  let description = [{
    Converts a load or store whose address is a pointer plus an index times the
    size of the accessed type to an access of a `par.view` of that pointer. A
    `__shared__` array keeps its shape. A member of a struct is accessed as an
    element of an array of such members, if the size of the struct is a multiple
    of the size of the member. Volatile and atomic accesses, and accesses whose
    address has another form, do not change.

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
  let summary = "convert a kernel to a parallel loop over blocks around one over threads";
  let description = [{
    Converts each raised kernel `@k` to a function `@k.grid` that takes the
    launch configuration and the kernel's arguments. It contains a parallel loop
    over the blocks of the grid, and in it the block's shared memory and a
    parallel loop over the threads of a block. Index queries become induction
    variables. `gpu.barrier` becomes a `par.barrier` of the scope of the thread
    loop, `par.grid_sync` one of the grid loop, and `par.warp` the operation of
    its kind. Views of shared memory and of local variables get their memory
    space.

    ```mlir
    llvm.func @k(%a: !llvm.ptr) attributes {heddle.kernel} {     // before
      %t = gpu.thread_id x
      gpu.barrier
      llvm.return
    }
    llvm.func @k.grid(%config: !llvm.ptr, %a: !llvm.ptr) {       // after
      par.for grid %g (%bz, %by, %bx) in (%gridZ, %gridY, %gridX) race_free {
        par.for block %s (%z, %y, %x) in (%sizeZ, %sizeY, %sizeX) race_free {
          par.barrier %s                                         // %t is %x
        }
      }
      llvm.return
    }
    ```
  }];
  let dependentDialects = ["::heddle::par::ParDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::arith::ArithDialect"];
}

def RaiseAtomics : Pass<"raise-atomics"> {
  let summary = "convert LLVM's atomic updates in parallel loops to par";
  let description = [{
    Converts `llvm.atomicrmw` and `llvm.cmpxchg` in a `par.for` to
    `par.atomic_rmw` and `par.atomic_compare_exchange` that all threads of the
    device may observe. Volatile ones, those with a sync scope, and those of a
    kind that `par` does not have stay in the LLVM dialect. So does a `cmpxchg`
    whose result is used as a whole.

    ```mlir
    %r = llvm.cmpxchg %p, %a, %b monotonic monotonic : !llvm.ptr, i32  // before
    %old = llvm.extractvalue %r[0] : !llvm.struct<(i32, i1)>
    %old, %done = par.atomic_compare_exchange relaxed relaxed device   // after
        %p, %a, %b : !llvm.ptr, i32
    ```
  }];
  let dependentDialects = ["::heddle::par::ParDialect"];
}

#endif // HEDDLE_RAISE_PASSES
