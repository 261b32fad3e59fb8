//===- ChooseLowering.cpp - Selects the lowering of each kernel -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Driver/ChooseLowering.h"
#include "heddle/Frontend/DeviceModule.h"
#include "heddle/Host/LaunchNeighbours.h"
#include "heddle/Host/LaunchShapes.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

using namespace heddle;

/// Notes the functions that a kernel cannot call and be raised: what could not
/// be inlined, if it depends on the thread, and what other files define.
static void markFunctions(ImportMarks &marks, const FrontendResult &source) {
  for (const llvm::Function &function : *source.device) {
    if (marks.kernels.contains(function.getName()))
      continue;
    if (function.isDeclaration()) {
      if (function.getName().ends_with(".device"))
        marks.otherFiles.insert(function.getName());
    } else if (needsThreadContext(function, source.deviceFacts)) {
      marks.threadFunctions.insert(function.getName());
      marks.contextByPointer |= function.hasAddressTaken();
    }
  }
}

/// The name of launch fusion for `--disable-pass`, here and in the device code.
static constexpr llvm::StringLiteral fuseLaunchesName = "fuse-launches";

/// In instructions. Typical kernels have a few hundred.
static constexpr unsigned longestForAllSizes = 1000;

/// Of sizes that the file uses for other kernels, a kernel with launch bounds
/// is likely to have one of as many threads as these allow: libraries give the
/// same constant to both. The others would only cost compile time.
static void fitLaunchBounds(std::vector<BlockShape> &guesses,
                            unsigned maxThreads) {
  llvm::erase_if(guesses, [=](const BlockShape &shape) {
    return uint64_t(shape[0]) * shape[1] * shape[2] != maxThreads;
  });
  if (guesses.empty())
    guesses.push_back({maxThreads, 1, 1});
}

/// Records what is known about launches in host code.
static void markLaunches(ImportMarks &marks, const CompileOptions &options,
                         FrontendResult &source) {
  llvm::StringMap<unsigned> bounds;
  for (const Kernel &kernel : source.deviceFacts.kernels)
    if (kernel.maxThreads < Kernel().maxThreads)
      bounds[kernel.name] = kernel.maxThreads;
  for (auto &entry : findBlockShapes(*source.host, source.hostFacts)) {
    auto &[shapes, areGuesses, areAllHere, areAll, launches, hasSingleBlocks] =
        entry.second;
    if (auto bound = bounds.find(entry.getKey());
        bound != bounds.end() && areGuesses && !shapes.empty())
      fitLaunchBounds(shapes, bound->second);
    // Each size costs a copy of the kernel. For a long kernel, copies for sizes
    // that are only candidates are not worth the compile time.
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
  unsigned preferred = 512;
  if (llvm::Attribute width = model->getFnAttribute("prefer-vector-width");
      width.isValid() && width.getValueAsString().getAsInteger(10, preferred))
    preferred = 512;
  return preferred >= 512 &&
         llvm::is_contained(llvm::split(features, ','), "+avx512f");
}

/// Whether there is a loop that threads never leave. MLIR removes loops without
/// a result or an effect on memory as dead code, also those that do not end.
static bool hasEndlessLoop(llvm::Function &function) {
  llvm::DominatorTree dominators(function);
  llvm::LoopInfo loops(dominators);
  return llvm::any_of(loops.getLoopsInPreorder(), [](const llvm::Loop *loop) {
    return loop->hasNoExitBlocks();
  });
}

ImportMarks heddle::markDeviceModule(const CompileOptions &options,
                                     FrontendResult &source) {
  ImportMarks marks;
  marks.packsLanes = isForAVX512(findModel(*source.host));
  for (const Kernel &kernel : source.deviceFacts.kernels)
    marks.kernels.insert(kernel.name);
  if (options.lowering == Lowering::Fibers ||
      (options.lowering == Lowering::Auto && options.deviceDebug))
    marks.fiberKernels = marks.kernels;
  for (const Kernel &kernel : source.deviceFacts.kernels) {
    llvm::Function *function = source.device->getFunction(kernel.name);
    if (kernel.isReference ||
        (options.lowering == Lowering::Auto && hasEndlessLoop(*function)))
      marks.fiberKernels.insert(kernel.name);
  }
  markFunctions(marks, source);
  for (const auto &variable : source.deviceFacts.variables)
    if (variable.second == VariableKind::Shared)
      marks.sharedVariables.insert(variable.getKey());
    else if (variable.second == VariableKind::Constant)
      marks.constantVariables.insert(variable.getKey());
  if (options.optLevel > 1)
    markLaunches(marks, options, source);
  return marks;
}
