//===- RaiseControlFlow.cpp - Branches to structured control flow ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Raise/Kernels.h"
#include "heddle/Raise/Passes.h"

#include "mlir/Conversion/ControlFlowToSCF/ControlFlowToSCF.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/CFGToSCF.h"

namespace heddle {
#define GEN_PASS_DEF_RAISECONTROLFLOW
#include "heddle/Raise/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {

/// MLIR's lifting, for functions of the LLVM dialect.
class LiftLLVM : public ControlFlowToSCFTransformation {
public:
  FailureOr<Operation *> createUnreachableTerminator(Location loc,
                                                     OpBuilder &builder,
                                                     Region &region) override {
    // Only an infinite loop comes here, so this is never reached.
    return LLVM::ReturnOp::create(builder, loc, ValueRange()).getOperation();
  }
};

/// Converts branches of the LLVM dialect to `cf`, which the lifting
/// understands.
void convertBranch(Operation *terminator) {
  OpBuilder builder(terminator);
  Location loc = terminator->getLoc();
  if (auto branch = dyn_cast<LLVM::BrOp>(terminator)) {
    cf::BranchOp::create(builder, loc, branch.getDest(),
                         branch.getDestOperands());
  } else if (auto branch = dyn_cast<LLVM::CondBrOp>(terminator)) {
    cf::CondBranchOp::create(builder, loc, branch.getCondition(),
                             branch.getTrueDest(), branch.getTrueDestOperands(),
                             branch.getFalseDest(),
                             branch.getFalseDestOperands());
  } else if (auto branch = dyn_cast<LLVM::SwitchOp>(terminator)) {
    SmallVector<ValueRange> operands;
    for (unsigned i = 0; i < branch.getCaseDestinations().size(); ++i)
      operands.push_back(branch.getCaseOperands(i));
    SmallVector<APInt> values;
    if (std::optional<DenseIntElementsAttr> cases = branch.getCaseValues())
      values = llvm::to_vector(cases->getValues<APInt>());
    cf::SwitchOp::create(builder, loc, branch.getValue(),
                         branch.getDefaultDestination(),
                         branch.getDefaultOperands(), values,
                         branch.getCaseDestinations(), operands);
  } else {
    return;
  }
  terminator->erase();
}

struct RaiseControlFlow
    : public heddle::impl::RaiseControlFlowBase<RaiseControlFlow> {
  void runOnOperation() override {
    forEachRaisedKernel(getOperation(), [&](LLVM::LLVMFuncOp kernel) {
      for (Block &block : kernel.getBody())
        convertBranch(block.getTerminator());
      DominanceInfo dominance(kernel);
      LiftLLVM lifting;
      if (failed(transformCFGToSCF(kernel.getBody(), lifting, dominance)) ||
          !kernel.getBody().hasOneBlock()) {
        kernel.emitError("the control flow of this kernel cannot be raised");
        signalPassFailure();
      }
    });
  }
};

} // namespace
