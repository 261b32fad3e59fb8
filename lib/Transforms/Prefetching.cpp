//===- Prefetching.cpp - Addresses of what comes next ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Prefetching.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace heddle;

std::pair<Value, int64_t> heddle::getRoot(Value index) {
  int64_t offset = 0;
  while (auto sum = index.getDefiningOp<arith::AddIOp>()) {
    std::optional<int64_t> constant = getConstantIntValue(sum.getRhs());
    if (!constant || std::abs(*constant) > 1 << 30)
      break;
    offset += *constant;
    index = sum.getLhs();
  }
  return {index, offset};
}
