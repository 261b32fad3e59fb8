//===- ChooseLowering.cpp - What is known of a file's kernels -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Driver/ChooseLowering.h"
#include "heddle/Frontend/DeviceModule.h"
#include "heddle/Host/LaunchNeighbours.h"
#include "heddle/Host/LaunchShapes.h"
#include "heddle/Support/RuntimeABI.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Instructions.h"

using namespace heddle;

/// Why a kernel needs fibers, or nothing. Fission needs all that depends on the
/// thread in the kernel itself; what could not be inlined needs fibers, and so
/// does whoever waits for others in a way that is no barrier.
static std::string reasonForFibers(const llvm::Function &kernel,
                                   const FrontendResult &source) {
  static const std::string notInlined =
      "calls a device function that depends on the thread and cannot be "
      "inlined";
  bool indirect = false;
  for (const llvm::BasicBlock &block : kernel) {
    // Computed gotos have no structure.
    if (!llvm::isa<llvm::BranchInst, llvm::SwitchInst, llvm::ReturnInst>(
            block.getTerminator()))
      return "has a computed goto";
    for (const llvm::Instruction &inst : block) {
      auto *call = llvm::dyn_cast<llvm::CallBase>(&inst);
      if (!call)
        continue;
      const llvm::Function *callee = call->getCalledFunction();
      if (!callee)
        indirect = true;
      else if (!callee->isDeclaration() &&
               needsThreadContext(*callee, source.deviceFacts))
        return notInlined;
      else if (needsFibers(callee->getName()))
        return callee->getName() == HEDDLE_ABI(__heddle_yield).name
                   ? "has a thread that spins until another one goes on"
                   : "synchronises a part of a block, or asks how it was "
                     "launched";
      // A function of another file may synchronise.
      else if (callee->isDeclaration() &&
               callee->getName().ends_with(".device"))
        return "calls a device function of another file";
    }
  }
  if (indirect)
    for (const llvm::Function &function : *source.device)
      if (function.hasAddressTaken() && !function.isDeclaration() &&
          needsThreadContext(function, source.deviceFacts))
        return notInlined;
  return "";
}

/// What `--disable-pass` calls the fusion of launches, here and in the device
/// code.
static constexpr llvm::StringLiteral fuseLaunchesName = "fuse-launches";

/// In instructions. Kernels that people write have some hundred.
static constexpr unsigned longestForAllSizes = 1000;

/// Notes what host code says of launches.
static void markLaunches(ImportMarks &marks, const CompileOptions &options,
                         FrontendResult &source) {
  for (auto &entry : findBlockShapes(*source.host, source.hostFacts)) {
    auto &[shapes, areAllHere, areAll, launches, hasSingleBlocks] =
        entry.second;
    // Each size costs a copy of the kernel. That of a long one for sizes that
    // are not seen is not worth the time that it takes.
    const llvm::Function *kernel = source.device->getFunction(entry.getKey());
    bool isLong = kernel && kernel->getInstructionCount() > longestForAllSizes;
    bool haveNests = shapes.size() <= 2 && !options.relocatable;
    if (haveNests && (areAll || (areAllHere && isLong)))
      marks.knownLaunches.insert(entry.getKey());
    if (haveNests && areAll)
      marks.knownArguments.insert(entry.getKey());
    marks.launches[entry.getKey()] = launches;
    if (hasSingleBlocks)
      marks.singleBlocks.insert(entry.getKey());
    shapes.resize(std::min<size_t>(shapes.size(), 2));
    marks.blockShapes[entry.getKey()] = shapes;
  }
  if (!llvm::is_contained(options.disabledPasses, fuseLaunchesName))
    marks.neighbours = findNeighbours(*source.host, source.hostFacts);
}

const llvm::Function *heddle::findModel(const llvm::Module &host) {
  for (const llvm::Function &function : host)
    if (!function.isDeclaration() && function.hasFnAttribute("target-cpu"))
      return &function;
  return nullptr;
}

static bool isForAVX512(const llvm::Function *model) {
  if (!model)
    return false;
  llvm::StringRef features =
      model->getFnAttribute("target-features").getValueAsString();
  return llvm::is_contained(llvm::split(features, ','), "+avx512f");
}

std::optional<ImportMarks> heddle::chooseLowering(const CompileOptions &options,
                                                  FrontendResult &source) {
  ImportMarks marks;
  marks.packsLanes = isForAVX512(findModel(*source.host));
  bool allFibers = options.lowering == Lowering::Fibers ||
                   (options.lowering == Lowering::Auto && options.deviceDebug);
  for (const Kernel &kernel : source.deviceFacts.kernels) {
    marks.kernels.insert(kernel.name);
    std::string reason =
        reasonForFibers(*source.device->getFunction(kernel.name), source);
    bool forced = !reason.empty();
    if (forced && options.lowering == Lowering::Fission) {
      llvm::errs() << "heddle: error: kernel '" << kernel.prettyName
                   << "' cannot be lowered by fission: it " << reason << "\n";
      return std::nullopt;
    }
    if (forced || allFibers)
      marks.fiberKernels.insert(kernel.name);
  }
  for (const auto &variable : source.deviceFacts.variables)
    if (variable.second == VariableKind::Shared)
      marks.sharedVariables.insert(variable.getKey());
    else if (variable.second == VariableKind::Constant)
      marks.constantVariables.insert(variable.getKey());
  if (options.optLevel > 1)
    markLaunches(marks, options, source);
  return marks;
}
