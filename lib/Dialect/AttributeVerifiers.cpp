//===- AttributeVerifiers.cpp - Verifies discardable attributes -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lists the discardable attributes, their types, and the operations that may
// have them. An unknown name is an error, so a misspelt attribute is detected
// where it is set.
//
//===----------------------------------------------------------------------===//

#include "heddle/Dialect/KernelAttributes.h"
#include "heddle/Dialect/Par.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace heddle;
using namespace heddle::par;

namespace {

/// The required type of an attribute.
struct TypeRule {
  bool (*holds)(Attribute);
  StringLiteral name;
};

/// The operations that may have it.
struct OpRule {
  bool (*holds)(Operation *);
  StringLiteral name;
};

struct Rule {
  TypeRule type;
  OpRule op;
};

template <typename... Attrs> bool isAttr(Attribute attr) {
  return isa<Attrs...>(attr);
}
template <typename... Ops> bool isOp(Operation *op) { return isa<Ops...>(op); }

bool isLevel(Operation *op, Level level) {
  auto loop = dyn_cast<ForOp>(op);
  return loop && loop.getLevel() == level;
}
bool isGridLoop(Operation *op) {
  return isLevel(op, Level::Grid) ||
         (isa<scf::ParallelOp>(op) && op->hasAttr(gridAttr));
}
bool isThreadLoop(Operation *op) {
  return isLevel(op, Level::Block) ||
         (isa<scf::ParallelOp>(op) && op->hasAttr(blockAttr));
}
bool isAnyOp(Operation *op) { return true; }

constexpr TypeRule unit{isAttr<UnitAttr>, "a unit"};
constexpr TypeRule integer{isAttr<IntegerAttr>, "an integer"};
constexpr TypeRule string{isAttr<StringAttr>, "a string"};
constexpr TypeRule array{isAttr<ArrayAttr>, "an array"};

constexpr OpRule parallelLoop{isOp<scf::ParallelOp>, "an scf.parallel"};
constexpr OpRule gridLoop{isGridLoop, "a loop over the grid"};
constexpr OpRule threadLoop{isThreadLoop, "a loop over threads"};
constexpr OpRule loop{isOp<LoopLikeOpInterface>, "a loop"};
constexpr OpRule function{isOp<FunctionOpInterface>, "a function"};
constexpr OpRule variable{isOp<LLVM::GlobalOp>, "a variable"};
constexpr OpRule address{isOp<LLVM::AddressOfOp>, "the address of a variable"};
constexpr OpRule module{isOp<ModuleOp>, "a module"};
constexpr OpRule load{isOp<memref::LoadOp>, "a load"};
/// Represents an access of LLVM until it is lowered.
constexpr OpRule access{isOp<memref::LoadOp, memref::StoreOp>,
                        "a raised access"};
/// Its alignment is a property of an atomic access.
constexpr OpRule anyAccess{
    isOp<memref::LoadOp, memref::StoreOp, AtomicRMWOp, AtomicCompareExchangeOp>,
    "a raised access"};
constexpr OpRule anyOp{isAnyOp, "an operation"};

const llvm::StringMap<Rule> &parRules() {
  static const llvm::StringMap<Rule> rules = {
      {gridAttr, {unit, parallelLoop}},
      {blockAttr, {unit, parallelLoop}},
      {shapeAttr, {string, gridLoop}},
      {fallbackAttr, {unit, gridLoop}},
      {unseenAttr, {unit, gridLoop}},
      {mergedBlocksAttr, {unit, gridLoop}},
      {partsAttr, {integer, gridLoop}},
      {restAttr, {unit, gridLoop}},
      {beforeBlocksAttr, {unit, threadLoop}},
      {afterBlocksAttr, {unit, threadLoop}},
      {capacityAttr, {integer, threadLoop}},
      {mergedAttr, {integer, threadLoop}},
      {rowsAttr, {unit, threadLoop}},
      {edgeAttr, {unit, threadLoop}},
      {joinedAttr, {unit, threadLoop}},
      {rareAttr, {unit, threadLoop}},
      {fewAttr, {unit, threadLoop}},
      {scatteredAttr, {unit, threadLoop}},
      {unrolledAttr, {unit, threadLoop}},
      {constantAttr, {unit, address}},
      {packsLanesAttr, {unit, module}},
      {sharedOutAttr, {unit, loop}},
      {wrapsAttr, {unit, loop}},
      {blockLevelAttr, {unit, anyOp}},
      {repeatableAttr, {unit, load}},
      {tbaaAttr, {array, anyAccess}},
      {aliasScopesAttr, {array, anyAccess}},
      {noaliasScopesAttr, {array, anyAccess}},
      {alignmentAttr, {integer, access}},
  };
  return rules;
}

const llvm::StringMap<Rule> &heddleRules() {
  static const llvm::StringMap<Rule> rules = {
      {kernelAttr, {unit, function}},
      {fibersAttr, {unit, function}},
      {threadContextAttr, {unit, function}},
      {otherFileAttr, {unit, function}},
      {contextByPointerAttr, {unit, module}},
      {sharedAttr, {unit, variable}},
      {blockShapesAttr, {array, function}},
      {knownLaunchesAttr, {unit, function}},
      {launchesAttr, {array, function}},
      {knownArgumentsAttr, {unit, function}},
      {singleBlockAttr, {unit, function}},
      {neighboursAttr, {unit, function}},
      {mayWaitAttr, {unit, function}},
      {mayJoinAttr, {unit, function}},
      {sharedBytesAttr, {integer, function}},
  };
  return rules;
}

LogicalResult verify(Operation *op, NamedAttribute attribute,
                     const llvm::StringMap<Rule> &rules) {
  StringRef name = attribute.getName();
  auto found = rules.find(name);
  if (found == rules.end())
    return op->emitError() << "there is no attribute '" << name << "'";
  const Rule &rule = found->second;
  if (!rule.type.holds(attribute.getValue()))
    return op->emitError() << "'" << name << "' must be " << rule.type.name;
  if (!rule.op.holds(op))
    return op->emitError() << "'" << name << "' must be on " << rule.op.name;
  return success();
}

} // namespace

LogicalResult ParDialect::verifyOperationAttribute(Operation *op,
                                                   NamedAttribute attribute) {
  return verify(op, attribute, parRules());
}

bool heddle::isHint(StringRef name) {
  return !llvm::is_contained({kernelAttr, fibersAttr, threadContextAttr,
                              otherFileAttr, contextByPointerAttr, sharedAttr,
                              sharedBytesAttr},
                             name);
}

bool heddle::isReadByLinker(StringRef name) {
  return llvm::is_contained(
      {fibersAttr, mayWaitAttr, mayJoinAttr, sharedBytesAttr}, name);
}

HeddleDialect::HeddleDialect(MLIRContext *context)
    : Dialect(getDialectNamespace(), context, TypeID::get<HeddleDialect>()) {}

LogicalResult
HeddleDialect::verifyOperationAttribute(Operation *op,
                                        NamedAttribute attribute) {
  return verify(op, attribute, heddleRules());
}

MLIR_DEFINE_EXPLICIT_TYPE_ID(heddle::HeddleDialect)
