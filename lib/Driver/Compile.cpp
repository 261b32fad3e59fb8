//===- Compile.cpp - One CUDA source file to one output -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Driver/Compile.h"
#include "HeaderCache.h"
#include "heddle/Driver/ChooseLowering.h"
#include "heddle/Driver/DefaultWarnings.h"
#include "heddle/Driver/KernelPipeline.h"
#include "heddle/Driver/Pipeline.h"
#include "heddle/Driver/VerificationTime.h"
#include "heddle/Frontend/DebugVariables.h"
#include "heddle/Frontend/DeviceModule.h"
#include "heddle/Frontend/Frontend.h"
#include "heddle/Frontend/SharedLimit.h"
#include "heddle/Host/HostModule.h"
#include "heddle/Host/LaunchNeighbours.h"
#include "heddle/Host/VerifiedKernels.h"
#include "heddle/Raise/Import.h"
#include "heddle/Raise/Kernels.h"
#include "heddle/Support/RuntimeABI.h"
#include "heddle/Target/Codegen.h"
#include "heddle/Target/LineTables.h"
#include "heddle/Target/ParallelCodegen.h"
#include "heddle/Target/VectorizeReport.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Timer.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace heddle;

bool CompileOptions::namesLines() const {
  return vectorizeReport || llvm::any_of(mappings, [](const auto &mapping) {
           return mapping.second == Mapping::Lanes;
         });
}

std::vector<std::string>
heddle::clangDriverArgs(const CompileOptions &options) {
  std::vector<std::string> args = {
      "-x",         "cuda",       "--cuda-host-only",
      "-nocudainc", "-nocudalib", "--cuda-path=" + options.installDir,
      "-fdeclspec"};
  llvm::append_range(args, defaultWarningArgs());
  llvm::SmallString<128> headers(options.installDir);
  llvm::sys::path::append(headers, "lib", "heddle", "include");
  args.insert(args.end(),
              {"-isystem", headers.str().str(), "-include", "cuda_runtime.h"});
  args.push_back("-O" + std::to_string(options.optLevel));
  args.push_back("-march=" + options.cpu);
  if (options.debugInfo || options.deviceDebug)
    args.push_back("-g");
  else if (options.lineInfo || options.namesLines())
    args.push_back("-gline-tables-only");
  args.insert(args.end(), options.clangArgs.begin(), options.clangArgs.end());
  // Last, so that a project with its own CCCL gets that.
  args.insert(args.end(),
              {"-isystem", options.installDir + "/lib/heddle/cccl"});
  return args;
}

namespace {

/// One compilation: the modules, and the output.
class Compilation {
public:
  Compilation(const CompileOptions &options)
      : options(options), timers("heddle", "Heddle: where the time goes") {}

  int run() {
    // Printed even if a step fails.
    int code = compile();
    if (options.timeReport)
      printTimes();
    else
      timers.clear();
    return code;
  }

  /// After run().
  ModuleSymbols symbols() const;

private:
  int compile();
  bool parse();
  bool raiseAndLower();
  void readResources();
  bool link();
  std::optional<VectorizeReport> makeReport();
  int generate();
  bool generate(llvm::TargetMachine &machine, VectorizeReport *report,
                llvm::raw_pwrite_stream &out);
  int print(llvm::function_ref<void(llvm::raw_ostream &)> printer);
  bool mayWaitForBlocks();
  void printTimes();

  /// Runs one step of the compilation under a timer.
  template <typename Step> auto timed(llvm::StringRef name, Step step) {
    if (!options.timeReport)
      return step();
    timerStore.push_back(std::make_unique<llvm::Timer>(name, name, timers));
    llvm::TimeRegion region(*timerStore.back());
    return step();
  }

  const CompileOptions &options;
  llvm::TimerGroup timers;
  std::vector<std::unique_ptr<llvm::Timer>> timerStore;
  llvm::LLVMContext llvmContext, deviceContext;
  FrontendResult source;
  std::unique_ptr<mlir::MLIRContext> context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  llvm::StringMap<KernelResources> resources;
  VerificationTime verificationTime;
  /// What the report says of the mapping of kernels, by symbol.
  llvm::StringMap<MappingReport> mappingReports;
  /// Empty without --verify-launches.
  VerifyFactsMap verifyFacts;
};

} // namespace

int Compilation::print(llvm::function_ref<void(llvm::raw_ostream &)> printer) {
  std::error_code error;
  llvm::ToolOutputFile out(options.output, error, llvm::sys::fs::OF_Text);
  if (error) {
    llvm::errs() << "heddle: error: cannot write '" << options.output
                 << "': " << error.message() << "\n";
    return 1;
  }
  printer(out.os());
  out.keep();
  return 0;
}

void Compilation::printTimes() {
  double total = 0;
  for (const std::unique_ptr<llvm::Timer> &timer : timerStore)
    total += timer->getTotalTime().getWallTime();
  timers.print(llvm::errs(), /*ResetAfterPrint=*/true);
  double verified = verificationTime.seconds();
  llvm::errs() << llvm::format(
      "%9.4f s (%5.1f%%)  verify (in the rows of MLIR)\n", verified,
      total ? 100 * verified / total : 0.0);
}

bool Compilation::parse() {
  FrontendOptions frontend;
  frontend.driverArgs = clangDriverArgs(options);
  frontend.driverArgs.insert(frontend.driverArgs.end(),
                             {"-c", "-o", "-", options.input});
  frontend.clangPath = HEDDLE_LLVM_DIR "/bin/clang++";
  // Each lowering contracts other operations. Verification compares results
  // that depend on this, such as the number of iterations of a loop.
  frontend.contract = options.fmad.value_or(!options.verifyLaunches);
  frontend.fastMath = options.fastMath;
  frontend.sameRounding = options.verifyLaunches;
  frontend.relocatable = options.relocatable;
  frontend.deviceOnly = options.deviceOnly;
  frontend.files = options.files;
  PrecompiledHeader header;
  // NVRTC's sources have other headers.
  if (!options.deviceOnly)
    header = findPrecompiledHeader(options, frontend);
  if (header.host && header.device) {
    frontend.hostHeader = header.host.get();
    frontend.deviceHeader = header.device.get();
  }
  std::optional<FrontendResult> result =
      parseCuda(frontend, llvmContext, deviceContext);
  if (!result)
    return false;
  source = std::move(*result);
  isolateDeviceSymbols(*source.device, source.deviceFacts, options.relocatable);
  dropUnlaunchedKernels(*source.host, source.hostFacts, *source.device,
                        source.deviceFacts);
  // Debug information describes only kernels on fibers.
  bool lines = options.lineInfo || options.namesLines() ||
               (options.sanitized && options.debugInfo);
  if (!options.deviceDebug || options.lowering == Lowering::Fission) {
    if (lines)
      llvm::stripNonLineTableDebugInfo(*source.device);
    else
      llvm::StripDebugInfo(*source.device);
    return true;
  }
  describeThreadToDebugger(*source.device, source.deviceFacts,
                           options.installDir + "/lib/heddle/include");
  return true;
}

static bool isMLIRStage(Stage stage) {
  return stage == Stage::Raised || stage == Stage::Par ||
         stage == Stage::Optimized;
}

bool Compilation::raiseAndLower() {
  ImportMarks marks = markDeviceModule(options, source);
  mlir::DialectRegistry registry;
  registerDialects(registry);
  context = std::make_unique<mlir::MLIRContext>(
      registry, mlir::MLIRContext::Threading::DISABLED);
  context->loadAllAvailableDialects();

  // The import takes the module; linking needs its variables' types later.
  module = timed("import (MLIR)", [&] {
    return importDeviceModule(llvm::CloneModule(*source.device), marks,
                              *context);
  });
  if (!module) {
    llvm::errs() << "heddle: error: cannot import device code of '"
                 << options.input << "'\n";
    return false;
  }
  const llvm::Function *model = findModel(*source.host);
  llvm::StringRef processor =
      model ? model->getFnAttribute("target-cpu").getValueAsString() : "";
  KernelPipeline pipeline(options, *module, source.deviceFacts.kernels,
                          processor, verificationTime);
  bool isDone =
      timed("raise and optimize (MLIR)", [&] { return pipeline.raise(); });
  if (isDone && isMLIRStage(options.stage))
    pipeline.merge();
  else if (isDone)
    isDone = timed("lower (MLIR)", [&] { return pipeline.lower(); });
  if (options.passReport)
    pipeline.reportPasses();
  mappingReports = pipeline.getMappingReports();
  if (!isDone || isMLIRStage(options.stage))
    return isDone;
  if (!source.device->debug_compile_units().empty())
    completeLineTables(*module);
  readResources();
  return true;
}

/// What the runtime is to know of each kernel.
void Compilation::readResources() {
  for (auto function : module->getOps<mlir::LLVM::LLVMFuncOp>()) {
    auto bytes = function->getAttrOfType<mlir::IntegerAttr>(sharedBytesAttr);
    llvm::StringRef name = function.getName();
    if (!bytes || !name.consume_back(".grid"))
      continue;
    KernelResources &kernel = resources[name];
    kernel.staticSharedBytes = bytes.getInt();
    kernel.usesFibers = function->hasAttr(fibersAttr);
    kernel.mayWait = function->hasAttr(mayWaitAttr);
    kernel.mayJoin = function->hasAttr(mayJoinAttr);
    // A function of another file may wait too.
    kernel.waitsForBlocks =
        kernel.usesFibers && (options.relocatable || mayWaitForBlocks());
  }
}

/// Whether some thread waits for others in a way that may cross blocks.
bool Compilation::mayWaitForBlocks() {
  return llvm::any_of(*source.device, [](const llvm::Function &function) {
    return (function.getName() == HEDDLE_ABI(__heddle_yield).name ||
            function.getName().starts_with("__heddle_grid_")) &&
           !function.use_empty();
  });
}

/// Enables the sanitizers of host functions for device functions.
static void copySanitizers(const llvm::Module &host, llvm::Module &device) {
  for (llvm::Attribute::AttrKind kind :
       {llvm::Attribute::SanitizeAddress, llvm::Attribute::SanitizeThread})
    if (llvm::any_of(host, [&](const llvm::Function &function) {
          return function.hasFnAttribute(kind);
        }))
      for (llvm::Function &function : device)
        if (!function.isDeclaration())
          function.addFnAttr(kind);
}

/// Compiles device functions for the CPU of host functions.
static void copyTargetAttributes(const llvm::Module &host,
                                 llvm::Module &device) {
  const llvm::Function *like = findModel(host);
  if (!like)
    return;
  copySanitizers(host, device);
  for (llvm::Function &function : device) {
    if (function.isDeclaration())
      continue;
    for (llvm::StringRef name : {"target-cpu", "target-features", "tune-cpu",
                                 "frame-pointer", "prefer-vector-width"})
      if (llvm::Attribute attr = like->getFnAttribute(name); attr.isValid())
        function.addFnAttr(attr);
    // Thread loops are long and regular: the reasons for short vectors in
    // general code do not apply. An explicit option takes precedence.
    if (!like->hasFnAttribute("prefer-vector-width"))
      function.addFnAttr("prefer-vector-width", "512");
  }
}

/// Links host and device into one module.
bool Compilation::link() {
  // Launches are verified one by one.
  if (!options.verifyLaunches)
    letLaunchesWait(*source.host, source.hostFacts, resources);
  connectHostModule(*source.host, source.hostFacts, *source.device,
                    source.deviceFacts, resources, verifyFacts);
  if (!module)
    return true;
  std::unique_ptr<llvm::Module> device =
      mlir::translateModuleToLLVMIR(*module, llvmContext, "device");
  if (!device) {
    llvm::errs() << "heddle: internal error: device code did not translate\n";
    return false;
  }
  device->setTargetTriple(source.host->getTargetTriple());
  device->setDataLayout(source.host->getDataLayout());
  copyTargetAttributes(*source.host, *device);
  if (llvm::NamedMDNode *flags = device->getModuleFlagsMetadata())
    device->eraseNamedMetadata(flags);
  if (llvm::Linker::linkModules(*source.host, std::move(device)))
    return false;
  // Nothing outside this file refers to these any more.
  auto internalize = [](llvm::GlobalValue *value) {
    if (!value || value->isDeclaration())
      return;
    value->setVisibility(llvm::GlobalValue::DefaultVisibility);
    value->setLinkage(llvm::GlobalValue::InternalLinkage);
  };
  for (const Kernel &kernel : source.deviceFacts.kernels) {
    internalize(source.host->getFunction(gridFunctionName(kernel.name)));
    internalize(source.host->getNamedGlobal(kernel.name + ".info"));
  }
  for (const auto &variable : source.deviceFacts.variables)
    if (!options.relocatable || isInternalName(variable.getKey()))
      internalize(source.host->getNamedGlobal(variable.getKey()));
  std::string message;
  llvm::raw_string_ostream stream(message);
  if (llvm::verifyModule(*source.host, &stream)) {
    llvm::errs() << "heddle: internal error: invalid code was generated\n"
                 << message << "\n";
    return false;
  }
  return true;
}

std::optional<VectorizeReport> Compilation::makeReport() {
  if (!options.vectorizeReport)
    return std::nullopt;
  std::vector<VectorizeReport::Kernel> kernels;
  for (const Kernel &kernel : source.deviceFacts.kernels)
    if (!kernel.isReference) {
      MappingReport mapping = mappingReports.lookup(kernel.name);
      kernels.push_back({kernel.name, kernel.prettyName,
                         resources.lookup(kernel.name).usesFibers,
                         mapping.asLanes, mapping.text});
    }
  return VectorizeReport(std::move(kernels));
}

/// Optimizes the program and writes its machine code.
bool Compilation::generate(llvm::TargetMachine &machine,
                           VectorizeReport *report,
                           llvm::raw_pwrite_stream &out) {
  // Only reports and warnings need lines.
  bool dropLines = options.namesLines() && !options.debugInfo &&
                   !options.deviceDebug && !options.lineInfo;
  bool assembly = options.stage == Stage::Assembly;
  bool skipStrips =
      !llvm::is_contained(options.disabledPasses, skipQuietStripsName);
  limitSearches(*source.host);
  // The parts of a text could not be joined, and those of a program that
  // verifies itself would each define the functions that it shares.
  if (options.optLevel > 0 && !assembly && !options.verifyLaunches) {
    ParallelCodegen parallel;
    parallel.optLevel = options.optLevel;
    parallel.skipStrips = skipStrips;
    parallel.threads = options.splitCompile;
    parallel.report = report;
    parallel.dropLines = dropLines;
    ParallelResult result = timed("optimize and generate in parts (LLVM)", [&] {
      return generateInParallel(*source.host, parallel, out);
    });
    if (result != ParallelResult::NotDivided)
      return result == ParallelResult::Done;
  }
  timed("optimize (LLVM)", [&] {
    optimizeModule(*source.host, machine, options.optLevel, skipStrips, report);
    // The reference calls the scalar functions, whose last bits differ.
    if (options.verifyLaunches)
      expandVectorMath(*source.host);
    return true;
  });
  if (dropLines)
    llvm::StripDebugInfo(*source.host);
  return timed("generate machine code", [&] {
    return emitModule(*source.host, machine, assembly, out);
  });
}

int Compilation::generate() {
  std::unique_ptr<llvm::TargetMachine> machine =
      createTargetMachine(*source.host, options.optLevel);
  if (!machine)
    return 1;
  std::optional<VectorizeReport> report = makeReport();
  std::error_code error;
  bool assembly = options.stage == Stage::Assembly;
  llvm::ToolOutputFile out(options.output, error,
                           assembly ? llvm::sys::fs::OF_Text
                                    : llvm::sys::fs::OF_None);
  if (error) {
    llvm::errs() << "heddle: error: cannot write '" << options.output
                 << "': " << error.message() << "\n";
    return 1;
  }
  bool written;
  if (out.os().supportsSeeking()) {
    written = generate(*machine, report ? &*report : nullptr, out.os());
  } else {
    llvm::SmallVector<char> bytes;
    llvm::raw_svector_ostream buffer(bytes);
    written = generate(*machine, report ? &*report : nullptr, buffer);
    out.os() << buffer.str();
  }
  if (!written)
    return 1;
  if (report)
    report->print(llvm::errs(), options.input, options.optLevel);
  out.keep();
  return 0;
}

/// The exit code that tells the driver that the compiler itself failed.
static constexpr int internalError = 70;

int Compilation::compile() {
  if (!timed("parse (Clang, both passes)", [&] { return parse(); }))
    return 1;
  bool kernels = !source.deviceFacts.kernels.empty();
  timed("simplify device code", [&] {
    simplifyDeviceModule(
        *source.device, source.deviceFacts, options.optLevel,
        options.warpLockstep,
        !llvm::is_contained(options.disabledPasses, unrollShortLoopsName));
    return true;
  });
  if (!checkSharedMemory(*source.device, source.deviceFacts))
    return 1;
  if (options.stage == Stage::LLVM)
    return print(
        [&](llvm::raw_ostream &out) { source.device->print(out, nullptr); });

  if (options.verifyLaunches)
    verifyFacts = addReferenceKernels(*source.device, source.deviceFacts);
  for (const Kernel &kernel : source.deviceFacts.kernels)
    for (const std::string &name : {kernel.name, referenceName(kernel.name)})
      if (llvm::Function *function = source.device->getFunction(name))
        resources[name].ownSharedBytes = scratchBytes(*function);

  // Variables and functions of the device need no raising, but have to be
  // linked into the program.
  bool anything = kernels || !source.deviceFacts.variables.empty() ||
                  options.relocatable || isMLIRStage(options.stage);
  if (anything) {
    if (!raiseAndLower())
      return options.lowering == Lowering::Auto ? internalError : 1;
    if (isMLIRStage(options.stage))
      return print([&](llvm::raw_ostream &out) { module->print(out); });
  }
  if (!timed("link host and device", [&] { return link(); }))
    return internalError;
  if (options.stage == Stage::Lowered)
    return print(
        [&](llvm::raw_ostream &out) { source.host->print(out, nullptr); });
  return generate();
}

ModuleSymbols Compilation::symbols() const {
  ModuleSymbols symbols;
  for (const std::string &name : source.loweredNames)
    symbols.expressions.push_back(driverName(name));
  for (const Kernel &kernel : source.deviceFacts.kernels)
    symbols.kernels.push_back(driverName(kernel.name));
  for (const auto &entry : source.deviceFacts.variables) {
    const llvm::GlobalVariable *variable =
        source.device->getNamedGlobal(entry.getKey());
    if (entry.second != VariableKind::Shared && variable &&
        !variable->isDeclaration())
      symbols.variables.push_back(
          {driverName(entry.getKey()),
           source.device->getDataLayout().getTypeAllocSize(
               variable->getValueType()),
           variable->getAlign().valueOrOne().value(),
           entry.second == VariableKind::Constant});
  }
  llvm::sort(symbols.variables,
             [](const auto &a, const auto &b) { return a.name < b.name; });
  return symbols;
}

int heddle::compileCuda(const CompileOptions &options, ModuleSymbols *symbols) {
  Compilation compilation(options);
  int code = compilation.run();
  if (code == 0 && symbols)
    *symbols = compilation.symbols();
  return code;
}
