//===- HeaderCache.cpp - Precompiled headers in the cache -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HeaderCache.h"
#include "heddle/Driver/ProgramCache.h"

#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

using namespace heddle;
using llvm::StringRef;

/// Whether an argument is about the dependency file, which each source has its
/// own of.
static bool isDependencyFlag(StringRef arg) {
  return arg.starts_with("-M") && !arg.starts_with("-Ml");
}

/// Whether headers are searched in places that depend on the working directory.
static bool hasRelativePath(llvm::ArrayRef<std::string> args) {
  for (size_t i = 0; i < args.size(); ++i)
    for (StringRef flag :
         {"-isystem", "-iquote", "-idirafter", "-iprefix", "-I", "-F"}) {
      StringRef value = args[i];
      if (!value.consume_front(flag))
        continue;
      if (value.empty() && i + 1 < args.size())
        value = args[i + 1];
      if (!llvm::sys::path::is_absolute(value))
        return true;
    }
  return false;
}

/// All that the header's contents may depend on, except for its files.
static std::vector<std::string> keyOf(const CompileOptions &options,
                                      const FrontendOptions &frontend,
                                      StringRef pass) {
  std::vector<std::string> key = {
      "header",
      pass.str(),
      LLVM_VERSION_STRING,
      fileIdentity(llvm::sys::fs::getMainExecutable(nullptr, nullptr)),
      frontend.contract ? "contract" : "",
      frontend.fastMath ? "fast" : "",
      frontend.sameRounding ? "same" : "",
      frontend.relocatable ? "relocatable" : ""};
  bool hasSearchPath = false;
  for (const char *variable : {"CPATH", "CPLUS_INCLUDE_PATH"}) {
    key.push_back(llvm::sys::Process::GetEnv(variable).value_or(""));
    hasSearchPath |= !key.back().empty();
  }
  std::vector<std::string> args = clangDriverArgs(options);
  if (hasSearchPath || hasRelativePath(args)) {
    llvm::SmallString<128> directory;
    llvm::sys::fs::current_path(directory);
    key.push_back(directory.str().str());
  }
  for (size_t i = 0; i < args.size(); ++i) {
    if (llvm::is_contained({"-MF", "-MT", "-MQ"}, args[i]))
      ++i;
    else if (!isDependencyFlag(args[i]))
      key.push_back(args[i]);
  }
  return key;
}

static std::unique_ptr<llvm::MemoryBuffer> open(const CacheEntry &entry) {
  std::optional<std::string> path = entry.lookup();
  if (!path)
    return nullptr;
  auto buffer = llvm::MemoryBuffer::getFile(*path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  return buffer ? std::move(*buffer) : nullptr;
}

PrecompiledHeader
heddle::findPrecompiledHeader(const CompileOptions &options,
                              const FrontendOptions &frontend) {
  // An empty variable switches the cache off.
  if (llvm::sys::Process::GetEnv("HEDDLE_CACHE_DIR") == "")
    return {};
  auto host = CacheEntry::create(keyOf(options, frontend, "host"));
  auto device = CacheEntry::create(keyOf(options, frontend, "device"));
  if (!host || !device || host->isNew() || device->isNew())
    return {};
  PrecompiledHeader found = {open(*host), open(*device)};
  if (found.host && found.device)
    return found;
  std::string hostPath = host->newProgram(), devicePath = device->newProgram();
  std::vector<std::string> files;
  if (!precompileHeader(
          frontend, options.installDir + "/lib/heddle/include/cuda_runtime.h",
          hostPath, devicePath, files) ||
      !host->store(hostPath, files) || !device->store(devicePath, files)) {
    llvm::sys::fs::remove(hostPath);
    llvm::sys::fs::remove(devicePath);
    return {};
  }
  host->removeOldEntries();
  return {open(*host), open(*device)};
}
