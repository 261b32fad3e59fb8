//===- CompileJob.cpp - The command that compiles one source --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Driver/Plan.h"

#include "llvm/Support/Path.h"

using namespace heddle;
using llvm::StringRef;

static void append(std::vector<std::string> &to,
                   const std::vector<std::string> &what) {
  to.insert(to.end(), what.begin(), what.end());
}

/// The flags that make Clang write the dependency file. All names are explicit,
/// so that Clang derives none from the output.
static std::vector<std::string> dependencyFlags(const DependencyFile &deps,
                                                const std::string &file,
                                                const std::string &target) {
  std::vector<std::string> flags = {deps.mode};
  if (!file.empty())
    append(flags, {"-MF", file});
  if (!deps.targets.empty())
    append(flags, deps.targets);
  else
    append(flags, {"-MT", target});
  if (deps.phony)
    flags.push_back("-MP");
  return flags;
}

static bool isGcc(StringRef compiler) {
  StringRef name = llvm::sys::path::filename(compiler);
  return !name.contains("clang") &&
         (name.contains("g++") || name.contains("gcc") || name == "cc" ||
          name == "c++");
}

/// Clang or the host compiler on a C or C++ source.
static Job hostCompileJob(const Invocation &invocation, const Source &source,
                          Goal goal, const std::string &output,
                          const std::vector<std::string> &dependencies) {
  const CompileOptions &compile = invocation.compile;
  Job job;
  job.output = output;
  std::vector<std::string> &argv = job.argv;
  argv.push_back(hostCompiler(invocation.hostCompiler, source.language));
  if (goal == Goal::Preprocess)
    argv.push_back("-E");
  else if (goal != Goal::Dependencies)
    argv.push_back(goal == Goal::Assembly ? "-S" : "-c");
  bool debug = compile.debugInfo || compile.deviceDebug;
  argv.push_back("-O" + invocation.optLevel.value_or(debug ? "0" : "3"));
  if (debug)
    argv.push_back("-g");
  if (!invocation.std.empty() && source.language == Language::Cxx)
    argv.push_back("-std=" + invocation.std);
  if (invocation.cpuGiven)
    argv.push_back("-march=" + compile.cpu);
  append(argv, compile.clangArgs);
  if (isGcc(argv.front()))
    append(argv, invocation.droppedFlags);
  append(argv, dependencies);
  append(argv, {"-isystem", invocation.installation.includeDir()});
  append(argv, {"-isystem", invocation.installation.ccclDir()});
  append(argv, {"-x", source.language == Language::C ? "c" : "c++"});
  argv.push_back(source.path);
  if (output != "-")
    append(argv, {"-o", output});
  return job;
}

Job heddle::compileJob(const Invocation &invocation, const Source &source,
                       Goal goal, const std::string &output,
                       const std::string &depsFile,
                       const std::string &depsTarget) {
  std::vector<std::string> dependencies;
  if (!invocation.dependencies.mode.empty())
    dependencies =
        dependencyFlags(invocation.dependencies, depsFile, depsTarget);
  Job job;
  if (source.language != Language::Cuda) {
    job = hostCompileJob(invocation, source, goal, output, dependencies);
    job.depsFile = depsFile;
    return job;
  }

  job.depsFile = depsFile;
  job.output = output;
  job.compile = invocation.compile;
  CompileOptions &compile = job.compile;
  compile.input = source.path;
  compile.output = output;
  if (goal == Goal::Object)
    compile.stage = Stage::Object;
  else if (goal == Goal::Assembly)
    compile.stage = Stage::Assembly;
  if (!invocation.std.empty())
    compile.clangArgs.insert(compile.clangArgs.begin(),
                             "-std=" + invocation.std);
  for (const std::string &macro : invocation.cudaDefines)
    append(compile.clangArgs, {"-D", macro});
  append(compile.clangArgs, dependencies);
  if (goal != Goal::Preprocess && goal != Goal::Dependencies) {
    job.kind = Job::CompileCuda;
    return job;
  }

  // Clang preprocesses; only its arguments are Heddle's.
  job.argv.push_back(llvmTool("clang++"));
  append(job.argv, clangDriverArgs(compile));
  if (goal == Goal::Preprocess) {
    job.argv.push_back("-E");
    job.preprocessesCuda = true;
  }
  job.argv.push_back(source.path);
  if (output != "-")
    append(job.argv, {"-o", output});
  return job;
}
