//===- Import.cpp - A device module as MLIR -------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Raise/Import.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Raise/Kernels.h"

#include "mlir/Target/LLVMIR/Import.h"

using namespace mlir;
using namespace heddle;

OwningOpRef<ModuleOp>
heddle::importDeviceModule(std::unique_ptr<llvm::Module> device,
                           const ImportMarks &marks, MLIRContext &context) {
  OwningOpRef<ModuleOp> module = translateLLVMIRToModule(
      std::move(device), &context, /*emitExpensiveWarnings=*/false);
  if (!module)
    return nullptr;
  UnitAttr unit = UnitAttr::get(&context);
  for (auto function : module->getOps<LLVM::LLVMFuncOp>()) {
    // The CPU is the same for all functions: said once, when they are linked
    // to the host's, and not on every line that a person reads.
    for (StringRef name : {"target_cpu", "target_features", "tune_cpu",
                           "passthrough", "uwtable_kind"})
      function->removeAttr(name);
    if (!marks.kernels.contains(function.getName()))
      continue;
    function->setAttr(kernelAttr, unit);
    if (marks.fiberKernels.contains(function.getName()))
      function->setAttr(fibersAttr, unit);
    if (marks.neighbours.contains(function.getName()))
      function->setAttr(neighboursAttr, unit);
    if (marks.singleBlocks.contains(function.getName()))
      function->setAttr(singleBlockAttr, unit);
    if (auto it = marks.blockShapes.find(function.getName());
        it != marks.blockShapes.end()) {
      SmallVector<Attribute> shapes;
      for (const std::array<uint32_t, 3> &shape : it->second)
        shapes.push_back(
            DenseI64ArrayAttr::get(&context, {shape[0], shape[1], shape[2]}));
      function->setAttr(blockShapesAttr, ArrayAttr::get(&context, shapes));
      if (marks.knownLaunches.contains(function.getName()))
        function->setAttr(knownLaunchesAttr, unit);
      auto arguments = marks.arguments.find(function.getName());
      if (arguments != marks.arguments.end() &&
          llvm::any_of(arguments->second,
                       [](auto argument) { return argument.has_value(); })) {
        SmallVector<Attribute> numbers;
        for (std::optional<int64_t> argument : arguments->second)
          numbers.push_back(
              argument ? Attribute(IntegerAttr::get(
                             IntegerType::get(&context, 64), *argument))
                       : unit);
        function->setAttr(argumentsAttr, ArrayAttr::get(&context, numbers));
      }
    }
  }
  for (auto global : module->getOps<LLVM::GlobalOp>())
    if (marks.sharedVariables.contains(global.getSymName()))
      global->setAttr(sharedAttr, unit);
  module->walk([&](LLVM::AddressOfOp address) {
    if (marks.constantVariables.contains(address.getGlobalName()))
      address->setAttr(par::constantAttr, unit);
  });
  return module;
}
