//===- ParLoops.cpp - Parallel loops --------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Dialect/Par.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/Utils/InferIntRangeCommon.h"

using namespace mlir;
using namespace heddle::par;

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

void ForOp::build(OpBuilder &builder, OperationState &state,
                  std::optional<Level> level, ValueRange sizes) {
  build(builder, state, level, sizes, ValueRange());
}

/// Leaves the combiner, and with inits the terminator, to the caller.
void ForOp::build(OpBuilder &builder, OperationState &state,
                  std::optional<Level> level, ValueRange sizes,
                  ValueRange inits) {
  OpBuilder::InsertionGuard guard(builder);
  state.addOperands(sizes);
  state.addOperands(inits);
  state.addTypes(inits.getTypes());
  auto &properties = state.getOrAddProperties<Properties>();
  properties.operandSegmentSizes = {static_cast<int32_t>(sizes.size()),
                                    static_cast<int32_t>(inits.size())};
  if (level)
    properties.level = LevelAttr::get(builder.getContext(), *level);
  Region *body = state.addRegion();
  Block *block = builder.createBlock(body);
  block->addArgument(ScopeType::get(builder.getContext()), state.location);
  for (size_t i = 0; i < sizes.size(); ++i)
    block->addArgument(builder.getIndexType(), state.location);
  if (inits.empty())
    YieldOp::create(builder, state.location);
  state.addRegion();
}

YieldOp ForOp::getYield() { return cast<YieldOp>(getBody()->getTerminator()); }

std::optional<int64_t> ForOp::getLargestSize(unsigned dimension) {
  if (std::optional<int64_t> size = getConstantIntValue(getSizes()[dimension]))
    return size;
  if (std::optional<ArrayRef<int64_t>> bound = getBound())
    if ((*bound)[dimension] > 0)
      return (*bound)[dimension];
  return std::nullopt;
}

void ForOp::getAsmBlockArgumentNames(Region &region,
                                     OpAsmSetValueNameFn setName) {
  if (&region == &getRegion() && !region.empty())
    setName(getScope(), "scope");
}

//===----------------------------------------------------------------------===//
// Syntax
//===----------------------------------------------------------------------===//

static constexpr StringLiteral raceFreeKeyword = "race_free";
static constexpr StringLiteral boundKeyword = "bound";

ParseResult ForOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  auto &properties = result.getOrAddProperties<Properties>();

  StringRef level;
  if (succeeded(parser.parseOptionalKeyword(&level,
                                            {"grid", "block", "warp", "lane"})))
    properties.level =
        LevelAttr::get(builder.getContext(), *symbolizeLevel(level));

  SmallVector<OpAsmParser::Argument> arguments(1);
  arguments[0].type = ScopeType::get(builder.getContext());
  if (parser.parseArgument(arguments[0]))
    return failure();
  SmallVector<OpAsmParser::Argument> ivs;
  if (parser.parseArgumentList(ivs, OpAsmParser::Delimiter::Paren) ||
      parser.parseKeyword("in"))
    return failure();
  for (OpAsmParser::Argument &iv : ivs)
    iv.type = builder.getIndexType();
  llvm::append_range(arguments, ivs);

  SmallVector<OpAsmParser::UnresolvedOperand> sizes, inits;
  SmallVector<Type> types;
  if (parser.parseOperandList(sizes, OpAsmParser::Delimiter::Paren) ||
      parser.resolveOperands(sizes, builder.getIndexType(), result.operands))
    return failure();
  if (succeeded(parser.parseOptionalKeyword(raceFreeKeyword)))
    properties.race_free = builder.getUnitAttr();
  if (succeeded(parser.parseOptionalKeyword(boundKeyword))) {
    Attribute bound = DenseI64ArrayAttr::parse(parser, Type());
    if (!bound)
      return failure();
    properties.bound = cast<DenseI64ArrayAttr>(bound);
  }
  if (succeeded(parser.parseOptionalKeyword("init"))) {
    SMLoc at = parser.getCurrentLocation();
    if (parser.parseLParen() || parser.parseOperandList(inits) ||
        parser.parseColonTypeList(types) || parser.parseRParen() ||
        parser.resolveOperands(inits, types, at, result.operands))
      return failure();
  }
  result.addTypes(types);
  properties.operandSegmentSizes = {static_cast<int32_t>(sizes.size()),
                                    static_cast<int32_t>(inits.size())};

  Region *body = result.addRegion();
  if (parser.parseRegion(*body, arguments))
    return failure();
  // The terminator may be left out if it has no operands.
  if (inits.empty() && !body->empty() &&
      (body->front().empty() ||
       !body->front().back().hasTrait<OpTrait::IsTerminator>())) {
    // The region is in no operation yet, so the block knows no context.
    OpBuilder at(builder.getContext());
    at.setInsertionPointToEnd(&body->front());
    YieldOp::create(at, result.location);
  }
  Region *combiner = result.addRegion();
  if (!types.empty()) {
    SmallVector<OpAsmParser::Argument> values;
    if (parser.parseKeyword("combine") ||
        parser.parseArgumentList(values, OpAsmParser::Delimiter::Paren,
                                 /*allowType=*/true) ||
        parser.parseRegion(*combiner, values))
      return failure();
  }
  return parser.parseOptionalAttrDictWithKeyword(result.attributes);
}

void ForOp::print(OpAsmPrinter &printer) {
  if (std::optional<Level> level = getLevel())
    printer << " " << stringifyLevel(*level);
  printer << " " << getScope() << " (" << getInductionVars() << ") in ("
          << getSizes() << ")";
  if (getRaceFree())
    printer << " " << raceFreeKeyword;
  if (DenseI64ArrayAttr bound = getBoundAttr()) {
    printer << " " << boundKeyword << " ";
    bound.print(printer.getStream());
  }
  if (!getInitialValues().empty())
    printer << " init (" << getInitialValues() << " : "
            << getInitialValues().getTypes() << ")";
  printer << " ";
  printer.printRegion(getRegion(), /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/!getInitialValues().empty());
  if (!getCombiner().empty()) {
    printer << " combine (";
    llvm::interleaveComma(
        getCombiner().getArguments(), printer,
        [&](BlockArgument argument) { printer.printRegionArgument(argument); });
    printer << ") ";
    printer.printRegion(getCombiner(), /*printEntryBlockArgs=*/false);
  }
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(), {"level", "race_free", "bound",
                            getOperandSegmentSizesAttrName().getValue()});
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

LogicalResult ForOp::verify() {
  if (getSizes().empty())
    return emitOpError("needs at least one dimension");
  if (getInitialValues().getTypes() != getResultTypes())
    return emitOpError("needs an initial value of each result's type");
  if (getCombiner().empty() != getInitialValues().empty())
    return emitOpError("needs a combiner if it has results, or neither");
  SmallVector<Type> sides = llvm::to_vector(getResultTypes());
  llvm::append_range(sides, getResultTypes());
  if (!getCombiner().empty() &&
      getCombiner().getArgumentTypes() != TypeRange(sides))
    return emitOpError("needs two values of each result's type as arguments of "
                       "the combiner");
  if (std::optional<ArrayRef<int64_t>> bound = getBound()) {
    if (bound->size() != getNumDimensions())
      return emitOpError("needs a bound for each dimension, or none");
    if (llvm::any_of(*bound, [](int64_t size) { return size < 0; }))
      return emitOpError("has a negative bound");
  }
  // A block runs the threads of its grid, and so on: levels only descend.
  if (std::optional<Level> level = getLevel())
    for (auto outer = (*this)->getParentOfType<ForOp>(); outer;
         outer = outer->getParentOfType<ForOp>())
      if (outer.getLevel() && *outer.getLevel() >= *level)
        return emitOpError() << "of level '" << stringifyLevel(*level)
                             << "' is in one of level '"
                             << stringifyLevel(*outer.getLevel()) << "'";
  return success();
}

LogicalResult ForOp::verifyRegions() {
  Block *body = getBody();
  if (body->getNumArguments() != getNumDimensions() + 1 ||
      !isa<ScopeType>(body->getArgument(0).getType()) ||
      llvm::any_of(getInductionVars(),
                   [](Value iv) { return !iv.getType().isIndex(); }))
    return emitOpError("needs a scope and an index for each dimension as "
                       "arguments of its body");
  for (Region *region : getRegions())
    if (!region->empty() && !isa<YieldOp>(region->front().getTerminator()))
      return emitOpError("has a region that does not end with a par.yield");
  return success();
}

LogicalResult YieldOp::verify() {
  if (getValues().getTypes() != (*this)->getParentOp()->getResultTypes())
    return emitOpError("does not have a value of the type of each result");
  return success();
}

//===----------------------------------------------------------------------===//
// Interfaces
//===----------------------------------------------------------------------===//

SmallVector<Region *> ForOp::getLoopRegions() { return {&getRegion()}; }

std::optional<SmallVector<Value>> ForOp::getLoopInductionVars() {
  return SmallVector<Value>(getInductionVars());
}

std::optional<SmallVector<OpFoldResult>> ForOp::getLoopLowerBounds() {
  Attribute zero = IntegerAttr::get(IndexType::get(getContext()), 0);
  return SmallVector<OpFoldResult>(getNumDimensions(), zero);
}

std::optional<SmallVector<OpFoldResult>> ForOp::getLoopUpperBounds() {
  return getAsOpFoldResult(getSizes());
}

std::optional<SmallVector<OpFoldResult>> ForOp::getLoopSteps() {
  Attribute one = IntegerAttr::get(IndexType::get(getContext()), 1);
  return SmallVector<OpFoldResult>(getNumDimensions(), one);
}

/// The loop ends, and may run even if it would not otherwise, if that holds for
/// its body. (A barrier has effects; it does not matter here.)
Speculation::Speculatability ForOp::getSpeculatability() {
  return Speculation::RecursivelySpeculatable;
}

/// The results are the initial values or values of the combiner. Its left side
/// may also be what one iteration yields; nothing is said of its right side,
/// since a value cannot go to both.
void ForOp::getSuccessorRegions(RegionBranchPoint point,
                                SmallVectorImpl<RegionSuccessor> &regions) {
  Region &combiner = getCombiner();
  Operation *terminator = point.getTerminatorPredecessorOrNull();
  regions.push_back(RegionSuccessor(&getRegion()));
  if (!combiner.empty())
    regions.push_back(RegionSuccessor(
        &combiner, combiner.getArguments().take_front(getNumResults())));
  if (combiner.empty() || !terminator ||
      terminator->getParentRegion() == &combiner)
    regions.push_back(
        RegionSuccessor(getOperation(), getOperation()->getResults()));
}

OperandRange ForOp::getEntrySuccessorOperands(RegionSuccessor successor) {
  OperandRange values = getInitialValues();
  return successor.getSuccessor() == &getRegion() ? values.take_front(0)
                                                  : values;
}

MutableOperandRange
YieldOp::getMutableSuccessorOperands(RegionSuccessor successor) {
  auto loop = cast<ForOp>((*this)->getParentOp());
  if (successor.getSuccessor() == &loop.getRegion())
    return MutableOperandRange(getOperation(), /*start=*/0, /*length=*/0);
  return getValuesMutable();
}

/// Initial values need not be integers, so ranges of operands may be missing.
void ForOp::inferResultRangesFromOptional(ArrayRef<IntegerValueRange> operands,
                                          SetIntLatticeFn setResultRange) {
  for (Value argument :
       getCombiner().getArguments().drop_front(getNumResults()))
    setResultRange(argument, IntegerValueRange::getMaxRange(argument));
  unsigned width = IndexType::kInternalStorageBitWidth;
  for (auto [dimension, iv] : llvm::enumerate(getInductionVars())) {
    if (operands[dimension].isUninitialized())
      continue;
    APInt last = operands[dimension].getValue().smax();
    if (std::optional<int64_t> size = getLargestSize(dimension))
      last = llvm::APIntOps::smin(last, APInt(width, *size));
    // An index outside of an empty loop does not exist.
    last = llvm::APIntOps::smax(last, APInt(width, 1)) - 1;
    setResultRange(iv, IntegerValueRange(ConstantIntRanges::fromSigned(
                           APInt::getZero(width), last)));
  }
}
