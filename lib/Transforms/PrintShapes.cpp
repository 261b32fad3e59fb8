//===- PrintShapes.cpp - Prints how values differ between lanes -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Shapes.h"
#include "heddle/Transforms/Passes.h"

namespace heddle {
#define GEN_PASS_DEF_PRINTSHAPES
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

static std::string describe(const Shape &shape) {
  std::string text;
  llvm::raw_string_ostream(text) << shape;
  return text;
}

static StringRef nameAccess(Operation *op) {
  if (isa<memref::LoadOp, LLVM::LoadOp>(op))
    return "load";
  if (isa<memref::StoreOp, LLVM::StoreOp>(op))
    return "store";
  return "atomic";
}

namespace {
struct PrintShapes : public heddle::impl::PrintShapesBase<PrintShapes> {
  using PrintShapesBase::PrintShapesBase;

  void runOnOperation() override {
    getOperation()->walk([&](par::ForOp loop) {
      unsigned dimensions = loop.getNumDimensions();
      if (loop.getLevel() == par::Level::Grid ||
          dimension >= static_cast<int64_t>(dimensions))
        return;
      LaneMapping mapping{loop,
                          dimension < 0 ? dimensions - 1
                                        : static_cast<unsigned>(dimension),
                          lanes, multiple, assume};
      mapping.guesses = guesses;
      print(Shapes(mapping));
    });
    markAllAnalysesPreserved();
  }

private:
  void print(const Shapes &shapes) {
    par::ForOp loop = shapes.getMapping().loop;
    loop.getRegion().walk<WalkOrder::PreOrder>([&](Operation *op) {
      Shape address = shapes.ofAddress(op);
      if (!address.isUnknown())
        op->emitRemark() << nameAccess(op) << ": "
                         << (shapes.isPrivate(op->getOperand(
                                 isa<memref::StoreOp, LLVM::StoreOp>(op)))
                                 ? "private "
                                 : "")
                         << describe(address);
      if (isa<scf::IfOp, scf::IndexSwitchOp>(op))
        op->emitRemark() << "branch: " << nameControl(shapes, op);
      if (isa<scf::ForOp, scf::WhileOp>(op))
        op->emitRemark() << "loop: " << nameControl(shapes, op);
      if (values)
        for (Value result : op->getResults())
          op->emitRemark() << "result: " << describe(shapes.of(result))
                           << (shapes.needsActiveLane(result)
                                   ? " from an active lane"
                                   : "");
    });
    for (const Shapes::Assumption &assumption : shapes.getAssumptions())
      assumption.extension->emitRemark()
          << "assumed: no " << (assumption.isSigned ? "signed" : "unsigned")
          << " wrap";
  }

  static StringRef nameControl(const Shapes &shapes, Operation *op) {
    return shapes.isDivergent(op) ? "divergent" : "uniform";
  }
};
} // namespace
