//===- Codegen.cpp - LLVM's optimizer and code generation -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Target/Codegen.h"
#include "ForwardRows.h"
#include "FreezeLargeInvariants.h"
#include "FreezeNarrowIndices.h"
#include "HoistDivisions.h"
#include "LargeFunctions.h"
#include "OrderInterleaved.h"
#include "PlainAtomics.h"
#include "ScalarizeSingleLanes.h"
#include "SeparateLaneAddresses.h"
#include "SkipQuietStrips.h"
#include "VectorMath.h"
#include "heddle/Support/AnalysisManagers.h"
#include "heddle/Target/VectorizeReport.h"

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Transforms/Instrumentation/AddressSanitizer.h"
#include "llvm/Transforms/Instrumentation/ThreadSanitizer.h"

using namespace heddle;

std::unique_ptr<llvm::TargetMachine>
heddle::createTargetMachine(const llvm::Module &module, int optLevel) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::InitializeNativeTargetAsmParser(); // for asm in host code
  std::string error;
  const llvm::Triple &triple = module.getTargetTriple();
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target) {
    llvm::errs() << "heddle: error: " << error << "\n";
    return nullptr;
  }
  // Clang put the CPU and its features on every function; these take
  // precedence.
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

static bool hasFunctionWith(const llvm::Module &module,
                            llvm::Attribute::AttrKind kind) {
  return llvm::any_of(module, [&](const llvm::Function &function) {
    return function.hasFnAttribute(kind);
  });
}

/// libomp and Heddle's runtime are not compiled with ThreadSanitizer, which
/// then reports races inside of them. ThreadSanitizer reads its options from a
/// function of this name, of which it has a weak definition.
static void ignoreLibraries(llvm::Module &module) {
  constexpr llvm::StringLiteral name = "__tsan_default_options";
  if (module.getFunction(name))
    return;
  llvm::LLVMContext &context = module.getContext();
  llvm::Type *ptr = llvm::PointerType::get(context, 0);
  auto *function =
      llvm::Function::Create(llvm::FunctionType::get(ptr, /*isVarArg=*/false),
                             llvm::GlobalValue::ExternalLinkage, name, module);
  // One definition per program is enough.
  function->setComdat(module.getOrInsertComdat(name));
  llvm::IRBuilder<> builder(
      llvm::BasicBlock::Create(context, "entry", function));
  builder.CreateRet(
      builder.CreateGlobalString("ignore_noninstrumented_modules=1"));
}

/// The passes that Clang adds at the end of the pipeline. Attributes of
/// functions select the sanitizers.
static void addSanitizers(llvm::Module &module, llvm::PassBuilder &builder) {
  bool address = hasFunctionWith(module, llvm::Attribute::SanitizeAddress);
  bool thread = hasFunctionWith(module, llvm::Attribute::SanitizeThread);
  if (thread)
    ignoreLibraries(module);
  builder.registerOptimizerLastEPCallback([=](llvm::ModulePassManager &pm,
                                              llvm::OptimizationLevel,
                                              llvm::ThinOrFullLTOPhase) {
    if (address)
      pm.addPass(llvm::AddressSanitizerPass(llvm::AddressSanitizerOptions()));
    if (thread) {
      pm.addPass(llvm::ModuleThreadSanitizerPass());
      pm.addPass(
          llvm::createModuleToFunctionPassAdaptor(llvm::ThreadSanitizerPass()));
    }
  });
}

namespace {
struct NoteLoops : public llvm::PassInfoMixin<NoteLoops> {
  explicit NoteLoops(VectorizeReport &report) : report(&report) {}
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses) {
    return report->run(function, analyses);
  }
  VectorizeReport *report;
};
} // namespace

namespace {
/// Like Clang's handler with the default warnings, it does not print which
/// pragmas of the source had no effect.
class QuietAboutPragmas : public llvm::DiagnosticHandler {
public:
  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    return llvm::isa<llvm::DiagnosticInfoOptimizationFailure>(info);
  }
};
} // namespace

void heddle::optimizeModule(llvm::Module &module, llvm::TargetMachine &machine,
                            int optLevel, bool skipStrips,
                            VectorizeReport *report) {
  module.getContext().setDiagnosticHandler(
      std::make_unique<QuietAboutPragmas>());
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = optLevel > 1;
  tuning.SLPVectorization = optLevel > 1;
  tuning.LoopInterleaving = optLevel > 1;
  llvm::PassBuilder builder(&machine, tuning);
  AnalysisManagers analyses;
  llvm::TargetLibraryInfoImpl library(module.getTargetTriple(),
                                      llvm::VectorLibrary::LIBMVEC);
  addWideVectorMath(library, machine);
  analyses.functions.registerPass(
      [&] { return llvm::TargetLibraryAnalysis(library); });
  analyses.registerAll(builder);
  builder.registerPipelineStartEPCallback(
      [](llvm::ModulePassManager &pm, llvm::OptimizationLevel) {
        pm.addPass(
            llvm::createModuleToFunctionPassAdaptor(SeparateLaneAddresses()));
      });
  builder.registerPipelineEarlySimplificationEPCallback(
      [](llvm::ModulePassManager &pm, llvm::OptimizationLevel level,
         llvm::ThinOrFullLTOPhase) {
        if (level != llvm::OptimizationLevel::O0)
          pm.addPass(
              llvm::createModuleToFunctionPassAdaptor(RotateLargeFunctions()));
      });
  builder.registerVectorizerStartEPCallback(
      [&](llvm::FunctionPassManager &pm, llvm::OptimizationLevel) {
        if (skipStrips)
          pm.addPass(SkipQuietStrips());
        pm.addPass(HoistDivisions());
        pm.addPass(FreezeNarrowIndices());
        pm.addPass(OrderInterleaved());
        if (report)
          pm.addPass(NoteLoops(*report));
      });
  builder.registerVectorizerEndEPCallback(
      [](llvm::FunctionPassManager &pm, llvm::OptimizationLevel) {
        pm.addPass(ForwardRows());
      });
  builder.registerOptimizerLastEPCallback([](llvm::ModulePassManager &pm,
                                             llvm::OptimizationLevel level,
                                             llvm::ThinOrFullLTOPhase) {
    pm.addPass(llvm::createModuleToFunctionPassAdaptor(PlainAtomics()));
    // At lower levels code generation has no strength reduction.
    if (level != llvm::OptimizationLevel::O0) {
      llvm::FunctionPassManager workarounds;
      workarounds.addPass(FreezeLargeInvariants());
      workarounds.addPass(ScalarizeSingleLanes());
      pm.addPass(
          llvm::createModuleToFunctionPassAdaptor(std::move(workarounds)));
    }
  });
  addSanitizers(module, builder);
  llvm::ModulePassManager pm;
  if (optLevel == 0)
    pm = builder.buildO0DefaultPipeline(llvm::OptimizationLevel::O0);
  else
    pm = builder.buildPerModuleDefaultPipeline(
        optLevel == 1   ? llvm::OptimizationLevel::O1
        : optLevel == 2 ? llvm::OptimizationLevel::O2
                        : llvm::OptimizationLevel::O3);
  auto run = [&] { pm.run(module, analyses.modules); };
  if (report)
    withRemarks(module.getContext(), *report, run);
  else
    run();
}

bool heddle::emitModule(llvm::Module &module, llvm::TargetMachine &machine,
                        bool assembly, llvm::raw_pwrite_stream &out) {
  llvm::legacy::PassManager pm;
  llvm::TargetLibraryInfoImpl library(module.getTargetTriple(),
                                      llvm::VectorLibrary::LIBMVEC);
  addWideVectorMath(library, machine);
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
