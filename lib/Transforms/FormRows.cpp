//===- FormRows.cpp - Loops over places of a table, row by row ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatteredLoops.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Support/Rewriting.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

namespace heddle {
#define GEN_PASS_DEF_FORMROWS
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {

/// Rows shorter than that are no vectors, so they are of use only to loops
/// that have none anyway.
constexpr int64_t shortestRow = 8;
/// Loops with more operations than that are not written twice.
constexpr unsigned mostCopied = 200;

/// A quotient or a remainder by a constant.
struct Division {
  int64_t divisor;
  bool isQuotient;
};

std::optional<Division> matchDivision(Operation *op) {
  if (op->getNumOperands() != 2 || op->getNumResults() != 1 ||
      !op->getResult(0).getType().isIntOrIndex())
    return std::nullopt;
  std::optional<int64_t> by = getConstantIntValue(op->getOperand(1));
  if (!by || *by <= 0 || *by > (1 << 20))
    return std::nullopt;
  if (isa<arith::DivSIOp, arith::DivUIOp>(op))
    return Division{*by, true};
  if (isa<arith::RemSIOp, arith::RemUIOp>(op))
    return Division{*by, false};
  if (isa<arith::ShRSIOp, arith::ShRUIOp>(op) && *by <= 20)
    return Division{int64_t(1) << *by, true};
  if (isa<arith::AndIOp>(op) && llvm::isPowerOf2_64(*by + 1))
    return Division{*by + 1, false};
  return std::nullopt;
}

/// What is made an index again is one already.
void replaceByIndex(Operation *op, Value wide) {
  OpBuilder builder(op);
  Value narrow = op->getResult(0);
  for (Operation *user : llvm::make_early_inc_range(narrow.getUsers()))
    if (isa<arith::IndexCastOp, arith::IndexCastUIOp>(user) &&
        user->getResult(0).getType().isIndex()) {
      user->getResult(0).replaceAllUsesWith(wide);
      user->erase();
    }
  if (!narrow.getType().isIndex())
    wide = arith::IndexCastOp::create(builder, op->getLoc(), narrow.getType(),
                                      wide);
  narrow.replaceAllUsesWith(wide);
  op->erase();
}

/// A multiple of a loop's variable and a constant.
struct Multiple {
  int64_t factor, offset;
};

/// Divides multiples of a variable: by what they are multiples of, or the
/// variable itself by what is left of the divisor.
class Divider {
public:
  Divider(Value iv, int64_t size) : iv(iv), size(size) {}

  void run(Operation *root) {
    SmallVector<Operation *> divisions;
    root->walk([&](Operation *op) {
      if (matchDivision(op))
        divisions.push_back(op);
    });
    for (Operation *op : divisions)
      simplify(op);
  }

private:
  /// Whether nothing of it is lost in 32 bits, with or without a sign.
  bool isSmall(const Multiple &multiple) {
    return multiple.factor >= 0 && multiple.offset >= 0 &&
           multiple.factor * (size - 1) + multiple.offset <=
               std::numeric_limits<int32_t>::max();
  }

  /// What a value is. Values are used many times over in long computations
  /// (a hash), so each is looked at once.
  std::optional<Multiple> match(Value value) {
    auto known = matched.find(value);
    if (known != matched.end())
      return known->second;
    std::optional<Multiple> result = compute(value);
    matched.try_emplace(value, result);
    return result;
  }

  std::optional<Multiple> compute(Value value) {
    if (value == iv)
      return Multiple{1, 0};
    constexpr int64_t most = 1 << 24;
    if (std::optional<int64_t> constant = getConstantIntValue(value)) {
      if (std::abs(*constant) > most)
        return std::nullopt;
      return Multiple{0, *constant};
    }
    Operation *op = value.getDefiningOp();
    if (!op || (value.getType().isInteger() &&
                value.getType().getIntOrFloatBitWidth() < 32))
      return std::nullopt;
    if (isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
            arith::ExtUIOp>(op)) {
      std::optional<Multiple> inner = match(op->getOperand(0));
      return inner && isSmall(*inner) ? inner : std::nullopt;
    }
    if (!isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::ShLIOp>(op))
      return std::nullopt;
    std::optional<Multiple> a = match(op->getOperand(0));
    std::optional<Multiple> b = a ? match(op->getOperand(1)) : std::nullopt;
    if (!a || !b)
      return std::nullopt;
    if (isa<arith::MulIOp>(op) && a->factor == 0)
      std::swap(a, b);
    Multiple result;
    if (isa<arith::AddIOp>(op)) {
      result = {a->factor + b->factor, a->offset + b->offset};
    } else if (isa<arith::SubIOp>(op)) {
      result = {a->factor - b->factor, a->offset - b->offset};
    } else {
      if (b->factor != 0)
        return std::nullopt;
      int64_t by = b->offset;
      if (isa<arith::ShLIOp>(op)) {
        if (by < 0 || by > 20)
          return std::nullopt;
        by = int64_t(1) << by;
      }
      result = {a->factor * by, a->offset * by};
    }
    if (std::abs(result.factor) > most || std::abs(result.offset) > most)
      return std::nullopt;
    return result;
  }

  void simplify(Operation *op) {
    auto [divisor, isQuotient] = *matchDivision(op);
    std::optional<Multiple> dividend = match(op->getOperand(0));
    if (!dividend || !isSmall(*dividend) || dividend->factor == 0)
      return;
    auto [factor, offset] = *dividend;
    OpBuilder builder(op);
    Location loc = op->getLoc();
    auto flags =
        arith::IntegerOverflowFlags::nsw | arith::IntegerOverflowFlags::nuw;
    auto constant = [&](int64_t value) -> Value {
      return arith::ConstantIndexOp::create(builder, loc, value);
    };
    auto scale = [&](Value value, int64_t by, int64_t add) -> Value {
      if (by != 1)
        value = arith::MulIOp::create(builder, loc, value, constant(by), flags);
      if (add != 0)
        value =
            arith::AddIOp::create(builder, loc, value, constant(add), flags);
      return value;
    };
    // Whole divisors in the offset are there in the quotient.
    int64_t more = offset / divisor, rest = offset % divisor;
    Value result;
    if (factor % divisor == 0) {
      result = isQuotient ? scale(iv, factor / divisor, more) : constant(rest);
    } else if (divisor % factor == 0 && rest < factor &&
               (factor > 1 || more > 0)) {
      Value by = constant(divisor / factor);
      if (isQuotient)
        result = scale(arith::DivUIOp::create(builder, loc, iv, by), 1, more);
      else
        result =
            scale(arith::RemUIOp::create(builder, loc, iv, by), factor, rest);
    } else {
      return;
    }
    replaceByIndex(op, result);
    // What is computed from the quotient may be a multiple now, and values
    // are gone.
    matched.clear();
  }

  Value iv;
  int64_t size;
  DenseMap<Value, std::optional<Multiple>> matched;
};

class Rows {
public:
  explicit Rows(scf::ParallelOp threads)
      : threads(threads), last(threads.getNumLoops() - 1),
        iv(threads.getInductionVars()[last]),
        size(threads.getUpperBound()[last]) {}

  void run() {
    // (The lanes of a warp are few, and have buffers of one dimension.)
    if (!matchPattern(threads.getLowerBound()[last], m_Zero()) ||
        !matchPattern(threads.getStep()[last], m_One()) ||
        threads->hasAttr(par::capacityAttr))
      return;
    // Where the block's size is not known, neither is how long rows are in
    // comparison.
    std::optional<int64_t> known = getConstantIntValue(size);
    if (!known && !threads->hasAttr(par::mergedAttr))
      return;
    if (known)
      Divider(iv, *known).run(threads);
    int64_t width = choose();
    if (!width || (known && *known <= width))
      return;
    bool isWhole = known && *known % width == 0;
    if (!isWhole && countOperations(threads) > mostCopied)
      return;
    split(width, isWhole);
  }

private:
  /// The iteration's number, with bits enough for all of them.
  bool isNumber(Value value) {
    unsigned bits = 32;
    if (auto most = threads->getAttrOfType<IntegerAttr>(par::mergedAttr))
      if (most.getInt() > std::numeric_limits<int32_t>::max())
        bits = 64;
    while (value != iv) {
      Operation *op = value.getDefiningOp();
      if (!op ||
          !isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
               arith::ExtUIOp>(op) ||
          (!value.getType().isIndex() &&
           value.getType().getIntOrFloatBitWidth() < bits))
        return false;
      value = op->getOperand(0);
    }
    return true;
  }

  std::optional<Division> match(Operation *op) {
    std::optional<Division> division = matchDivision(op);
    return division && isNumber(op->getOperand(0)) ? division : std::nullopt;
  }

  /// How long rows are, by most of the divisions.
  int64_t choose() {
    llvm::MapVector<int64_t, unsigned> uses;
    threads.walk([&](Operation *op) {
      if (std::optional<Division> division = match(op))
        if (division->divisor > 1)
          ++uses[division->divisor];
    });
    int64_t best = 0, bestShort = 0;
    for (auto [divisor, count] : uses) {
      int64_t &found = divisor < shortestRow ? bestShort : best;
      if (!found || count > uses[found])
        found = divisor;
    }
    return best || !bestShort || !isWorthShort(bestShort) ? best : bestShort;
  }

  /// Whether short rows are of use: if their threads have nothing to gain from
  /// vectors, or if all that they touch is in rows as well. Then there are
  /// short vectors, or whole rows that are taken apart.
  bool isWorthShort(int64_t width) {
    std::optional<int64_t> known = getConstantIntValue(size);
    if (!known || *known % width != 0)
      return false;
    Strides columns(iv), rows(iv);
    rows.assume(iv, width);
    threads.walk([&](Operation *op) {
      std::optional<Division> division = match(op);
      if (!division || division->divisor != width)
        return;
      columns.assume(op->getResult(0), division->isQuotient ? 0 : 1);
      rows.assume(op->getResult(0), division->isQuotient ? 1 : 0);
    });
    return isScattered(threads, columns) || touchesRows(columns, rows, width);
  }

  /// Whether all accesses are in rows, and rows do not go on in the next.
  bool touchesRows(Strides &columns, Strides &rows, int64_t width) {
    bool areApart = false;
    WalkResult result = threads.walk([&](Operation *op) {
      if (op == threads || isa<scf::IfOp>(op) || isMemoryEffectFree(op))
        return WalkResult::advance();
      std::optional<Access> access = getPlainAccess(op);
      if (!access || op->getNumRegions())
        return WalkResult::interrupt();
      std::optional<int64_t> stride = columns.of(*access);
      if (!stride || std::abs(*stride) > access->size)
        return WalkResult::interrupt();
      areApart |= rows.of(*access) != *stride * width;
      return WalkResult::advance();
    });
    return areApart && !result.wasInterrupted();
  }

  void split(int64_t width, bool isWhole) {
    OpBuilder builder(threads);
    Location loc = threads.getLoc();
    Value columns = arith::ConstantIndexOp::create(builder, loc, width);
    Value rows = builder.createOrFold<arith::DivUIOp>(loc, size, columns);
    Value rest = isWhole
                     ? Value()
                     : builder.createOrFold<arith::RemUIOp>(loc, size, columns);
    create(builder, columns, rows, columns);
    if (rest)
      create(builder, columns, rows, rest, /*isLast=*/true);
    threads.erase();
  }

  /// The loop over all rows, or over the last one, which is a shorter one.
  void create(OpBuilder &builder, Value width, Value rows, Value columns,
              bool isLast = false) {
    OpBuilder::InsertionGuard guard(builder);
    Location loc = threads.getLoc();
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    SmallVector<Value> lowers(threads.getLowerBound()),
        uppers(threads.getUpperBound()), steps(threads.getStep());
    uppers[last] = columns;
    if (!isLast) {
      lowers.insert(lowers.begin() + last, zero);
      uppers.insert(uppers.begin() + last, rows);
      steps.insert(steps.begin() + last, one);
    }
    auto loop = scf::ParallelOp::create(builder, loc, lowers, uppers, steps);
    loop->setDiscardableAttrs(threads->getDiscardableAttrDictionary());
    loop->removeAttr(par::mergedAttr);
    if (!isLast)
      loop->setAttr(par::rowsAttr, builder.getUnitAttr());
    builder.setInsertionPointToStart(loop.getBody());
    SmallVector<Value> ivs(loop.getInductionVars());
    Value column = ivs.back(), row = isLast ? rows : ivs[last];
    auto flags =
        arith::IntegerOverflowFlags::nsw | arith::IntegerOverflowFlags::nuw;
    Value first = arith::MulIOp::create(builder, loc, row, width, flags);
    Value number = arith::AddIOp::create(builder, loc, first, column, flags);
    if (!isLast)
      ivs.erase(ivs.begin() + last);
    ivs[last] = number;
    IRMapping mapping;
    mapping.map(threads.getInductionVars(), ivs);
    int64_t by = *getConstantIntValue(width);
    SmallVector<std::pair<Operation *, Value>> divisions;
    for (Operation &op : threads.getBody()->without_terminator())
      builder.clone(op, mapping);
    // Found in the old loop, replaced in the new one.
    threads.walk([&](Operation *op) {
      std::optional<Division> division = match(op);
      if (division && division->divisor == by)
        divisions.push_back({mapping.lookup(op->getResult(0)).getDefiningOp(),
                             division->isQuotient ? row : column});
    });
    for (auto [op, value] : divisions)
      replaceByIndex(op, value);
  }

  scf::ParallelOp threads;
  unsigned last;
  Value iv, size;
};

struct FormRows : public heddle::impl::FormRowsBase<FormRows> {
  void runOnOperation() override {
    for (scf::ParallelOp threads :
         par::getMarkedLoops(getOperation(), par::blockAttr))
      if (!par::holdsBarrier(threads))
        Rows(threads).run();
  }
};

} // namespace
