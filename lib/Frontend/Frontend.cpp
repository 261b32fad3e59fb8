//===- Frontend.cpp - CUDA C++ to two LLVM modules ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Frontend/Frontend.h"
#include "DefaultDevice.h"
#include "DeviceLaunch.h"
#include "DeviceTarget.h"
#include "HostCalls.h"
#include "KernelStubs.h"
#include "MissingHeaders.h"
#include "PrecompiledHeader.h"
#include "SharedObjects.h"
#include "SkippedBodies.h"
#include "SourceForms.h"
#include "SymbolFacts.h"
#include "heddle/Frontend/NameExpressions.h"
#include "heddle/Frontend/OtherToolkits.h"

#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Driver/Compilation.h"
#include "clang/Driver/Driver.h"
#include "clang/Driver/Tool.h"
#include "clang/Frontend/ChainedDiagnosticConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/FrontendDiagnostic.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/thread.h"
#include "llvm/TargetParser/Host.h"

using namespace heddle;

namespace {

using Args = std::vector<std::string>;

/// The file system, and the files that exist only in memory.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
allFiles(const FrontendOptions &options) {
  if (options.files.empty())
    return llvm::vfs::getRealFileSystem();
  auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (const auto &[path, contents] : options.files)
    memory->addFile(path, /*ModificationTime=*/0,
                    llvm::MemoryBuffer::getMemBuffer(contents, path));
  auto all = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
      llvm::vfs::getRealFileSystem());
  all->pushOverlay(memory);
  return all;
}

/// Asks Clang's driver for the cc1 arguments of the host compilation, without
/// running it.
std::optional<Args> hostCC1Args(const FrontendOptions &options) {
  clang::DiagnosticOptions diagOptions;
  auto *printer = new clang::TextDiagnosticPrinter(llvm::errs(), diagOptions);
  clang::DiagnosticsEngine diags(clang::DiagnosticIDs::create(), diagOptions,
                                 printer);
  clang::driver::Driver driver(options.clangPath,
                               llvm::sys::getDefaultTargetTriple(), diags,
                               "heddle", allFiles(options));
  std::vector<const char *> argv = {options.clangPath.c_str()};
  for (const std::string &arg : options.driverArgs)
    argv.push_back(arg.c_str());
  std::unique_ptr<clang::driver::Compilation> compilation(
      driver.BuildCompilation(argv));
  if (!compilation || diags.hasErrorOccurred())
    return std::nullopt;
  for (const clang::driver::Command &job : compilation->getJobs()) {
    if (job.getCreator().getName() != llvm::StringRef("clang"))
      continue;
    Args args;
    for (llvm::StringRef arg : job.getArguments())
      // The syntax tree is used after code generation.
      if (arg != "-clear-ast-before-backend")
        args.push_back(arg.str());
    if (!args.empty() && args.front() == "-cc1")
      args.erase(args.begin());
    return args;
  }
  return std::nullopt;
}

/// Settings of both passes, in addition to the driver's host job.
void addCommonArgs(Args &args, const FrontendOptions &options) {
  // Without an SDK version, Clang uses the launch API of CUDA 9 and earlier.
  args.push_back("-target-sdk-version=12.8");
  args.push_back("-disable-llvm-passes");
  args.push_back("-fdeclspec");
  // This allows device code to launch kernels, as with nvcc.
  if (options.relocatable)
    args.push_back("-fgpu-rdc");
}

Args hostArgs(const Args &args) {
  // In device code signed overflow stays undefined, which index analysis relies
  // on. Host code often relies on wrapping.
  Args result = args;
  result.push_back("-fwrapv");
  return result;
}

Args deviceArgs(const Args &host, const FrontendOptions &options) {
  Args args;
  for (size_t i = 0; i < host.size(); ++i) {
    const std::string &arg = host[i];
    // The host pass writes the dependencies, if there is one. Device code
    // neither throws nor sets errno.
    if (!options.deviceOnly && (arg == "-dependency-file" || arg == "-MT")) {
      ++i;
      continue;
    }
    // OpenMP directives apply to host threads. The host pass lists the include
    // folders; both at once would mix their lines, which CMake reads.
    if (arg == "-v" || llvm::StringRef(arg).starts_with("-fopenmp"))
      continue;
    if (!options.deviceOnly && (arg == "-sys-header-deps" || arg == "-MP"))
      continue;
    if (arg == "-fmath-errno" || arg == "-fexceptions" ||
        llvm::StringRef(arg).starts_with("-ffp-contract=") ||
        llvm::StringRef(arg).starts_with("-stack-protector"))
      continue;
    args.push_back(arg);
  }
  // Headers declare classes by __EXCEPTIONS and __cpp_exceptions, which have to
  // be the same in both passes. -fcxx-exceptions defines the latter.
  if (llvm::is_contained(host, "-fexceptions"))
    args.push_back("-D__EXCEPTIONS=1");
  args.push_back("-fcuda-is-device");
  // nvcc's device code does not rely on C++'s rule that memory is accessed by
  // its type, nor on arguments being initialised: the lanes of a shuffle pass
  // anything if only one lane's value counts.
  args.push_back("-relaxed-aliasing");
  args.push_back("-no-enable-noundef-analysis");
  // Casts to integers saturate (saturateCasts), also in constant expressions.
  args.push_back("-fno-strict-float-cast-overflow");
  // Intrinsics with an explicit rounding mode (__fmul_rn) are never fused: a
  // pragma in the header prevents it.
  args.push_back(options.contract ? "-ffp-contract=fast-honor-pragmas"
                                  : "-ffp-contract=off");
  if (options.fastMath) {
    // As in nvcc: approximate division, roots and functions, but no
    // reassociation and no assumptions about NaN and infinity.
    args.push_back("-D__USE_FAST_MATH__=1");
    if (!options.sameRounding) {
      args.push_back("-freciprocal-math");
      args.push_back("-fapprox-func");
    }
  }
  if (options.relocatable)
    args.push_back("-D__CUDACC_RDC__=1");
  // The host pass, which sees the same source, has shown the warnings.
  if (!options.deviceOnly)
    args.push_back("-w");
  return args;
}

/// Generates LLVM IR and records facts about its symbols while the syntax tree
/// exists.
template <typename Facts, typename Collect>
class FactsAction : public clang::EmitLLVMOnlyAction {
public:
  FactsAction(const FrontendOptions &options, llvm::LLVMContext &context,
              bool skipBodies, Facts &facts, Collect collect)
      : EmitLLVMOnlyAction(&context), options(options), skipBodies(skipBodies),
        facts(facts), collect(collect) {}

protected:
  bool BeginInvocation(clang::CompilerInstance &compiler) override {
    if (compiler.getLangOpts().CUDAIsDevice)
      useDeviceTarget(compiler);
    return EmitLLVMOnlyAction::BeginInvocation(compiler);
  }

  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &compiler,
                    llvm::StringRef file) override {
    auto codegen = EmitLLVMOnlyAction::CreateASTConsumer(compiler, file);
    const clang::LangOptions &language = compiler.getLangOpts();
    if (!codegen)
      return nullptr;
    if (options.deviceOnly)
      keepPragmasFromSystemHeaders(compiler);
    if (language.GPURelocatableDeviceCode)
      codegen = makeRelocatable(compiler, std::move(codegen));
    if (language.CUDAIsDevice) {
      std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
      consumers.push_back(deferHostCalls(hostCalls));
      consumers.push_back(std::move(codegen));
      codegen =
          std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
    }
    if (!skipBodies)
      return codegen;
    return skipUnusedBodies(compiler, std::move(codegen));
  }

  std::unique_ptr<clang::ASTConsumer>
  makeRelocatable(clang::CompilerInstance &compiler,
                  std::unique_ptr<clang::ASTConsumer> codegen) {
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    if (!compiler.getLangOpts().CUDAIsDevice)
      consumers.push_back(
          makeStubsOfDeviceLaunches([this] { return getCodeGenerator(); }));
    consumers.push_back(std::move(codegen));
    return hideRelocatableFlag(compiler, std::move(consumers));
  }

  void ExecuteAction() override {
    EmitLLVMOnlyAction::ExecuteAction();
    clang::CodeGenerator *generator = getCodeGenerator();
    clang::DiagnosticsEngine &diagnostics =
        getCompilerInstance().getDiagnostics();
    if (!generator || diagnostics.hasErrorOccurred())
      return;
    reportHostCalls(hostCalls, *generator, diagnostics);
    if (diagnostics.hasErrorOccurred())
      return;
    collect(*generator, getCompilerInstance(), facts);
  }

private:
  const FrontendOptions &options;
  bool skipBodies;
  Facts &facts;
  Collect collect;
  std::vector<HostCall> hostCalls;
};

std::shared_ptr<clang::CompilerInvocation>
createInvocation(const Args &args, llvm::raw_ostream &out) {
  std::vector<const char *> argv;
  for (const std::string &arg : args)
    argv.push_back(arg.c_str());

  clang::DiagnosticOptions bufferOptions;
  auto *printer = new clang::TextDiagnosticPrinter(out, bufferOptions);
  clang::DiagnosticsEngine argDiags(clang::DiagnosticIDs::create(),
                                    bufferOptions, printer);
  auto invocation = std::make_shared<clang::CompilerInvocation>();
  if (!clang::CompilerInvocation::CreateFromArgs(*invocation, argv, argDiags))
    return nullptr;
  invocation->getDiagnosticOpts().ShowColors =
      llvm::sys::Process::StandardErrHasColors();
  return invocation;
}

/// The files as Clang is to see them.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
openFiles(const FrontendOptions &options,
          const clang::CompilerInvocation &invocation,
          const SharedObjects &known, const llvm::MemoryBuffer *header) {
  std::vector<std::string> includeFolders;
  for (const auto &entry : invocation.getHeaderSearchOpts().UserEntries)
    includeFolders.push_back(entry.Path);
  auto files = readInClangsForm(
      hideOtherToolkits(allFiles(options), includeFolders), known);
  return header ? addPrecompiledHeader(std::move(files), *header) : files;
}

/// Parses the header that all sources begin with, for one of the passes.
class PrecompileAction : public clang::GeneratePCHAction {
protected:
  bool BeginInvocation(clang::CompilerInstance &compiler) override {
    if (compiler.getLangOpts().CUDAIsDevice)
      useDeviceTarget(compiler);
    return GeneratePCHAction::BeginInvocation(compiler);
  }
};

bool precompile(const Args &args, const FrontendOptions &options,
                const std::string &path, const std::string &output,
                std::vector<std::string> &files) {
  std::shared_ptr<clang::CompilerInvocation> invocation =
      createInvocation(args, llvm::nulls());
  if (!invocation)
    return false;
  compileFirstHeader(*invocation, path, output);
  clang::CompilerInstance compiler(invocation);
  const SharedObjects known;
  compiler.setVirtualFileSystem(
      openFiles(options, *invocation, known, /*header=*/nullptr));
  compiler.createDiagnostics(new clang::IgnoringDiagConsumer);
  compiler.setVerboseOutputStream(llvm::nulls());
  compiler.addDependencyCollector(collectReadFiles(files));
  PrecompileAction action;
  return compiler.ExecuteAction(action) &&
         !compiler.getDiagnostics().hasErrorOccurred();
}

template <typename Facts, typename Collect>
std::unique_ptr<llvm::Module>
runPass(const Args &args, const FrontendOptions &options,
        const llvm::MemoryBuffer *header, llvm::LLVMContext &context,
        llvm::raw_ostream &out, bool skipBodies, const SharedObjects &known,
        SharedObjects &found, Facts &facts, Collect collect) {
  std::shared_ptr<clang::CompilerInvocation> invocation =
      createInvocation(args, out);
  if (!invocation)
    return nullptr;
  // Objects that are rewritten may be in the header.
  if (!known.empty())
    header = nullptr;
  if (header)
    usePrecompiledHeader(*invocation);
  clang::CompilerInstance compiler(invocation);
  compiler.setVirtualFileSystem(openFiles(options, *invocation, known, header));
  compiler.createDiagnostics(new clang::ChainedDiagnosticConsumer(
      explainMissingHeaders(out, invocation->getDiagnosticOpts()),
      std::make_unique<SharedObjectFinder>(found)));
  // Otherwise Clang would end with a count of errors "when compiling for" a
  // CPU.
  compiler.setVerboseOutputStream(llvm::nulls());
  FactsAction<Facts, Collect> action(options, context, skipBodies, facts,
                                     collect);
  bool succeeded = compiler.ExecuteAction(action);
  if (unsigned errors = compiler.getDiagnosticClient().getNumErrors())
    out << errors << (errors == 1 ? " error" : " errors") << " generated.\n";
  return succeeded ? action.takeModule() : nullptr;
}

/// Whether host code references a kernel or a variable that device code lacks:
/// it is instantiated only in the body of a host function in a system header.
bool lacksDeviceSymbols(const FrontendResult &result) {
  auto isDefined = [](const llvm::GlobalValue *value) {
    return value && !value->isDeclaration();
  };
  for (const auto &stub : result.hostFacts.stubs)
    if (isDefined(result.host->getFunction(stub.getKey())) &&
        !isDefined(result.device->getFunction(stub.second)))
      return true;
  return llvm::any_of(result.hostFacts.shadows, [&](llvm::StringRef name) {
    return isDefined(result.host->getNamedGlobal(name)) &&
           !result.device->getNamedGlobal(name);
  });
}

/// Both passes. `known` are objects that Clang refuses as they are written;
/// those that it refuses now are added to `found`.
std::optional<FrontendResult>
parseBoth(const Args &args, const FrontendOptions &options,
          llvm::LLVMContext &hostContext, llvm::LLVMContext &deviceContext,
          const SharedObjects &known, SharedObjects &found,
          llvm::raw_ostream &errors) {
  FrontendResult result;
  // The device pass runs on a thread of its own. Its diagnostics follow those
  // of the host pass, if that has no error.
  Args ownArgs = deviceArgs(args, options);
  SharedObjects foundByDevice;
  bool relocatable = options.relocatable;
  std::string messages;
  auto parseDevice = [&](bool skipBodies) {
    messages.clear();
    llvm::raw_string_ostream out(messages);
    result.deviceFacts = {};
    result.device = runPass(
        ownArgs, options, options.deviceHeader, deviceContext, out, skipBodies,
        known, foundByDevice, result.deviceFacts,
        [relocatable](clang::CodeGenerator &generator,
                      clang::CompilerInstance &compiler, SymbolFacts &facts) {
          collectDeviceFacts(generator, compiler, relocatable, facts);
        });
  };
  // With the stack size that Clang expects.
  llvm::thread device(std::optional<unsigned>(8 << 20),
                      [&] { parseDevice(/*skipBodies=*/true); });
  Args ownHostArgs = hostArgs(args);
  result.host = runPass(
      ownHostArgs, options, options.hostHeader, hostContext, errors,
      /*skipBodies=*/true, known, found, result.hostFacts, collectHostFacts);
  device.join();
  found.add(foundByDevice);
  if (!result.host)
    return std::nullopt;
  if (result.device && lacksDeviceSymbols(result))
    parseDevice(/*skipBodies=*/false);
  errors << messages;
  if (!result.device)
    return std::nullopt;
  return result;
}

/// The device's pass over a source without host code. The parameters are those
/// of parseBoth.
std::optional<FrontendResult>
parseDeviceOnly(const Args &args, const FrontendOptions &options,
                llvm::LLVMContext &hostContext,
                llvm::LLVMContext &deviceContext, const SharedObjects &known,
                SharedObjects &found, llvm::raw_ostream &errors) {
  FrontendResult result;
  auto collect = [&](clang::CodeGenerator &generator,
                     clang::CompilerInstance &compiler, SymbolFacts &facts) {
    result.loweredNames = takeNameExpressions(*generator.GetModule());
    collectDeviceFacts(generator, compiler, options.relocatable, facts);
    result.host = makeKernelStubs(generator, compiler, facts, hostContext,
                                  result.hostFacts);
  };
  result.device =
      runPass(deviceArgs(args, options), options,
              /*header=*/nullptr, deviceContext, errors,
              /*skipBodies=*/true, known, found, result.deviceFacts, collect);
  if (!result.device || !result.host)
    return std::nullopt;
  return result;
}

/// The header that heddle/rtc/features.h includes, which does not exist.
constexpr llvm::StringLiteral noticedCLibrary =
    "heddle/rtc/needs-the-c-library";

std::optional<FrontendResult> parse(const Args &args,
                                    const FrontendOptions &options,
                                    llvm::LLVMContext &hostContext,
                                    llvm::LLVMContext &deviceContext,
                                    std::string &messages) {
  llvm::raw_string_ostream out(messages);
  SharedObjects found;
  auto parseOnce = options.deviceOnly ? parseDeviceOnly : parseBoth;
  std::optional<FrontendResult> result =
      parseOnce(args, options, hostContext, deviceContext, {}, found, out);
  if (found.empty())
    return result;
  // Clang knows the classes only now. What it still refuses is an error.
  messages.clear();
  SharedObjects refused;
  return parseOnce(args, options, hostContext, deviceContext, found, refused,
                   out);
}

} // namespace

bool heddle::precompileHeader(const FrontendOptions &options,
                              const std::string &path,
                              const std::string &hostOutput,
                              const std::string &deviceOutput,
                              std::vector<std::string> &files) {
  std::optional<Args> args = hostCC1Args(options);
  if (!args)
    return false;
  addCommonArgs(*args, options);
  bool isDeviceDone = false;
  std::vector<std::string> deviceFiles;
  llvm::thread device(std::optional<unsigned>(8 << 20), [&] {
    isDeviceDone = precompile(deviceArgs(*args, options), options, path,
                              deviceOutput, deviceFiles);
  });
  bool isHostDone =
      precompile(hostArgs(*args), options, path, hostOutput, files);
  device.join();
  files.insert(files.end(), deviceFiles.begin(), deviceFiles.end());
  llvm::sort(files);
  files.erase(llvm::unique(files), files.end());
  return isHostDone && isDeviceDone;
}

std::optional<FrontendResult>
heddle::parseCuda(const FrontendOptions &options,
                  llvm::LLVMContext &hostContext,
                  llvm::LLVMContext &deviceContext) {
  std::optional<Args> args = hostCC1Args(options);
  if (!args)
    return std::nullopt;
  addCommonArgs(*args, options);

  std::string messages;
  std::optional<FrontendResult> result =
      parse(*args, options, hostContext, deviceContext, messages);
  if (!result && llvm::StringRef(messages).contains(noticedCLibrary)) {
    args->push_back("-D__HEDDLE_RTC_LIBRARY__");
    messages.clear();
    result = parse(*args, options, hostContext, deviceContext, messages);
  }
  // Whatever is wrong, the header may have a part in it.
  if (!result && options.hostHeader) {
    FrontendOptions withoutHeader = options;
    withoutHeader.hostHeader = withoutHeader.deviceHeader = nullptr;
    messages.clear();
    result = parse(*args, withoutHeader, hostContext, deviceContext, messages);
  }
  llvm::errs() << messages;
  return result;
}
