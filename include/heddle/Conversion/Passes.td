//===- Passes.td - Conversions between dialects ------------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CONVERSION_PASSES
#define HEDDLE_CONVERSION_PASSES

include "mlir/Pass/PassBase.td"

def ParToSCF : Pass<"par-to-scf"> {
  let summary = "convert parallel loops of par to those of the older passes";
  let description = [{
    Converts each `par.for` over a grid or block to an `scf.parallel` marked
    `par.grid` or `par.block`. Operations that name a scope name the induction
    variables instead, collectives of a warp become `par.warp`, atomics those of
    LLVM, and memrefs lose their memory space. Passes that have not moved to
    `par.for` work on this form; the conversion goes when the last one has.

    ```mlir
    par.for block %s (%t) in (%n) {       // before
      par.barrier %s
    }
    scf.parallel (%t) = (%c0) to (%n) step (%c1) {      // after
      par.barrier(%t)
      scf.reduce
    } {par.block}
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::scf::SCFDialect"];
}

def SCFToPar : Pass<"scf-to-par"> {
  let summary = "convert loops over grids and blocks to those of par";
  let description = [{
    Converts each `scf.parallel` marked `par.grid` or `par.block`, in a kernel
    whose threads do not synchronise, to a `par.for`: the way back from
    `par-to-scf`, after passes that have not moved to `par.for`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::heddle::par::ParDialect"];
}

#endif // HEDDLE_CONVERSION_PASSES
