//===- PrintMapping.cpp - Prints the mapping of a kernel ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Dialect/Par.h"
#include "heddle/Transforms/Vectorize/Passes.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace heddle {
#define GEN_PASS_DEF_PRINTMAPPING
#include "heddle/Transforms/Vectorize/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {
struct PrintMapping : public heddle::impl::PrintMappingBase<PrintMapping> {
  using PrintMappingBase::PrintMappingBase;

  void runOnOperation() override {
    getOperation()->walk([&](FunctionOpInterface function) {
      if (!function.isExternal())
        print(function);
    });
    markAllAnalysesPreserved();
  }

private:
  void print(FunctionOpInterface kernel) {
    MappingChoice choice;
    choice.lanes = lanes;
    choice.refusal = whyNotVectorized(kernel, /*beforeFission=*/false);
    choice.asLanes =
        !choice.refusal &&
        chooseLanes(kernel, choice.processor, /*mayBeSlow=*/true).isFaster;
    // The first argument is the configuration of the launch.
    std::vector<std::string> parameters;
    for (unsigned i = 1; i < kernel.getNumArguments(); ++i)
      parameters.push_back("p" + std::to_string(i - 1));
    llvm::outs() << kernel.getName() << '\n'
                 << describeMapping(kernel, choice, parameters);
  }
};
} // namespace
