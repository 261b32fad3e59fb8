//===- Passes.td - Threads as lanes of vectors -------------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_VECTORIZE_PASSES
#define HEDDLE_TRANSFORMS_VECTORIZE_PASSES

include "mlir/Pass/PassBase.td"

def HoistInvariants : Pass<"hoist-invariants"> {
  let summary = "move invariant code out of loops, but for what may be poison";
  let description = [{
    Loop-invariant code motion that leaves operations with promises (`nsw`,
    `inbounds`) in the loops of a thread: for a thread that does not enter the
    loop, they may not hold.

    ```mlir
    scf.while … {                                         // stays as it is
      %0 = arith.addi %t, %n overflow<nsw> : i32
      %1 = arith.extsi %0 : i32 to i64
    }
    ```
  }];
}

def VectorizeThreads : Pass<"vectorize-threads"> {
  let summary = "run neighbouring threads of a block as the lanes of a vector";
  let description = [{
    Replaces the loop over the threads of a block, which may not synchronise, by
    loops over rows of threads, and over the vectors of a row. Values that differ
    between lanes by constants stay scalar; others become vectors. Branches that
    lanes take differently run under masks; a loop goes on while any lane is
    active.

    ```mlir
    par.for block %s (%z, %y, %x) in (%nz, %ny, %nx) {    // before
      %a = memref.load %v[%x] : memref<?xf32>
      …
    }
    scf.for %x = %c0 to %nx step %c16 {                   // after, in loops over z and y
      %a = llvm.load %p : !llvm.ptr -> vector<16xf32>
      …
    }
    ```
  }];
  let options = [Option<"lanes", "lanes", "int64_t", /*default=*/"16",
                        "the number of lanes of a vector">,
                 Option<"checksShapes", "check-shapes", "bool",
                        /*default=*/"false",
                        "end the program where lanes have other values than "
                        "the shape analysis says">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def NarrowLanes : Pass<"narrow-lanes"> {
  let summary = "compute with lanes of 16 bits where the numbers are small";
  let description = [{
    `(a[i] + 2 * b[i] + 8) >> 4` with bytes `a` and `b` is arithmetic with ints,
    whose results are at most 4088. Vectors of 16 bits do it for twice as many
    lanes at once. Works on vectors of 32-bit numbers only.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def InterchangeThreads : Pass<"interchange-threads"> {
  let summary = "let all threads of a block do an iteration of their loop before the next one";
  let description = [{
    In `for (i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)` the
    threads of a block are at neighbouring elements in each iteration. This pass
    puts the loop outside of the loop over threads, so that memory is read and
    written in order, and all threads but the last ones are active. The threads
    may not synchronise or carry values, no thread may start before the first
    one of the block, and end and step are the same for all.

    ```mlir
    par.for block %s (%t) in (%n) race_free {              // before
      %low = arith.addi %base, %t overflow<nsw> : index
      scf.for %i = %low to %end step %stride { … }
    }
    scf.for %j = %base to %end step %stride {              // after
      %distance = arith.subi %j, %base : index
      par.for block %s (%t) in (%n) race_free {
        // … if %low + %distance, without wrapping, is less than %end
      }
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def UnmaskPatterns : Pass<"unmask-patterns"> {
  let summary = "convert conditional stores to places of a known pattern to unconditional ones";
  let description = [{
    In a sorting network, threads load two elements of shared memory and may
    exchange them. If the places of all threads of a block are known, and no
    other thread stores to what a thread has loaded, it can store the loaded
    value if the condition does not hold. Vectors are then stored unmasked.

    ```mlir
    %a = memref.load %m[%p]
    scf.if %c { memref.store %x, %m[%p] }
    // becomes
    %v = arith.select %c, %x, %a
    memref.store %v, %m[%p]
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def PrintMapping : Pass<"print-mapping"> {
  let summary = "print what --report=vectorize says of the mapping of threads";
  let description = [{
    Prints, for each kernel, whether threads are lanes or iterations of loops, what
    both cost, and the operations that are slow as lanes. Parameters are called
    `p0`, `p1` and so on.
  }];
  let options = [Option<"lanes", "lanes", "int64_t", /*default=*/"16",
                        "the number of lanes of a vector">];
}

#endif // HEDDLE_TRANSFORMS_VECTORIZE_PASSES
