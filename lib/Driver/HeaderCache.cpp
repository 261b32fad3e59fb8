//===- HeaderCache.cpp - Precompiled headers in the cache -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HeaderCache.h"
#include "heddle/Driver/ProgramCache.h"
#include "heddle/Frontend/OtherToolkits.h"

#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

using namespace heddle;
using llvm::StringRef;

static std::string firstHeaderOf(const CompileOptions &options) {
  return options.installDir + "/lib/heddle/include/cuda_runtime.h";
}

/// Whether an argument is about the dependency file, which each source has its
/// own of.
static bool isDependencyFlag(StringRef arg) {
  return arg.starts_with("-M") && !arg.starts_with("-Ml");
}

/// Where options say that headers are.
static std::vector<std::string>
searchFolders(llvm::ArrayRef<std::string> args) {
  std::vector<std::string> folders;
  for (size_t i = 0; i < args.size(); ++i)
    for (StringRef flag :
         {"-isystem", "-iquote", "-idirafter", "-iprefix", "-I", "-F"}) {
      StringRef value = args[i];
      if (!value.consume_front(flag))
        continue;
      if (value.empty() && i + 1 < args.size())
        value = args[i + 1];
      folders.push_back(value.str());
      break;
    }
  return folders;
}

/// Whether the program has a first header of its own, which Clang finds before
/// ours: a substitute for tests, say.
static bool hasOwnHeader(const CompileOptions &options) {
  std::string ours = firstHeaderOf(options);
  std::vector<std::string> folders = searchFolders(clangDriverArgs(options));
  folders.push_back(".");
  return llvm::any_of(folders, [&](const std::string &folder) {
    std::string path = folder + "/cuda_runtime.h";
    return llvm::sys::fs::exists(path) && !isOtherToolkit(folder) &&
           !llvm::sys::fs::equivalent(path, ours);
  });
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
      frontend.sameRounding ? "same" : ""};
  bool hasSearchPath = false;
  for (const char *variable : {"CPATH", "CPLUS_INCLUDE_PATH"}) {
    key.push_back(llvm::sys::Process::GetEnv(variable).value_or(""));
    hasSearchPath |= !key.back().empty();
  }
  std::vector<std::string> args = clangDriverArgs(options);
  // A relative path is of the working directory.
  if (hasSearchPath ||
      llvm::any_of(searchFolders(args), [](const std::string &folder) {
        return !llvm::sys::path::is_absolute(folder);
      })) {
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
  // An empty variable switches the cache off. With -rdc=true the front end
  // hides that flag from code generation, and what a precompiled header makes
  // Clang generate comes past that: the names of static variables would not
  // agree.
  if (llvm::sys::Process::GetEnv("HEDDLE_CACHE_DIR") == "" ||
      frontend.relocatable || hasOwnHeader(options))
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
  if (!precompileHeader(frontend, firstHeaderOf(options), hostPath, devicePath,
                        files) ||
      !host->store(hostPath, files) || !device->store(devicePath, files)) {
    llvm::sys::fs::remove(hostPath);
    llvm::sys::fs::remove(devicePath);
    return {};
  }
  host->removeOldEntries();
  return {open(*host), open(*device)};
}
