//===- PrintFiberConstructs.cpp - Says why kernels need fibers ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/FiberConstructs.h"
#include "heddle/Transforms/Passes.h"

namespace heddle {
#define GEN_PASS_DEF_PRINTFIBERCONSTRUCTS
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {
struct PrintFiberConstructs
    : public heddle::impl::PrintFiberConstructsBase<PrintFiberConstructs> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<LLVM::LLVMFuncOp>()) {
      if (function.isExternal())
        continue;
      if (std::optional<FiberNeed> need = findFiberConstruct(function))
        need->op->emitRemark()
            << "'" << function.getName() << "' " << describe(need->construct);
    }
    markAllAnalysesPreserved();
  }
};
} // namespace
