//===- SpecializeArguments.cpp - Nests for arguments known in advance -----===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DecidingNumbers.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Raise/Kernels.h"
#include "heddle/Support/Rewriting.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"

namespace heddle {
#define GEN_PASS_DEF_SPECIALIZEARGUMENTS
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {

/// How many copies a kernel gets, and of how many operations in all. A nest
/// costs as much time to compile as it is long.
constexpr unsigned mostCopies = 4, mostCopied = 800;
/// Launches beyond these are not looked at.
constexpr unsigned mostLaunches = 16;

/// What the launches say of one function.
struct Launches {
  explicit Launches(LLVM::LLVMFuncOp function) : function(function) {
    if (auto list = function->getAttrOfType<ArrayAttr>(launchesAttr))
      for (Attribute launch : list)
        all.push_back(cast<ArrayAttr>(launch));
    areKnown = function->hasAttr(knownArgumentsAttr);
  }

  /// What is passed by those launches that a nest may be for.
  SmallVector<Numbers> getFor(StringRef shape) {
    SmallVector<Numbers> found;
    for (ArrayAttr launch : all)
      if (auto size = dyn_cast<DenseI64ArrayAttr>(launch[0]);
          !size || par::nameShape(size.asArrayRef()) == shape)
        found.push_back(getNumbers(launch));
    return found;
  }

  LLVM::LLVMFuncOp function;
  SmallVector<ArrayAttr> all;
  bool areKnown;

private:
  Numbers getNumbers(ArrayAttr launch) {
    // The launch's configuration comes before the parameters, as the shape
    // does here.
    Numbers numbers(function.getNumArguments());
    for (unsigned i = 1; i < std::min<unsigned>(numbers.size(), launch.size());
         ++i) {
      auto number = dyn_cast<IntegerAttr>(launch[i]);
      auto type = dyn_cast<IntegerType>(function.getArgument(i).getType());
      if (number && type && type.getWidth() <= 64 &&
          !function.getArgument(i).use_empty())
        numbers[i] =
            IntegerAttr::get(type, number.getValue().trunc(type.getWidth()));
    }
    return numbers;
  }
};

/// A nest for one block size, which stands under a check. Passes that follow
/// add to the condition of the `scf.if` that a nest stands in, so each has one
/// of its own, and all others are in its `else`.
class Nest {
public:
  Nest(scf::ParallelOp grid, LLVM::LLVMFuncOp function)
      : grid(grid), check(cast<scf::IfOp>(grid->getParentOp())), front(check),
        function(function) {}

  /// From here on the nest is for these numbers.
  void fix(const Numbers &numbers) {
    OpBuilder builder(check);
    IRMapping mapping;
    check.getConditionMutable().assign(require(builder, numbers, mapping));
    for (auto [from, to] : mapping.getValueMap())
      const_cast<Value &>(from).replaceUsesWithIf(to, [&](OpOperand &use) {
        return grid->isProperAncestor(use.getOwner());
      });
  }

  /// Puts a copy for these numbers in front of it and of the copies before.
  void copy(const Numbers &numbers) {
    OpBuilder builder(front);
    IRMapping mapping;
    Value matches = require(builder, numbers, mapping);
    auto branch = scf::IfOp::create(builder, front.getLoc(), matches,
                                    /*withElse=*/true);
    builder.setInsertionPointToStart(branch.thenBlock());
    builder.clone(*grid, mapping);
    front->moveBefore(branch.elseBlock()->getTerminator());
    front = branch;
  }

  scf::ParallelOp grid;

private:
  /// The nest's condition, and that these are the numbers.
  Value require(OpBuilder &builder, const Numbers &numbers,
                IRMapping &mapping) {
    Value matches = check.getCondition();
    Location loc = check.getLoc();
    for (auto [i, number] : llvm::enumerate(numbers)) {
      if (!number)
        continue;
      Value argument = function.getArgument(i);
      Value constant = arith::ConstantOp::create(builder, loc, number);
      Value equal = arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::eq, argument, constant);
      matches = arith::AndIOp::create(builder, loc, matches, equal);
      mapping.map(argument, constant);
    }
    return matches;
  }

  scf::IfOp check, front; ///< Its own, and the first of those that follow.
  LLVM::LLVMFuncOp function;
};

/// Makes the nests of one kernel.
class Specializer {
public:
  explicit Specializer(LLVM::LLVMFuncOp function) : launches(function) {}

  void run(scf::ParallelOp grid) {
    SmallVector<Numbers> passed = launches.getFor(
        grid->getAttrOfType<StringAttr>(par::shapeAttr).getValue());
    if (passed.empty())
      return;
    Nest nest(grid, launches.function);
    if (launches.areKnown)
      fixCommon(nest, passed);
    unsigned length = countOperations(grid);
    unsigned most = std::min(copiesLeft, operationsLeft / length);
    if (llvm::none_of(passed, isAnyNumber) || most == 0)
      return;

    bool areAll = launches.areKnown && passed.size() <= mostLaunches;
    if (passed.size() > mostLaunches)
      passed.truncate(mostLaunches);
    SmallVector<Numbers> kinds;
    DecidingNumbers deciding(grid, launches.function);
    for (const Numbers &numbers : passed) {
      Numbers kind = deciding.find(numbers);
      if (!isAnyNumber(kind))
        areAll = false;
      else if (!llvm::is_contained(kinds, kind))
        kinds.push_back(kind);
    }
    // If each launch has a copy, none needs the nest itself.
    if (kinds.size() > most + areAll) {
      kinds.truncate(most);
      areAll = false;
    }
    copiesLeft -= kinds.size() - areAll;
    operationsLeft -= length * (kinds.size() - areAll);
    // A copy comes before those made so far: the one that asks for most is made
    // last, and of several the most frequent one.
    SmallVector<std::pair<unsigned, unsigned>> order;
    for (unsigned i = kinds.size(); i-- > 0;)
      order.push_back({count(kinds[i]), order.size()});
    llvm::sort(order);
    auto getKind = [&](unsigned i) {
      return kinds[kinds.size() - 1 - order[i].second];
    };
    for (unsigned i = areAll; i < kinds.size(); ++i)
      nest.copy(getKind(i));
    if (areAll)
      nest.fix(getKind(0));
  }

private:
  static bool isNumber(IntegerAttr number) { return number != nullptr; }
  static bool isAnyNumber(const Numbers &numbers) {
    return llvm::any_of(numbers, isNumber);
  }
  static unsigned count(const Numbers &numbers) {
    return llvm::count_if(numbers, isNumber);
  }

  /// Numbers that all launches pass need no further nest.
  static void fixCommon(Nest &nest, SmallVectorImpl<Numbers> &passed) {
    Numbers common = passed.front();
    for (const Numbers &numbers : passed)
      for (auto [number, other] : llvm::zip(common, numbers))
        if (number != other)
          number = nullptr;
    nest.fix(common);
    for (Numbers &numbers : passed)
      for (auto [number, other] : llvm::zip(numbers, common))
        if (other)
          number = nullptr;
  }

  Launches launches;
  unsigned copiesLeft = mostCopies, operationsLeft = mostCopied;
};

struct SpecializeArguments
    : public heddle::impl::SpecializeArgumentsBase<SpecializeArguments> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<LLVM::LLVMFuncOp>()) {
      if (!function->hasAttr(launchesAttr))
        continue;
      Specializer specializer(function);
      for (scf::ParallelOp grid : par::getMarkedLoops(function, par::gridAttr))
        if (grid->hasAttr(par::shapeAttr) &&
            isa<scf::IfOp>(grid->getParentOp()))
          specializer.run(grid);
      function->removeAttr(launchesAttr);
      function->removeAttr(knownArgumentsAttr);
    }
  }
};

} // namespace
