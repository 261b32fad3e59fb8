//===- LowerToLLVM.cpp - arith, math, cf and ub to LLVM -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Dialect/KernelAttributes.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Target/Passes.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/DialectConversion.h"

namespace heddle {
#define GEN_PASS_DEF_LOWERTOLLVM
#include "heddle/Target/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

/// The lowering of `scf.for` puts the loop annotation on the back edge as a
/// discardable attribute; the translation to LLVM IR expects the branch's own
/// attribute.
static void annotateLatches(ModuleOp module) {
  module.walk([](LLVM::BrOp branch) {
    auto annotation = dyn_cast_or_null<LLVM::LoopAnnotationAttr>(
        branch->removeAttr("llvm.loop_annotation"));
    if (annotation)
      branch.setLoopAnnotationAttr(annotation);
  });
}

/// The attributes of the loops and accesses that are gone now.
static void dropAttributes(ModuleOp module) {
  module.walk([](Operation *op) {
    for (NamedAttribute attribute :
         llvm::to_vector(op->getDiscardableAttrs())) {
      Dialect *dialect = attribute.getNameDialect();
      if (isa_and_nonnull<par::ParDialect>(dialect) ||
          (isa_and_nonnull<HeddleDialect>(dialect) &&
           !isReadByLinker(attribute.getName())))
        op->removeDiscardableAttr(attribute.getName());
    }
  });
}

namespace {
struct LowerToLLVM : public heddle::impl::LowerToLLVMBase<LowerToLLVM> {
  void runOnOperation() override {
    MLIRContext *context = &getContext();
    LLVMTypeConverter types(context);
    RewritePatternSet patterns(context);
    arith::populateArithToLLVMConversionPatterns(types, patterns);
    populateMathToLLVMConversionPatterns(types, patterns);
    cf::populateControlFlowToLLVMConversionPatterns(types, patterns);
    ub::populateUBToLLVMConversionPatterns(types, patterns);
    index::populateIndexToLLVMConversionPatterns(types, patterns);
    populateVectorToLLVMConversionPatterns(types, patterns);
    LLVMConversionTarget target(*context);
    target.addLegalOp<ModuleOp>();
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      return signalPassFailure();
    annotateLatches(getOperation());
    dropAttributes(getOperation());
  }
};
} // namespace
