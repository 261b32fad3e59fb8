//===- Par.cpp - The par dialect ------------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Dialect/Par.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace heddle::par;

#include "heddle/Dialect/ParDialect.cpp.inc"
#include "heddle/Dialect/ParEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "heddle/Dialect/ParAttrs.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "heddle/Dialect/ParTypes.cpp.inc"

#define GET_OP_CLASSES
#include "heddle/Dialect/ParOps.cpp.inc"

void ParDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "heddle/Dialect/ParAttrs.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "heddle/Dialect/ParTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "heddle/Dialect/ParOps.cpp.inc"
      >();
}

ForOp heddle::par::getLoopOf(Value scope) {
  auto argument = dyn_cast<BlockArgument>(scope);
  if (!argument || argument.getArgNumber() != 0)
    return nullptr;
  auto loop = dyn_cast_or_null<ForOp>(argument.getOwner()->getParentOp());
  return loop && argument.getOwner() == loop.getBody() ? loop : nullptr;
}

bool heddle::par::isBarrier(Operation *op) {
  if (auto warp = dyn_cast<WarpOp>(op))
    return !warp.getIvs().empty();
  return isa<BarrierOp, AnyOp, CountOp, GridSyncOp>(op);
}

bool heddle::par::isUniformCollective(Operation *op) {
  if (auto warp = dyn_cast<WarpOp>(op))
    return !warp.getIvs().empty() && (warp.getKind() == WarpKind::Active ||
                                      warp.getKind() == WarpKind::Ballot);
  return isa<AnyOp, CountOp>(op);
}

bool heddle::par::isReduction(WarpKind kind) {
  switch (kind) {
  case WarpKind::Sync:
  case WarpKind::Active:
  case WarpKind::Ballot:
  case WarpKind::Shuffle:
  case WarpKind::Match:
    return false;
  case WarpKind::Add:
  case WarpKind::UMin:
  case WarpKind::UMax:
  case WarpKind::SMin:
  case WarpKind::SMax:
  case WarpKind::And:
  case WarpKind::Or:
  case WarpKind::Xor:
    return true;
  }
  llvm_unreachable("unknown kind of warp operation");
}

Value heddle::par::getSource(Value address) {
  Operation *op = address.getDefiningOp();
  if (auto view = dyn_cast_or_null<ViewLikeOpInterface>(op))
    return view.getViewSource();
  if (auto pointer = dyn_cast_or_null<PointerOp>(op))
    return pointer.getSource();
  if (auto gep = dyn_cast_or_null<LLVM::GEPOp>(op))
    return gep.getBase();
  return nullptr;
}

Value heddle::par::getBase(Value address) {
  while (Value source = getSource(address))
    address = source;
  return address;
}

Value heddle::par::linearIndex(OpBuilder &builder, Location loc, ValueRange ivs,
                               ValueRange sizes) {
  Value index;
  for (auto [iv, size] : llvm::zip(ivs, sizes))
    index = index ? arith::AddIOp::create(
                        builder, loc,
                        arith::MulIOp::create(builder, loc, index, size), iv)
                  : iv;
  return index;
}

Value heddle::par::bytesOf(OpBuilder &builder, memref::AllocaOp op) {
  MemRefType type = op.getType();
  Type element = type.getElementType();
  int64_t known =
      element.isIndex()
          ? 8
          : DataLayout::closest(op).getTypeSize(element).getFixedValue();
  for (int64_t size : type.getShape())
    if (!ShapedType::isDynamic(size))
      known *= size;
  Value bytes = arith::ConstantIndexOp::create(builder, op.getLoc(), known);
  for (Value size : op.getDynamicSizes())
    bytes = arith::MulIOp::create(builder, op.getLoc(), bytes, size);
  return bytes;
}

bool heddle::par::holdsBarrier(Operation *op) {
  return op
      ->walk([](Operation *nested) {
        return isBarrier(nested) ? WalkResult::interrupt()
                                 : WalkResult::advance();
      })
      .wasInterrupted();
}

SmallVector<scf::ParallelOp> heddle::par::getMarkedLoops(Operation *root,
                                                         StringRef mark) {
  SmallVector<scf::ParallelOp> loops;
  root->walk([&](scf::ParallelOp loop) {
    if (loop->hasAttr(mark))
      loops.push_back(loop);
  });
  return loops;
}

scf::ParallelOp heddle::par::getThreadLoopOf(scf::ParallelOp grid) {
  for (auto loop : grid.getBody()->getOps<scf::ParallelOp>())
    if (loop->hasAttr(blockAttr))
      return loop;
  return nullptr;
}

/// The nearest surrounding loop with an attribute.
static scf::ParallelOp getMarkedParent(Operation *op, StringRef mark) {
  auto loop = op->getParentOfType<scf::ParallelOp>();
  while (loop && !loop->hasAttr(mark))
    loop = loop->getParentOfType<scf::ParallelOp>();
  return loop;
}

scf::ParallelOp heddle::par::getThreadLoop(Operation *op) {
  return getMarkedParent(op, blockAttr);
}

scf::ParallelOp heddle::par::getGridLoop(Operation *op) {
  return getMarkedParent(op, gridAttr);
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

/// The induction variables must be those of one parallel loop around the
/// operation. A loop with one iteration may have been folded away; its variable
/// is then a constant.
static LogicalResult verifyInductionVariables(Operation *op, ValueRange ivs) {
  Operation *named = nullptr;
  for (Value iv : ivs) {
    auto arg = dyn_cast<BlockArgument>(iv);
    if (!arg && matchPattern(iv, m_Constant()))
      continue;
    Operation *loop = arg ? arg.getOwner()->getParentOp() : nullptr;
    if (!isa_and_nonnull<scf::ParallelOp>(loop))
      return op->emitOpError(
          "operand is not an induction variable of a parallel loop");
    if (named && named != loop)
      return op->emitOpError("names variables of two loops");
    named = loop;
  }
  return success();
}

LogicalResult heddle::par::verifyScope(Operation *op, Value scope) {
  if (getLoopOf(scope))
    return success();
  return op->emitOpError("does not name the scope of a loop around it");
}

/// Either form of naming a loop.
static LogicalResult verifyNames(Operation *op, Value scope, ValueRange ivs) {
  if (!scope)
    return verifyInductionVariables(op, ivs);
  if (!ivs.empty())
    return op->emitOpError("names a scope and induction variables");
  return verifyScope(op, scope);
}

LogicalResult BarrierOp::verify() {
  if (getAmong() && *getAmong() != Level::Warp)
    return emitOpError("can be among all iterations, or those of a warp");
  if (getAmong().has_value() != bool(getMask()))
    return emitOpError("needs a mask if it is among the iterations of a warp");
  if (!getScope() && (getAmong() || getOrders()))
    return emitOpError("needs a scope for this");
  if (failed(verifyNames(*this, getScope(), getIvs())))
    return failure();
  return getAmong() ? verifyWarpScope(*this, getScope()) : success();
}

LogicalResult AnyOp::verify() {
  return verifyNames(*this, getScope(), getIvs());
}

LogicalResult CountOp::verify() {
  return verifyNames(*this, getScope(), getIvs());
}

LogicalResult GridSyncOp::verify() {
  return verifyInductionVariables(*this, getIvs());
}

LogicalResult LaneOp::verify() {
  if (failed(verifyNames(*this, getScope(), getIvs())))
    return failure();
  return getScope() ? verifyWarpScope(*this, getScope()) : success();
}

LogicalResult WarpOp::verify() {
  WarpKind kind = getKind();
  StringRef name = stringifyWarpKind(kind);
  auto takes = [&](bool needed, bool present, StringRef what) -> LogicalResult {
    if (needed == present)
      return success();
    return emitOpError() << "of kind '" << name << "' "
                         << (needed ? "needs a " : "takes no ") << what;
  };
  bool needsValue = kind != WarpKind::Sync && kind != WarpKind::Active;
  if (failed(takes(needsValue, bool(getValue()), "value")) ||
      failed(takes(kind == WarpKind::Shuffle, bool(getLane()), "lane")) ||
      failed(takes(kind != WarpKind::Sync, bool(getResult()), "result")))
    return failure();
  if (kind == WarpKind::Shuffle &&
      getValue().getType() != getResult().getType())
    return emitOpError("gives a value of another type than it takes");
  if (kind != WarpKind::Sync && kind != WarpKind::Shuffle &&
      !getResult().getType().isInteger(32))
    return emitOpError() << "of kind '" << name << "' gives an i32";
  if (isReduction(kind) && !getValue().getType().isInteger(32))
    return emitOpError() << "of kind '" << name << "' takes an i32";
  if (getIvs().size() > 1)
    return emitOpError("names one loop over lanes at most");
  return verifyInductionVariables(*this, getIvs());
}

//===----------------------------------------------------------------------===//
// The grid
//===----------------------------------------------------------------------===//

/// Whether an operation is in a loop of this level, or of a finer one.
static bool isInLoopOf(Operation *op, Level level) {
  for (auto loop = op->getParentOfType<ForOp>(); loop;
       loop = loop->getParentOfType<ForOp>())
    if (loop.getLevel() && *loop.getLevel() >= level)
      return true;
  return false;
}

LogicalResult GridMemoryOp::verify() {
  if (getGridLoop(*this) || isInLoopOf(*this, Level::Grid))
    return emitOpError("must be outside the loop over the grid");
  return success();
}

LogicalResult FootprintOp::verify() {
  for (Operation *op = (*this)->getNextNode(); op && !op->hasAttr(gridAttr);
       op = op->getNextNode())
    if (auto other = dyn_cast<FootprintOp>(op);
        other && other.getRows() != getRows())
      return emitOpError("is of rows where another of its loop is of blocks, "
                         "or the reverse");
  return success();
}

LogicalResult DynamicSharedOp::verify() {
  if (getThreadLoop(*this) || isInLoopOf(*this, Level::Block))
    return emitOpError("must be outside the loop over threads");
  return success();
}

//===----------------------------------------------------------------------===//
// Views of memory
//===----------------------------------------------------------------------===//

/// The memory space of a value, if it is known.
static std::optional<Space> spaceOf(Value value) {
  auto type = dyn_cast<MemRefType>(value.getType());
  auto space =
      type ? dyn_cast_or_null<SpaceAttr>(type.getMemorySpace()) : SpaceAttr();
  return space ? std::optional(space.getValue()) : std::nullopt;
}

LogicalResult ViewOp::verify() {
  auto type = cast<MemRefType>(getResult().getType());
  if (!type.getLayout().isIdentity())
    return emitOpError("result must be laid out row by row");
  std::optional<Space> space = spaceOf(getResult());
  std::optional<Space> original = spaceOf(getBase(getSource()));
  if (space && original && *space != *original)
    return emitOpError() << "of memory of the space '"
                         << stringifySpace(*original) << "' has the space '"
                         << stringifySpace(*space) << "'";
  if (!getSizes().empty()) {
    if (getSizes().size() != static_cast<size_t>(type.getNumDynamicDims()))
      return emitOpError("needs a size for each that is not constant");
    return success();
  }
  for (int64_t size : type.getShape().drop_front(type.getRank() ? 1 : 0))
    if (ShapedType::isDynamic(size))
      return emitOpError("only the outermost size may be unknown");
  return success();
}

LogicalResult PointerOp::verify() {
  auto type = dyn_cast<MemRefType>(getSource().getType());
  if (!type || !type.getLayout().isIdentity())
    return emitOpError("source must be laid out row by row");
  return success();
}

Value ViewOp::getViewSource() { return getSource(); }

OpFoldResult ViewOp::fold(FoldAdaptor) {
  if (auto pointer = getSource().getDefiningOp<PointerOp>())
    if (pointer.getSource().getType() == getType())
      return pointer.getSource();
  return {};
}

void PointerOp::build(OpBuilder &builder, OperationState &state, Value source) {
  build(builder, state, LLVM::LLVMPointerType::get(builder.getContext()),
        source);
}

OpFoldResult PointerOp::fold(FoldAdaptor) {
  if (auto view = getSource().getDefiningOp<ViewOp>())
    return view.getSource();
  return {};
}
