//===- Paths.cpp - Paths of threads that do not wait ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Paths.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace heddle;

/// How many operations a value is followed through. Operands are often shared,
/// so without a limit a chain of selects would take exponential time.
static constexpr unsigned deepestValue = 12;

std::optional<int64_t> Paths::Path::evaluate(Value value) const {
  return evaluate(value, deepestValue);
}

std::optional<int64_t> Paths::Path::evaluate(Value value,
                                             unsigned depth) const {
  if (auto it = constants.find(value); it != constants.end())
    return it->second;
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return *constant & (value.getType().isInteger(1) ? 1 : -1);
  Operation *op = value.getDefiningOp();
  if (!op || depth == 0)
    return std::nullopt;
  auto operand = [&](unsigned number) -> std::optional<int64_t> {
    std::optional<int64_t> known = evaluate(op->getOperand(number), depth - 1);
    return known && *known >= 0 ? known : std::nullopt;
  };
  if (isa<arith::SelectOp>(op)) {
    if (std::optional<int64_t> condition = operand(0))
      return operand(*condition ? 1 : 2);
    std::optional<int64_t> chosen = operand(1);
    return chosen && chosen == operand(2) ? chosen : std::nullopt;
  }
  if (!isa<arith::ExtUIOp, arith::IndexCastUIOp, arith::TruncIOp, arith::CmpIOp,
           arith::XOrIOp>(op))
    return std::nullopt;
  std::optional<int64_t> first = operand(0);
  if (!first)
    return std::nullopt;
  if (isa<arith::ExtUIOp, arith::IndexCastUIOp, arith::TruncIOp>(op)) {
    auto type = dyn_cast<IntegerType>(value.getType());
    return type && type.getWidth() < 63
               ? *first & ((int64_t(1) << type.getWidth()) - 1)
               : *first;
  }
  std::optional<int64_t> second = operand(1);
  if (!second)
    return std::nullopt;
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    return arith::applyCmpPredicate(compare.getPredicate(), APInt(64, *first),
                                    APInt(64, *second));
  return *first ^ *second;
}

void Paths::Path::bind(ValueRange results, ValueRange values) {
  for (auto [result, value] : llvm::zip(results, values))
    if (std::optional<int64_t> known = evaluate(value))
      constants[result] = *known;
    else
      constants.erase(result);
}

unsigned Paths::getSelected(Operation *branch, int64_t selector) {
  if (isa<scf::IfOp>(branch))
    return (selector & 1) ? 0 : 1;
  for (auto [i, value] :
       llvm::enumerate(cast<scf::IndexSwitchOp>(branch).getCases()))
    if (value == selector)
      return i + 1; // After the default.
  return 0;
}

void Paths::follow(Block &block, Operation *to,
                   llvm::function_ref<void(const Path &)> arrive) {
  Path path;
  path.hasBegun = !from;
  follow(block.begin(), to->getIterator(), std::move(path), arrive);
}

void Paths::follow(Block::iterator it, Block::iterator end, Path path,
                   llvm::function_ref<void(const Path &)> arrive) {
  for (; it != end; ++it) {
    Operation *op = &*it;
    if (op == from) {
      path.hasBegun = true;
      for (auto [result, value] : start)
        path.constants[result] = value;
      if (!isBranch(op))
        continue;
    }
    if (isBranch(op))
      return followBranch(it, end, path, arrive);
    if (path.hasBegun && isWait(op))
      return;
    if (path.hasBegun && !isMemoryEffectFree(op))
      path.operations.push_back(op);
    auto choice = dyn_cast<arith::SelectOp>(op);
    if (!choice || !left || !choice.getType().isIntOrIndex() ||
        path.evaluate(choice))
      continue;
    --left;
    for (Value value : {choice.getTrueValue(), choice.getFalseValue()}) {
      Path next = path;
      next.bind(choice.getResult(), value);
      follow(std::next(it), end, std::move(next), arrive);
    }
    return;
  }
  arrive(path);
}

void Paths::followBranch(Block::iterator it, Block::iterator end,
                         const Path &path,
                         llvm::function_ref<void(const Path &)> arrive) {
  Operation &branch = *it;
  std::optional<int64_t> selector = path.evaluate(branch.getOperand(0));
  for (Region &region : branch.getRegions()) {
    if (selector && getSelected(&branch, *selector) != region.getRegionNumber())
      continue;
    // All threads take the way to `from`.
    if (from && branch.isProperAncestor(from) &&
        !region.isAncestor(from->getParentRegion()))
      continue;
    if (left == 0)
      return;
    --left;
    if (region.empty()) {
      follow(std::next(it), end, path, arrive);
      continue;
    }
    Operation *yield = region.front().getTerminator();
    follow(region.front().begin(), yield->getIterator(), path,
           [&](const Path &inner) {
             Path next = inner;
             next.bind(branch.getResults(), yield->getOperands());
             follow(std::next(it), end, std::move(next), arrive);
           });
  }
}
