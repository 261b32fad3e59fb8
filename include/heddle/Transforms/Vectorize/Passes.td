//===- Passes.td - Threads as lanes of vectors -------------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_VECTORIZE_PASSES
#define HEDDLE_TRANSFORMS_VECTORIZE_PASSES

include "mlir/Pass/PassBase.td"

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
                        "the number of lanes of a vector">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
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
