//===- IndexRangesTest.cpp - Tests of the ranges of indices ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/IndexRanges.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

using namespace mlir;
using Bounds = std::optional<std::pair<int64_t, int64_t>>;

/// Of the variable of the only loop in a function.
template <typename Loop> static Bounds findLoopRange(const char *text) {
  MLIRContext context;
  context
      .loadDialect<arith::ArithDialect, func::FuncDialect, scf::SCFDialect>();
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  Bounds range;
  module->walk([&](Loop loop) {
    range = heddle::findRange(loop.getBody()->getArgument(0));
  });
  return range;
}

TEST(IndexRanges, ParallelLoopsMayStartBelowZero) {
  EXPECT_EQ(findLoopRange<scf::ParallelOp>(R"(
    func.func @f() {
      %low = arith.constant -5 : index
      %end = arith.constant 64 : index
      %one = arith.constant 1 : index
      scf.parallel (%i) = (%low) to (%end) step (%one) {
        scf.reduce
      }
      return
    })"),
            Bounds({-5, 63}));
}

TEST(IndexRanges, CountedLoops) {
  EXPECT_EQ(findLoopRange<scf::ForOp>(R"(
    func.func @f() {
      %low = arith.constant 3 : index
      %end = arith.constant 20 : index
      %one = arith.constant 1 : index
      scf.for %i = %low to %end step %one {
      }
      return
    })"),
            Bounds({3, 19}));
}
