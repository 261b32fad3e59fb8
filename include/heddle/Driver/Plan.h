//===- Plan.h - The jobs of a command line ----------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVER_PLAN_H
#define HEDDLE_DRIVER_PLAN_H

#include "heddle/Driver/Invocation.h"

namespace heddle {

/// One process to run: the CUDA compiler on one source, or another program.
struct Job {
  enum Kind { CompileCuda, Command } kind = Command;
  CompileOptions compile;        ///< For CompileCuda.
  std::vector<std::string> argv; ///< For Command.
  std::string output;            ///< Removed if the job fails; may be empty.
  std::string depsFile;          ///< The file for its dependencies, or empty.
  bool preprocessesCuda = false;
  bool replacesOutput =
      false; ///< Remove an old output first, since `ar` adds to it.
};

/// All jobs of a command line: independent ones, then one that takes their
/// outputs.
struct Plan {
  std::vector<Job> compiles;
  std::optional<Job> last;
  std::vector<std::string> temporaries; ///< Removed at the end.
};

/// Makes the plan and reports invalid combinations of options. Creates
/// temporary files unless it is a dry run.
std::optional<Plan> createPlan(const Invocation &invocation);

/// The job that compiles a source to `output`, an object or what the goal asks
/// for. Dependencies, if any, are those of `depsTarget` and go to `depsFile`,
/// or to the output if that is empty.
Job compileJob(const Invocation &invocation, const Source &source, Goal goal,
               const std::string &output, const std::string &depsFile,
               const std::string &depsTarget);

/// Links the program or shared library. `objects` are the sources' objects.
Job linkJob(const Invocation &invocation,
            const std::vector<std::string> &objects, const std::string &output);

/// Makes a static library.
Job archiveJob(const Invocation &invocation,
               const std::vector<std::string> &objects,
               const std::string &output);

/// The compiler to use for a C or C++ source, and for linking. `given` is
/// Invocation::hostCompiler.
std::string hostCompiler(const std::string &given, Language language);

/// The command line that does what the job does, for display and for the shell.
std::vector<std::string> commandLine(const Job &job,
                                     const Installation &installation);

/// Joins arguments with shell quoting.
std::string shellQuote(llvm::ArrayRef<std::string> argv);

} // namespace heddle

#endif // HEDDLE_DRIVER_PLAN_H
