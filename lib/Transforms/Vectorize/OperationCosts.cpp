//===- OperationCosts.cpp - What operations cost on a processor -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Measured with benchmarks/vector-forms/run --costs, whose tables are beside
// it.
//
//===----------------------------------------------------------------------===//

#include "OperationCosts.h"

using namespace heddle;

// costs-cascadelake.tsv: gathers are slow because of the fix for Gather Data
// Sampling.
static constexpr OperationCosts intelWide = {0.6, 0.6, 1.1, 1.1, 1.1, 27,
                                             17,  10,  12,  6.3, 14,  1.8};
static constexpr OperationCosts intel = {0.6, 0.6, 1.1, 0.6, 1.1, 16,
                                         16,  5,   6,   6.3, 13,  1.9};
// costs-zen5.tsv
static constexpr OperationCosts amdWide = {0.6, 0.5, 1.0, 1.0, 1.0, 12.6,
                                           17,  2.5, 4.5, 6.0, 12,  1.3};
static constexpr OperationCosts amd = {0.5, 0.5, 0.6, 0.5, 0.6, 6.1,
                                       8,   2.5, 4.5, 6.0, 9.2, 0.8};
// A load or store is one of four instructions in a cycle.
static constexpr OperationCosts scalar = {0.3, 0.5, 1.0, 0.5, 1.0, 0.5,
                                          1.0, 3,   4,   6.3, 11,  0.5};

const OperationCosts &heddle::getVectorCosts(llvm::StringRef processor,
                                             bool isWide) {
  if (processor.starts_with("znver"))
    return isWide ? amdWide : amd;
  return isWide ? intelWide : intel;
}

const OperationCosts &heddle::getScalarCosts() { return scalar; }
