//===- Codegen.cpp - LLVM IR to the machine's code ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Target/Codegen.h"
#include "FreezeNarrowIndices.h"
#include "heddle/Support/AnalysisManagers.h"

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"

using namespace heddle;

std::unique_ptr<llvm::TargetMachine>
heddle::createTargetMachine(const llvm::Module &module, int optLevel) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  std::string error;
  const llvm::Triple &triple = module.getTargetTriple();
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target) {
    llvm::errs() << "heddle: error: " << error << "\n";
    return nullptr;
  }
  // Clang put the CPU and its features on every function; those count.
  std::string cpu, features;
  for (const llvm::Function &function : module) {
    if (function.isDeclaration() || !function.hasFnAttribute("target-cpu"))
      continue;
    cpu = function.getFnAttribute("target-cpu").getValueAsString().str();
    features =
        function.getFnAttribute("target-features").getValueAsString().str();
    break;
  }
  auto level = optLevel == 0   ? llvm::CodeGenOptLevel::None
               : optLevel == 1 ? llvm::CodeGenOptLevel::Less
               : optLevel == 2 ? llvm::CodeGenOptLevel::Default
                               : llvm::CodeGenOptLevel::Aggressive;
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Standard;
  options.FunctionSections = true;
  options.DataSections = true;
  options.UseInitArray = true;
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, cpu, features, options, llvm::Reloc::PIC_, std::nullopt, level));
}

void heddle::optimizeModule(llvm::Module &module, llvm::TargetMachine &machine,
                            int optLevel) {
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = optLevel > 1;
  tuning.SLPVectorization = optLevel > 1;
  tuning.LoopInterleaving = optLevel > 1;
  llvm::PassBuilder builder(&machine, tuning);
  AnalysisManagers analyses;
  llvm::TargetLibraryInfoImpl library(module.getTargetTriple(),
                                      llvm::VectorLibrary::LIBMVEC);
  analyses.functions.registerPass(
      [&] { return llvm::TargetLibraryAnalysis(library); });
  analyses.registerAll(builder);
  builder.registerVectorizerStartEPCallback(
      [](llvm::FunctionPassManager &pm, llvm::OptimizationLevel) {
        pm.addPass(FreezeNarrowIndices());
      });
  llvm::ModulePassManager pm;
  if (optLevel == 0)
    pm = builder.buildO0DefaultPipeline(llvm::OptimizationLevel::O0);
  else
    pm = builder.buildPerModuleDefaultPipeline(
        optLevel == 1   ? llvm::OptimizationLevel::O1
        : optLevel == 2 ? llvm::OptimizationLevel::O2
                        : llvm::OptimizationLevel::O3);
  pm.run(module, analyses.modules);
}

bool heddle::emitModule(llvm::Module &module, llvm::TargetMachine &machine,
                        bool assembly, llvm::raw_pwrite_stream &out) {
  llvm::legacy::PassManager pm;
  llvm::TargetLibraryInfoImpl library(module.getTargetTriple(),
                                      llvm::VectorLibrary::LIBMVEC);
  pm.add(new llvm::TargetLibraryInfoWrapperPass(library));
  auto type = assembly ? llvm::CodeGenFileType::AssemblyFile
                       : llvm::CodeGenFileType::ObjectFile;
  if (machine.addPassesToEmitFile(pm, out, nullptr, type)) {
    llvm::errs() << "heddle: error: this target cannot write such a file\n";
    return false;
  }
  pm.run(module);
  return true;
}
