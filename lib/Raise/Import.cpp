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

/// Records the launches of a kernel if any passes a constant.
static void markLaunches(LLVM::LLVMFuncOp function, const ImportMarks &marks) {
  auto found = marks.launches.find(function.getName());
  auto isNumber = [](const auto &value) { return value.has_value(); };
  if (found == marks.launches.end() ||
      llvm::none_of(found->second, [&](const KnownLaunch &launch) {
        return llvm::any_of(launch.arguments, isNumber);
      }))
    return;
  Builder builder(function.getContext());
  SmallVector<Attribute> launches;
  for (const KnownLaunch &launch : found->second) {
    SmallVector<Attribute> entry = {builder.getUnitAttr()};
    if (auto shape = launch.shape)
      entry[0] =
          builder.getDenseI64ArrayAttr({(*shape)[0], (*shape)[1], (*shape)[2]});
    for (std::optional<int64_t> number : launch.arguments)
      entry.push_back(number ? Attribute(builder.getI64IntegerAttr(*number))
                             : builder.getUnitAttr());
    launches.push_back(builder.getArrayAttr(entry));
  }
  function->setAttr(launchesAttr, builder.getArrayAttr(launches));
  if (marks.knownArguments.contains(function.getName()))
    function->setAttr(knownArgumentsAttr, builder.getUnitAttr());
}

OwningOpRef<ModuleOp>
heddle::importDeviceModule(std::unique_ptr<llvm::Module> device,
                           const ImportMarks &marks, MLIRContext &context) {
  OwningOpRef<ModuleOp> module = translateLLVMIRToModule(
      std::move(device), &context, /*emitExpensiveWarnings=*/false);
  if (!module)
    return nullptr;
  UnitAttr unit = UnitAttr::get(&context);
  if (marks.packsLanes)
    (*module)->setAttr(par::packsLanesAttr, unit);
  if (marks.contextByPointer)
    (*module)->setAttr(contextByPointerAttr, unit);
  for (auto function : module->getOps<LLVM::LLVMFuncOp>()) {
    // All functions have the same CPU: it is set once, when they are linked
    // with the host's, to keep the IR readable.
    for (StringRef name : {"target_cpu", "target_features", "tune_cpu",
                           "passthrough", "uwtable_kind"})
      function->removeAttr(name);
    if (marks.threadFunctions.contains(function.getName()))
      function->setAttr(threadContextAttr, unit);
    if (marks.otherFiles.contains(function.getName()))
      function->setAttr(otherFileAttr, unit);
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
      markLaunches(function, marks);
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
