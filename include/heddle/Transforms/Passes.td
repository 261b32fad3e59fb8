//===- Passes.td - On the parallel IR ----------------------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_PASSES
#define HEDDLE_TRANSFORMS_PASSES

include "AnalysisPasses.td"
include "OptimizingPasses.td"
include "FissionPasses.td"
include "ThreadLoopPasses.td"
include "PrefetchPasses.td"

#endif // HEDDLE_TRANSFORMS_PASSES
