//===- CommandLine.cpp - Jobs as command lines ----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Driver/Options.h"
#include "heddle/Driver/Plan.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace heddle;
using llvm::StringRef;

static StringRef stageFlag(Stage stage) {
  switch (stage) {
  case Stage::LLVM:
    return "-emit=llvm";
  case Stage::Raised:
    return "-emit=raised";
  case Stage::Par:
    return "-emit=par";
  case Stage::Optimized:
    return "-emit=optimized";
  case Stage::Lowered:
    return "-emit=lowered";
  case Stage::Assembly:
    return "-S";
  case Stage::Object:
    return "-c";
  }
  llvm_unreachable("not a stage");
}

static StringRef nameMapping(Mapping mapping) {
  switch (mapping) {
  case Mapping::Auto:
    return "auto";
  case Mapping::Lanes:
    return "lanes";
  case Mapping::Loops:
    return "loops";
  }
  llvm_unreachable("not a mapping");
}

/// Whether heddle itself accepts the argument. Clang accepts more.
static bool isOwnOption(const std::string &argument) {
  const char *argv[] = {argument.c_str(), "value"};
  llvm::opt::InputArgList list(argv, argv + 2);
  unsigned index = 0;
  std::unique_ptr<llvm::opt::Arg> arg = optionTable().ParseOneArg(list, index);
  return arg && !arg->getOption().matches(options::OPT_UNKNOWN);
}

std::vector<std::string> heddle::commandLine(const Job &job,
                                             const Installation &installation) {
  if (job.kind == Job::Command)
    return job.argv;
  const CompileOptions &compile = job.compile;
  std::vector<std::string> argv = {installation.executable,
                                   stageFlag(compile.stage).str(),
                                   "-O" + std::to_string(compile.optLevel)};
  auto addIf = [&](bool condition, const char *flag) {
    if (condition)
      argv.push_back(flag);
  };
  addIf(compile.debugInfo, "-g");
  addIf(compile.deviceDebug, "-G");
  addIf(compile.lineInfo, "-lineinfo");
  addIf(compile.fastMath, "--use_fast_math");
  if (compile.fmad)
    argv.push_back(*compile.fmad ? "-fmad=true" : "-fmad=false");
  addIf(compile.relocatable, "-rdc=true");
  addIf(compile.timeReport, "--time");
  addIf(compile.vectorizeReport, "--report=vectorize");
  addIf(compile.passReport, "--report=passes");
  for (const auto &[kernel, mapping] : compile.mappings)
    argv.push_back(
        ("--map=" + (kernel.empty() ? "" : kernel + "=") + nameMapping(mapping))
            .str());
  addIf(compile.lowering == Lowering::Fission, "--lowering=fission");
  addIf(compile.warpLockstep, "--warp-lockstep");
  addIf(compile.verifyLaunches, "--verify-launches");
  addIf(compile.lowering == Lowering::Fibers, "--lowering=fibers");
  if (!compile.disabledPasses.empty())
    argv.push_back("--disable-pass=" + llvm::join(compile.disabledPasses, ","));
  if (compile.cpu != "native")
    argv.push_back("-march=" + compile.cpu);
  for (const std::string &argument : compile.clangArgs) {
    if (StringRef(argument).starts_with("-") && !isOwnOption(argument)) {
      std::string escaped = argument;
      for (size_t at = 0; (at = escaped.find(',', at)) != std::string::npos;
           at += 2)
        escaped.insert(at, "\\");
      argv.push_back("-Xcompiler");
      argv.push_back(escaped);
    } else {
      argv.push_back(argument);
    }
  }
  argv.insert(argv.end(), {"-x", "cu", compile.input, "-o", compile.output});
  return argv;
}

std::string heddle::shellQuote(llvm::ArrayRef<std::string> argv) {
  std::string line;
  for (const std::string &argument : argv) {
    if (!line.empty())
      line += ' ';
    bool plain = !argument.empty() && llvm::all_of(argument, [](char c) {
      return llvm::isAlnum(c) || StringRef("_@%+=:,./-").contains(c);
    });
    if (plain) {
      line += argument;
      continue;
    }
    line += '\'';
    for (char c : argument)
      line += c == '\'' ? std::string("'\\''") : std::string(1, c);
    line += '\'';
  }
  return line;
}
