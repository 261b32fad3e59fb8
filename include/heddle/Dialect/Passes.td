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
    - `par`: launches are formed. A `par.for` over the grid is directly around one
      over threads, both with three dimensions. Everything that synchronises names
      the scope of one of them, and a barrier's effects are those of the code
      around it.
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

def InferBarrierEffects : Pass<"infer-barrier-effects"> {
  let summary = "compute the memory effects of barriers";
  let description = [{
    Writes at each `par.barrier` of a `par.for` what the code before and after it
    does to memory that other iterations can access, so that passes may move code
    across it where that is right. A barrier without has all effects.

    ```mlir
    %x = memref.load %in[%t] : memref<?xf32>
    memref.store %x, %tile[%t] : memref<64xf32, #par.space<block>>
    par.barrier %s                        // before
    par.barrier %s orders read_write      // after
    ```
  }];
}

def StripAttributes : Pass<"strip-attributes"> {
  let summary = "remove discardable attributes";
  let description = [{
    For tests: a program at the stage `par` is right without them. Functions and
    variables keep those that are not hints, such as `heddle.fibers`.

    ```mlir
    %x = memref.load %a[%i] {par.alignment = 4 : i64} : memref<?xf32>  // before
    %x = memref.load %a[%i] : memref<?xf32>                            // after
    ```
  }];
}

#endif // HEDDLE_DIALECT_PASSES
