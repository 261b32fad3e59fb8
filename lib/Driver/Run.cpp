//===- Run.cpp - heddle run -----------------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Driver/Run.h"
#include "heddle/Driver/Diagnostics.h"
#include "heddle/Driver/Exec.h"
#include "heddle/Driver/Help.h"
#include "heddle/Driver/Options.h"
#include "heddle/Driver/ProgramCache.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"
#include <cerrno>
#include <cstring>
#include <unistd.h>

using namespace heddle;
using llvm::StringRef;

namespace {

/// Splits the command line: heddle's part up to the file or up to `--`, and the
/// program's arguments after it.
struct SplitArgs {
  llvm::ArrayRef<const char *> heddle;
  llvm::ArrayRef<const char *> program;
};

SplitArgs splitArgs(llvm::ArrayRef<const char *> args) {
  const auto *separator = llvm::find_if(
      args, [](const char *arg) { return StringRef(arg) == "--"; });
  if (separator != args.end()) {
    size_t at = separator - args.begin();
    return {args.take_front(at), args.drop_front(at + 1)};
  }
  size_t count = std::min(firstInput(args) + 1, args.size());
  return {args.take_front(count), args.drop_front(count)};
}

/// Everything that the program depends on besides the contents of its sources.
std::vector<std::string> cacheKey(llvm::ArrayRef<const char *> args,
                                  const Installation &installation) {
  llvm::SmallString<128> directory;
  llvm::sys::fs::current_path(directory);
  std::vector<std::string> key = {HEDDLE_VERSION, directory.str().str(),
                                  fileIdentity(installation.executable),
                                  fileIdentity(installation.runtime())};
  for (const char *name : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH",
                           "LIBRARY_PATH", "NVCC_CCBIN"})
    key.push_back(llvm::sys::Process::GetEnv(name).value_or(""));
  // -march=native is a different CPU on another machine that shares the home
  // directory.
  key.push_back(llvm::sys::getHostCPUName().str());
  llvm::copy_if(args, std::back_inserter(key), [](StringRef arg) {
    return arg != "-v" && arg != "--verbose";
  });
  return key;
}

/// The files that the program depends on: sources, headers and objects.
std::vector<std::string> filesOf(const Plan &plan,
                                 const Invocation &invocation) {
  std::vector<std::string> files;
  for (const Source &source : invocation.sources)
    files.push_back(source.path);
  for (const LinkItem &item : invocation.linkItems)
    if (!item.source && !StringRef(item.argument).starts_with("-"))
      files.push_back(item.argument);
  for (const Job &job : plan.compiles)
    for (std::string &file : readDependencies(job.depsFile))
      files.push_back(std::move(file));
  for (std::string &file : files) {
    llvm::SmallString<128> path(file);
    llvm::sys::fs::make_absolute(path);
    file = path.str().str();
  }
  llvm::sort(files);
  files.erase(llvm::unique(files), files.end());
  return files;
}

/// A progress line while the compiler runs, if standard error is a terminal.
class Progress {
public:
  explicit Progress(const Invocation &invocation)
      : shown(llvm::sys::Process::StandardErrIsDisplayed() &&
              !invocation.verbose) {
    if (!shown)
      return;
    llvm::errs() << "compiling";
    for (const Source &source : invocation.sources)
      llvm::errs() << ' ' << source.path;
    llvm::errs() << " ...\n";
  }
  /// Erases the line, unless messages follow it.
  void erase() {
    if (shown)
      llvm::errs() << "\033[1A\033[K";
  }

private:
  bool shown;
};

int start(const std::string &program, const Invocation &invocation,
          llvm::ArrayRef<const char *> args) {
  // The name by which the program calls itself in its messages.
  llvm::SmallString<128> name(invocation.sources.front().path);
  llvm::sys::path::replace_extension(name, "");
  std::vector<char *> argv = {const_cast<char *>(name.c_str())};
  for (const char *arg : args)
    argv.push_back(const_cast<char *>(arg));
  argv.push_back(nullptr);
  llvm::errs().flush();
  execv(program.c_str(), argv.data());
  error("cannot run '" + program + "': " + std::strerror(errno));
  return 1;
}

/// Checks that the options produce a program that can be run.
bool checkInvocation(const Invocation &invocation) {
  if (invocation.sources.empty())
    return error("'heddle run' needs a CUDA source to compile and run");
  if (invocation.goal != Goal::Link || invocation.shared)
    return error("'heddle run' compiles and runs a program; it takes no "
                 "options such as '-c', '-S' or '-shared'");
  if (!invocation.output.empty())
    return error("'heddle run' keeps the program in its cache; leave out '-o'");
  return true;
}

} // namespace

int heddle::runMain(llvm::ArrayRef<const char *> args,
                    const Installation &installation) {
  SplitArgs split = splitArgs(args);
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver(allocator);
  auto expanded = expandCommandLine(split.heddle, saver);
  if (!expanded)
    return 1;
  auto parsed = parseOptions(*expanded);
  if (!parsed)
    return 1;
  if (parsed->hasArg(options::OPT_help)) {
    printHelp();
    return 0;
  }
  std::optional<Invocation> invocation =
      createInvocation(*parsed, installation);
  if (!invocation || !checkInvocation(*invocation))
    return 1;

  auto entry = CacheEntry::create(cacheKey(*expanded, installation));
  if (!entry) {
    error("cannot create the cache directory; set HEDDLE_CACHE_DIR to another");
    return 1;
  }
  if (!invocation->dryRun)
    if (std::optional<std::string> program = entry->lookup())
      return start(*program, *invocation, split.program);

  llvm::SmallString<128> scratch;
  if (llvm::sys::fs::createUniqueDirectory("heddle-run", scratch)) {
    error("cannot create a temporary directory");
    return 1;
  }
  invocation->output = entry->newProgram();
  invocation->outputDir = scratch.str().str();
  invocation->dependencies = {"-MD", "", {}, false};
  std::optional<Plan> plan = createPlan(*invocation);
  int code = plan ? 0 : 1;
  if (plan && (invocation->verbose || invocation->dryRun))
    printPlan(*plan, *invocation);
  if (plan && !invocation->dryRun) {
    Progress progress(*invocation);
    code = executePlan(*plan, *invocation);
    if (code == 0) {
      progress.erase();
      entry->store(invocation->output, filesOf(*plan, *invocation));
      entry->removeOldEntries();
    }
  }
  llvm::sys::fs::remove_directories(scratch);
  if (code != 0 || invocation->dryRun)
    return code;
  return start(invocation->output, *invocation, split.program);
}
