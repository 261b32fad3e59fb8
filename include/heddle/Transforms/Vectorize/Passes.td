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

#endif // HEDDLE_TRANSFORMS_VECTORIZE_PASSES
