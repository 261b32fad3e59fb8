//===- InvocationReader.h - From options to an Invocation -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_DRIVER_INVOCATIONREADER_H
#define HEDDLE_LIB_DRIVER_INVOCATIONREADER_H

#include "heddle/Driver/Diagnostics.h"
#include "heddle/Driver/Invocation.h"

namespace heddle {

/// Reads the options in order, because the order of some of them (-I, -l, -x)
/// matters.
class InvocationReader {
public:
  InvocationReader(const llvm::opt::InputArgList &args,
                   const Installation &installation)
      : args(args) {
    result.installation = installation;
    result.compile.installDir = installation.root;
  }

  std::optional<Invocation> read();

private:
  void readOption(const llvm::opt::Arg &arg);
  void readGoal(const llvm::opt::Arg &arg);
  void readInput(llvm::StringRef path);
  void readHostFlag(llvm::StringRef flag);
  void readSanitizers(llvm::StringRef names);
  void readDisabledPasses(llvm::StringRef names);
  void readOptLevel(llvm::StringRef value);
  void readStd(llvm::StringRef value);
  void readLibrary(llvm::StringRef name);
  /// The name for readLibrary of a file of a toolkit, otherwise nothing.
  llvm::StringRef toolkitLibrary(llvm::StringRef path);
  void linkLibrariesStatically();
  bool readBool(const llvm::opt::Arg &arg);
  void readThreads(const llvm::opt::Arg &arg, unsigned &threads);
  void finish();

  /// The option as the user wrote it.
  std::string spelling(const llvm::opt::Arg &arg) {
    return arg.getAsString(args);
  }
  void fail(const llvm::Twine &message) { ok = error(message); }
  void toClang(std::vector<std::string> flags) {
    std::vector<std::string> &all = result.compile.clangArgs;
    all.insert(all.end(), flags.begin(), flags.end());
  }

  const llvm::opt::InputArgList &args;
  Invocation result;
  bool ok = true;
  std::string goalSpelling;
  std::string language;                    ///< The -x that applies.
  std::optional<std::string> hostOptLevel; ///< -Xcompiler -O2
  bool foreignWarnings = false;            ///< -Xcompiler -W...
};

} // namespace heddle

#endif // HEDDLE_LIB_DRIVER_INVOCATIONREADER_H
