//===- Installation.cpp - The locations of Heddle and LLVM ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Driver/Installation.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

using namespace heddle;

Installation heddle::findInstallation(const char *argv0) {
  Installation result;
  result.executable = llvm::sys::fs::getMainExecutable(
      argv0, reinterpret_cast<void *>(&findInstallation));
  if (std::optional<std::string> home =
          llvm::sys::Process::GetEnv("HEDDLE_HOME");
      home && !home->empty()) {
    llvm::SmallString<256> path(*home);
    llvm::sys::fs::make_absolute(path);
    result.root = std::string(path);
    return result;
  }
  llvm::StringRef bin = llvm::sys::path::parent_path(result.executable);
  result.root = llvm::sys::path::parent_path(bin).str();
  return result;
}

std::string heddle::llvmTool(llvm::StringRef name) {
  return (llvm::Twine(HEDDLE_LLVM_DIR "/bin/") + name).str();
}

std::string heddle::llvmLibDir() { return HEDDLE_LLVM_DIR "/lib"; }
