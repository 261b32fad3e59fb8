//===- StripAttributes.cpp - Removes discardable attributes ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Dialect/KernelAttributes.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Dialect/StageVerifiers.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace heddle {
#define GEN_PASS_DEF_STRIPATTRIBUTES
#include "heddle/Dialect/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

/// Symbols and modules also have attributes of LLVM, such as the data layout,
/// which are part of the program.
static bool isRemovable(Operation *op, NamedAttribute attribute) {
  if (!isa<ModuleOp, SymbolOpInterface>(op))
    return true;
  Dialect *owner = attribute.getNameDialect();
  return isa_and_nonnull<par::ParDialect>(owner) ||
         (isa_and_nonnull<HeddleDialect>(owner) && isHint(attribute.getName()));
}

namespace {
struct StripAttributes
    : public heddle::impl::StripAttributesBase<StripAttributes> {
  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      for (NamedAttribute attribute :
           llvm::to_vector(op->getDiscardableAttrs()))
        if (isRemovable(op, attribute))
          op->removeDiscardableAttr(attribute.getName());
    });
  }
};
} // namespace
