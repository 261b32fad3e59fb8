//===- Invocation.cpp - Reads a command line ------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InvocationReader.h"
#include "heddle/Driver/Options.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Option/Option.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

using namespace heddle;
using namespace heddle::options;
using namespace llvm::opt;
using llvm::StringRef;

void InvocationReader::readGoal(const Arg &arg) {
  unsigned id = arg.getOption().getID();
  Goal goal = Goal::Link;
  switch (id) {
  case OPT_device_c:
    result.compile.relocatable = true;
    [[fallthrough]];
  case OPT_compile:
  case OPT_device_w:
    goal = Goal::Object;
    break;
  case OPT_assemble:
    goal = Goal::Assembly;
    break;
  case OPT_cuda:
    result.preprocessToFile = true;
    [[fallthrough]];
  case OPT_preprocess:
    goal = Goal::Preprocess;
    break;
  case OPT_deps:
  case OPT_user_deps:
    goal = Goal::Dependencies;
    result.dependencies.mode = id == OPT_deps ? "-M" : "-MM";
    break;
  case OPT_lib:
    goal = Goal::StaticLibrary;
    break;
  case OPT_device_link:
    goal = Goal::DeviceLink;
    break;
  case OPT_run:
    result.runAfterwards = true;
    return;
  case OPT_emit: {
    std::optional<Stage> stage =
        llvm::StringSwitch<std::optional<Stage>>(arg.getValue())
            .Case("llvm", Stage::LLVM)
            .Case("raised", Stage::Raised)
            .Case("par", Stage::Par)
            .Case("optimized", Stage::Optimized)
            .Case("lowered", Stage::Lowered)
            .Case("obj", Stage::Object)
            .Default(std::nullopt);
    if (!stage)
      return fail("unknown stage '" + StringRef(arg.getValue()) +
                  "' in '-emit'; the stages are llvm, raised, par, optimized, "
                  "lowered and obj");
    goal = *stage == Stage::Object ? Goal::Object : Goal::Emit;
    result.compile.stage = *stage;
    break;
  }
  default:
    return;
  }
  // Real Makefiles combine `-E -M` and `-c -dc`.
  bool compatible =
      goalSpelling.empty() || result.goal == goal ||
      (result.goal == Goal::Object && goal == Goal::Dependencies) ||
      (result.goal == Goal::Preprocess && goal == Goal::Dependencies);
  if (!compatible && goal != Goal::Dependencies &&
      result.goal == Goal::Dependencies)
    return; // -M takes precedence.
  if (!compatible)
    return fail("'" + goalSpelling + "' and '" + spelling(arg) +
                "' cannot be used together");
  result.goal = goal;
  goalSpelling = spelling(arg);
}

void InvocationReader::readInput(StringRef path) {
  if (!llvm::sys::fs::exists(path))
    return fail("no such file: '" + path + "'");
  if (llvm::sys::fs::is_directory(path))
    return fail("'" + path + "' is a directory");

  StringRef extension = llvm::sys::path::extension(path);
  StringRef kind =
      llvm::StringSwitch<StringRef>(extension)
          .Case(".cu", "cu")
          .Case(".c", "c")
          .Cases({".cc", ".cpp", ".cxx", ".C", ".c++", ".CPP", ".cp"}, "c++")
          .Cases({".ii"}, "c++")
          .Cases({".i"}, "c")
          .Cases({".o", ".obj", ".a", ".so", ".lo"}, "object")
          .Default("");
  if (kind.empty() && llvm::sys::path::filename(path).contains(".so."))
    kind = "object";
  // Object files are linked regardless of -x.
  if (!language.empty() && kind != "object")
    kind = language;
  if (kind.empty())
    return fail(
        "'" + path +
        "' has no known file name extension; use '-x cu' if it is CUDA");
  if (kind == "object") {
    if (StringRef library = toolkitLibrary(path); !library.empty())
      return readLibrary(library);
    result.linkItems.push_back({std::nullopt, path.str()});
    return;
  }
  result.linkItems.push_back({result.sources.size(), ""});
  Language parsed = kind == "cu"  ? Language::Cuda
                    : kind == "c" ? Language::C
                                  : Language::Cxx;
  result.sources.push_back({path.str(), parsed});
}

void InvocationReader::finish() {
  CompileOptions &compile = result.compile;
  if (!result.optLevel && hostOptLevel)
    readOptLevel(*hostOptLevel);
  // -G is for stepping through kernels, which needs unoptimized code.
  if (result.optLevel)
    compile.optLevel = (*result.optLevel)[0] - '0';
  else if (compile.deviceDebug)
    compile.optLevel = 0;
  // Sanitizers report on the program as written. On fibers the code of a thread
  // is not split.
  if (compile.sanitized && compile.lowering == Lowering::Auto)
    compile.lowering = Lowering::Fibers;
  if (compile.relocatable)
    result.cudaDefines.push_back("__CUDACC_RDC__");
  result.hostCompiler = givenHostCompiler(args);
  if (result.shared)
    toClang({"-fPIC"});
  // Each would have its own table of allocations.
  if (result.shared && result.staticRuntime)
    fail("'--static-runtime' is for programs; a shared library uses the "
         "runtime of its program");
  else if (result.staticRuntime)
    linkLibrariesStatically();
  // The warning names may be gcc's, some of which Clang does not have.
  if (foreignWarnings)
    toClang({"-Wno-unknown-warning-option"});
  if (result.goal == Goal::Emit)
    for (const Source &source : result.sources)
      if (source.language != Language::Cuda)
        fail("'" + goalSpelling + "' works on CUDA sources; '" + source.path +
             "' is not one");
}

std::optional<Invocation> InvocationReader::read() {
  // In nvcc, -x applies to the whole command line. If there are several, each
  // applies to the inputs after it, as in gcc.
  const Arg *only = nullptr;
  if (args.getAllArgValues(OPT_language).size() == 1) {
    only = args.getLastArg(OPT_language);
    readOption(*only);
  }
  for (const Arg *arg : args)
    if (arg != only)
      readOption(*arg);
  finish();
  if (!ok)
    return std::nullopt;
  return std::move(result);
}

std::string heddle::givenHostCompiler(const InputArgList &args) {
  std::string given = args.getLastArgValue(OPT_host_compiler).str();
  return given.empty() ? llvm::sys::Process::GetEnv("NVCC_CCBIN").value_or("")
                       : given;
}

std::optional<Invocation>
heddle::createInvocation(const InputArgList &args,
                         const Installation &installation) {
  return InvocationReader(args, installation).read();
}
