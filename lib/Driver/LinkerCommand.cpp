//===- LinkerCommand.cpp - The linker without Clang's driver --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Driver/LinkerCommand.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Driver/Compilation.h"
#include "clang/Driver/Driver.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/TargetParser/Host.h"

std::vector<std::string>
heddle::linkerCommand(const std::vector<std::string> &clang) {
  clang::DiagnosticOptions options;
  clang::DiagnosticsEngine diags(clang::DiagnosticIDs::create(), options,
                                 new clang::IgnoringDiagConsumer);
  clang::driver::Driver driver(
      clang.front(), llvm::sys::getDefaultTargetTriple(), diags, "heddle");
  std::vector<const char *> argv;
  for (const std::string &arg : clang)
    argv.push_back(arg.c_str());
  std::unique_ptr<clang::driver::Compilation> compilation(
      driver.BuildCompilation(argv));
  if (!compilation || diags.hasErrorOccurred() ||
      compilation->getJobs().size() != 1)
    return clang;
  const clang::driver::Command &job = *compilation->getJobs().begin();
  std::vector<std::string> command = {job.getExecutable()};
  for (const char *arg : job.getArguments())
    command.push_back(arg);
  return command;
}
