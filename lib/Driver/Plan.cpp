//===- Plan.cpp - The jobs of a command line ------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Driver/Plan.h"
#include "heddle/Driver/Diagnostics.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include <unistd.h>

using namespace heddle;
using llvm::StringRef;

namespace {

class Planner {
public:
  explicit Planner(const Invocation &invocation) : invocation(invocation) {}
  std::optional<Plan> make();

private:
  bool makeSeparate();
  bool makeLinked();
  bool makeDeviceLink();

  std::string inOutputDir(const std::string &name) const;
  std::string objectFor(const Source &source);
  std::string dependencyFileFor(const Source &source,
                                const std::string &output);
  bool checkOutput(const std::string &output);

  const Invocation &invocation;
  Plan plan;
  llvm::StringMap<std::string> writers; ///< The source of each output.
};

std::string stem(const std::string &path) {
  return llvm::sys::path::stem(path).str();
}

} // namespace

std::string Planner::inOutputDir(const std::string &name) const {
  if (invocation.outputDir.empty())
    return name;
  return invocation.outputDir + "/" + name;
}

/// The path of an object that the user did not ask for.
std::string Planner::objectFor(const Source &source) {
  if (invocation.keep) {
    std::string directory = invocation.keepDir;
    if (directory.empty())
      return stem(source.path) + ".o";
    return directory + "/" + stem(source.path) + ".o";
  }
  llvm::SmallString<128> path;
  std::string prefix = "heddle-" + stem(source.path);
  if (invocation.dryRun) {
    llvm::sys::path::system_temp_directory(true, path);
    llvm::sys::path::append(path, prefix + "-%%%%%%.o");
    llvm::sys::fs::createUniquePath(path, path, /*MakeAbsolute=*/false);
    return path.str().str();
  }
  if (std::error_code code =
          llvm::sys::fs::createTemporaryFile(prefix, "o", path)) {
    error("cannot create a temporary file: " + code.message());
    return "";
  }
  llvm::sys::RemoveFileOnSignal(path);
  plan.temporaries.push_back(path.str().str());
  return path.str().str();
}

std::string Planner::dependencyFileFor(const Source &source,
                                       const std::string &output) {
  const DependencyFile &deps = invocation.dependencies;
  if (deps.mode.empty() || !deps.file.empty() || deps.mode == "-M" ||
      deps.mode == "-MM")
    return deps.file;
  llvm::SmallString<128> path(invocation.goal == Goal::Link ||
                                      invocation.goal == Goal::StaticLibrary
                                  ? inOutputDir(stem(source.path))
                                  : output);
  llvm::sys::path::replace_extension(path, "d");
  return path.str().str();
}

/// Reports problems with the output early, not after minutes of compiling.
bool Planner::checkOutput(const std::string &output) {
  if (output.empty() || output == "-")
    return true;
  if (llvm::sys::fs::is_directory(output))
    return error("cannot write '" + output + "': it is a directory");
  StringRef parent = llvm::sys::path::parent_path(output);
  std::string directory = parent.empty() ? "." : parent.str();
  if (!llvm::sys::fs::is_directory(directory))
    return error("cannot write '" + output + "': no such directory: '" +
                 directory + "'");
  bool exists = llvm::sys::fs::exists(output);
  if (access(exists ? output.c_str() : directory.c_str(), W_OK) != 0)
    return error("cannot write '" + output + "': permission denied");
  for (const Source &source : invocation.sources)
    if (llvm::sys::fs::equivalent(output, source.path))
      return error("the output '" + output + "' is also an input");
  return true;
}

/// One output per source: -c, -S, -E, -M and -emit.
bool Planner::makeSeparate() {
  Goal goal = invocation.goal;
  if (!invocation.output.empty() && invocation.sources.size() > 1)
    return error("'-o' cannot name the outputs of several inputs");
  if (!invocation.dependencies.file.empty() && invocation.sources.size() > 1)
    return error("'-MF' cannot name the dependency files of several inputs");
  for (const LinkItem &item : invocation.linkItems)
    if (!item.source && !StringRef(item.argument).starts_with("-"))
      warning("'" + item.argument + "' is not used: nothing is linked");

  for (const Source &source : invocation.sources) {
    std::string output = invocation.output;
    if (output.empty()) {
      if (goal == Goal::Object)
        output = inOutputDir(stem(source.path) + ".o");
      else if (goal == Goal::Assembly)
        output = inOutputDir(stem(source.path) + ".s");
      else if (invocation.preprocessToFile)
        output = inOutputDir(
            (llvm::sys::path::filename(source.path) + ".cpp.ii").str());
      else
        output = "-";
    }
    if (!checkOutput(output))
      return false;
    if (output != "-") {
      std::string &writer = writers[output];
      if (!writer.empty())
        return error("'" + writer + "' and '" + source.path +
                     "' would both be compiled to '" + output + "'");
      writer = source.path;
    }
    // The dependencies are those of the object, for all stages.
    std::string target =
        goal == Goal::Object ? output : stem(source.path) + ".o";
    plan.compiles.push_back(compileJob(invocation, source, goal, output,
                                       dependencyFileFor(source, output),
                                       target));
  }
  return true;
}

/// One output for all sources: a program, a shared or a static library.
bool Planner::makeLinked() {
  bool library = invocation.goal == Goal::StaticLibrary;
  std::string output = invocation.output;
  if (!invocation.moduleExtension.empty() && invocation.sources.size() != 1)
    return error("a module is made of one source: give '-cubin' and '-fatbin' "
                 "one input");
  if (output.empty() && !invocation.moduleExtension.empty())
    output = inOutputDir(stem(invocation.sources.front().path) +
                         invocation.moduleExtension);
  if (output.empty())
    output = inOutputDir(library ? "a.a" : "a.out");
  if (!checkOutput(output))
    return false;
  if (!invocation.dependencies.file.empty() && invocation.sources.size() > 1)
    return error("'-MF' cannot name the dependency files of several inputs");
  if (!library && !invocation.dryRun &&
      !llvm::sys::fs::exists(invocation.installation.runtime()))
    return error(
        "Heddle's runtime '" + invocation.installation.runtime() +
        "' is missing; set HEDDLE_HOME to the tree where Heddle is installed");

  std::vector<std::string> objects;
  for (const Source &source : invocation.sources) {
    std::string object = objectFor(source);
    if (object.empty())
      return false;
    std::string deps = dependencyFileFor(source, object);
    // Sources in different directories may have the same name.
    if (!deps.empty() && !writers.try_emplace(deps, source.path).second) {
      llvm::SmallString<128> other(deps);
      llvm::sys::path::replace_extension(other,
                                         llvm::Twine(objects.size()) + ".d");
      deps = other.str().str();
    }
    plan.compiles.push_back(compileJob(invocation, source, Goal::Object, object,
                                       deps, stem(source.path) + ".o"));
    objects.push_back(object);
  }
  plan.last = library ? archiveJob(invocation, objects, output)
                      : linkJob(invocation, objects, output);
  return true;
}

/// Device code is host code here, so there is nothing to link: writes an empty
/// object for Makefiles that expect one.
bool Planner::makeDeviceLink() {
  if (!invocation.sources.empty())
    return error("'-dlink' takes objects; compile '" +
                 invocation.sources.front().path + "' with '-dc' first");
  std::string output =
      invocation.output.empty() ? inOutputDir("a_dlink.o") : invocation.output;
  if (!checkOutput(output))
    return false;
  Job job;
  job.output = output;
  job.argv = {llvmTool("clang"), "-c", "-fPIC", "-x", "c",
              "/dev/null",       "-o", output};
  plan.last = job;
  return true;
}

std::optional<Plan> Planner::make() {
  bool anyFile = !invocation.sources.empty();
  for (const LinkItem &item : invocation.linkItems)
    anyFile |= !item.source && !StringRef(item.argument).starts_with("-");
  if (!anyFile) {
    error("no input files (see 'heddle --help')");
    return std::nullopt;
  }
  bool ok = false;
  switch (invocation.goal) {
  case Goal::Link:
  case Goal::StaticLibrary:
    ok = makeLinked();
    break;
  case Goal::DeviceLink:
    ok = makeDeviceLink();
    break;
  default:
    ok = makeSeparate();
    break;
  }
  if (!ok) {
    for (const std::string &file : plan.temporaries)
      llvm::sys::fs::remove(file);
    return std::nullopt;
  }
  return std::move(plan);
}

std::optional<Plan> heddle::createPlan(const Invocation &invocation) {
  return Planner(invocation).make();
}
