//===- Reproducer.cpp - Files for a bug report ----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Driver/Reproducer.h"
#include "heddle/Driver/Diagnostics.h"
#include "heddle/Driver/Exec.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace heddle;
using llvm::StringRef;

/// The common prefix of the two files: heddle-NAME-XXXXXX in the crash
/// directory.
static std::string uniqueStem(const std::string &input) {
  llvm::SmallString<128> model;
  if (auto directory = llvm::sys::Process::GetEnv("HEDDLE_CRASH_DIR")) {
    model = *directory;
    llvm::sys::fs::make_absolute(model);
    llvm::sys::fs::create_directories(model);
  } else {
    llvm::sys::path::system_temp_directory(/*ErasedOnReboot=*/true, model);
  }
  llvm::sys::path::append(model,
                          "heddle-" + llvm::sys::path::stem(input) + "-%%%%%%");
  llvm::SmallString<128> path;
  llvm::sys::fs::createUniquePath(model, path, /*MakeAbsolute=*/true);
  return path.str().str();
}

/// Writes the source with its includes expanded. Conditionals stay, because the
/// host and the device pass evaluate some of them differently.
static bool expandIncludes(const Job &job, const std::string &file) {
  std::vector<std::string> argv = {llvmTool("clang++")};
  for (const std::string &arg : clangDriverArgs(job.compile))
    argv.push_back(arg);
  for (const std::string &arg :
       {std::string("-E"), std::string("-frewrite-includes"), job.compile.input,
        std::string("-o"), file})
    argv.push_back(arg);
  return runCommand(argv, /*quiet=*/true) == 0;
}

/// Removes options that the expanded source does not need.
static std::vector<std::string>
withoutIncludes(const std::vector<std::string> &args) {
  std::vector<std::string> result;
  for (size_t i = 0; i < args.size(); ++i) {
    if (llvm::is_contained(
            {"-I", "-isystem", "-iquote", "-idirafter", "-include", "-imacros"},
            args[i]))
      ++i;
    else
      result.push_back(args[i]);
  }
  return result;
}

/// Removes the flags that write dependency files.
static std::vector<std::string>
withoutDependencies(const std::vector<std::string> &args) {
  std::vector<std::string> result;
  for (size_t i = 0; i < args.size(); ++i) {
    if (llvm::is_contained({"-MF", "-MT", "-MQ"}, args[i]))
      ++i;
    else if (!llvm::is_contained({"-MD", "-MMD", "-MP"}, args[i]))
      result.push_back(args[i]);
  }
  return result;
}

static void writeScript(const std::string &path, const Job &original,
                        const Job &again, const Invocation &invocation,
                        const std::string &cause) {
  std::error_code code;
  llvm::raw_fd_ostream script(path, code);
  if (code)
    return;
  std::vector<std::string> argv = commandLine(again, invocation.installation);
  if (invocation.crashForTest)
    argv.push_back("--crash-for-test=" +
                   std::to_string(*invocation.crashForTest));
  script << "#!/bin/sh\n"
         << "# Heddle " HEDDLE_VERSION " failed (" << cause
         << ") while compiling '" << original.compile.input << "'.\n"
         << "# The command was:\n#   "
         << shellQuote(commandLine(original, invocation.installation)) << "\n"
         << "cd \"$(dirname \"$0\")\" && HEDDLE_CRASH_DIR= exec "
         << shellQuote(argv) << "\n";
  script.close();
  llvm::sys::fs::setPermissions(path, llvm::sys::fs::all_read |
                                          llvm::sys::fs::owner_write |
                                          llvm::sys::fs::all_exe);
}

void heddle::reportInternalError(const Job &job, const Invocation &invocation,
                                 const std::string &cause) {
  llvm::errs() << "heddle: internal compiler error (" << cause
               << ") while compiling '" << job.compile.input << "'\n";

  // An empty directory name disables reproducers.
  if (llvm::sys::Process::GetEnv("HEDDLE_CRASH_DIR") == "")
    return;
  std::string stem = uniqueStem(job.compile.input);
  std::string source = stem + ".cu";
  Job again = job;
  std::vector<std::string> &args = again.compile.clangArgs;
  args = withoutDependencies(args);
  Job preprocessed = job;
  preprocessed.compile.clangArgs = args;
  if (expandIncludes(preprocessed, source)) {
    args = withoutIncludes(args);
  } else if (std::error_code code =
                 llvm::sys::fs::copy_file(job.compile.input, source)) {
    note("no reproducer could be written to '" + source +
         "': " + code.message());
    return;
  }
  again.compile.input = llvm::sys::path::filename(source).str();
  again.compile.output = "/dev/null";
  writeScript(stem + ".sh", job, again, invocation, cause);
  note("a reproducer is in '" + source + "' and '" + stem +
       ".sh'; please attach both to a bug report");
}
