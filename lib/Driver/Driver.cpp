//===- Driver.cpp - The heddle command ------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Driver/Driver.h"
#include "heddle/Driver/Diagnostics.h"
#include "heddle/Driver/Exec.h"
#include "heddle/Driver/Help.h"
#include "heddle/Driver/HostFlags.h"
#include "heddle/Driver/Nvrtc.h"
#include "heddle/Driver/Options.h"
#include "heddle/Driver/Run.h"
#include "heddle/Frontend/OtherToolkits.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace heddle;
using namespace heddle::options;
using llvm::StringRef;

/// The text that nvcc prints before its commands. Build systems parse it: CMake
/// finds the toolkit, the include directories and a default architecture here.
/// It links with the first word of the last line that contains LIBRARIES, so
/// that line names heddle, which knows where the runtime is. The empty line
/// keeps CMake from joining it with the previous one.
static void printEnvironment(const Installation &installation) {
  llvm::raw_ostream &os = llvm::errs();
  std::string home = installation.cudaHome();
  std::string libraries = "\"-L" + home + "/lib64\"";
  os << "#$ TOP=" << home << '\n'
     << "#$ NVVMIR_LIBRARY_DIR=" << home << "/nvvm/libdevice\n"
     << "#$ PATH=" << llvm::sys::Process::GetEnv("PATH").value_or("") << '\n'
     << "#$ INCLUDES=\"-I" << installation.includeDir() << "\"\n"
     << "#$ LIBRARIES=" << libraries << '\n'
     << "#$ ARCHITECTURE=-arch compute_80\n"
     << "\n#$ \"" << installation.executable << "\" " << libraries
     << " -lcudadevrt -lcudart_static -lrt -lpthread -ldl\n";
}

/// CPATH is searched before Heddle's headers; it must not name those of another
/// toolkit.
static void cleanSearchPath() {
  std::optional<std::string> path = llvm::sys::Process::GetEnv("CPATH");
  if (!path)
    return;
  std::vector<std::string> kept;
  for (StringRef folder : llvm::split(*path, ':'))
    if (!isOtherToolkit(folder))
      kept.push_back(folder.str());
  setenv("CPATH", llvm::join(kept, ":").c_str(), /*overwrite=*/1);
}

/// The command that answers what -Xcompiler asks the host compiler about
/// itself, or nothing. Build systems choose warnings by its name and version.
static std::vector<std::string> hostQuery(const llvm::opt::InputArgList &args) {
  std::vector<std::string> questions;
  for (const std::string &value : args.getAllArgValues(OPT_xcompiler))
    for (std::string &flag : splitHostFlags(value))
      if (isQueryFlag(flag))
        questions.push_back(std::move(flag));
  if (questions.empty())
    return {};
  std::string compiler = hostCompiler(givenHostCompiler(args), Language::Cxx);
  questions.insert(questions.begin(), compiler);
  return questions;
}

int heddle::driverMain(int argc, const char **argv) {
  Installation installation = findInstallation(argv[0]);
  llvm::ArrayRef<const char *> words(argv + 1, argc > 0 ? argc - 1 : 0);
  if (!words.empty() && StringRef(words.front()) == "run")
    return runMain(words.drop_front(), installation);
  if (!words.empty() && StringRef(words.front()) == "--nvrtc-request")
    return nvrtcMain(installation);

  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver(allocator);
  auto expanded = expandCommandLine(words, saver);
  if (!expanded)
    return 1;
  auto args = parseOptions(*expanded);
  if (!args)
    return 1;
  if (args->hasArg(OPT_help)) {
    printHelp();
    return 0;
  }
  if (args->hasArg(OPT_version)) {
    printVersion();
    return 0;
  }
  if (args->hasArg(OPT_list_arch) || args->hasArg(OPT_list_code)) {
    printArchitectures(args->hasArg(OPT_list_code));
    return 0;
  }
  // Before any check: CMake asks for this with an input that does not exist.
  if (args->hasArg(OPT_verbose) || args->hasArg(OPT_dryrun))
    printEnvironment(installation);

  // The same holds for builds that ask the host compiler for its name.
  if (std::vector<std::string> query = hostQuery(*args);
      !query.empty() && !args->hasArg(OPT_dryrun))
    return runCommand(query);

  cleanSearchPath();
  std::optional<Invocation> invocation = createInvocation(*args, installation);
  if (!invocation)
    return 1;
  if (invocation->verbose)
    for (const std::string &flag : invocation->droppedFlags)
      note("'" + flag + "' is an option of gcc only and is ignored");
  std::optional<Plan> plan = createPlan(*invocation);
  if (!plan)
    return 1;
  if (invocation->verbose || invocation->dryRun)
    printPlan(*plan, *invocation);
  if (invocation->dryRun)
    return 0;
  int code = executePlan(*plan, *invocation);
  if (code != 0 || !invocation->runAfterwards || !plan->last)
    return code;
  std::vector<std::string> program = invocation->runArgs;
  bool hasDirectory = StringRef(plan->last->output).contains('/');
  program.insert(program.begin(),
                 (hasDirectory ? "" : "./") + plan->last->output);
  return runCommand(program);
}
