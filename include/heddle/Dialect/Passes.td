//===- Passes.td - Verification of stages ------------------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DIALECT_PASSES
#define HEDDLE_DIALECT_PASSES

include "mlir/Pass/PassBase.td"

def VerifyStage : Pass<"verify-stage", "::mlir::ModuleOp"> {
  let summary = "verify what a stage guarantees to later ones";
  let description = [{
    Runs MLIR's verifier, then checks the guarantees of the passes up to here, on
    which later passes rely. It changes nothing, and fails with an error at the
    first operation that violates a guarantee. Each pipeline ends with it.

    - `raised`: a raised kernel is one block of structured control flow, and
      calls no function that uses thread indices or synchronises.
    - `par`: launches are formed. Loops over the grid and over threads have three
      dimensions, from 0 with step 1, one directly in the other; barriers name
      the loop over threads.
    - `optimized`: loops over threads are inside loops over the grid. Those in
      which threads synchronise are from 0 with step 1, and barriers name them.
    - `fission`: no loop over threads contains a barrier or a collective of the
      block.
    - `warps`: there are no warp operations.
    - `grid`: nothing synchronises.
    - `lowered`: all operations are LLVM's, and the only attributes of the
      dialects `par` and `heddle` are those that linking with the host's code
      reads.
  }];
  let options = [Option<"stage", "stage", "::heddle::VerifiedStage",
      "::heddle::VerifiedStage::Raised", "the stage that has ended", [{
        ::llvm::cl::values(
          clEnumValN(::heddle::VerifiedStage::Raised, "raised", ""),
          clEnumValN(::heddle::VerifiedStage::Par, "par", ""),
          clEnumValN(::heddle::VerifiedStage::Optimized, "optimized", ""),
          clEnumValN(::heddle::VerifiedStage::Fission, "fission", ""),
          clEnumValN(::heddle::VerifiedStage::Warps, "warps", ""),
          clEnumValN(::heddle::VerifiedStage::Grid, "grid", ""),
          clEnumValN(::heddle::VerifiedStage::Lowered, "lowered", ""))
      }]>];
}

#endif // HEDDLE_DIALECT_PASSES
