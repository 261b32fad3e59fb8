//===- OtherToolkits.cpp - Hides NVIDIA's headers -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A machine may have NVIDIA's toolkit, in a folder of its own that build
// systems pass with -I, or in /usr/include. Its headers declare the same names
// as Heddle's with other layouts, so a program must see only one of them.
//
//===----------------------------------------------------------------------===//

#include "heddle/Frontend/OtherToolkits.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace heddle;
using llvm::StringRef;

static bool isOurs(StringRef folder) {
  return llvm::sys::fs::exists(folder + "/heddle/abi.h");
}

bool heddle::isOtherToolkit(StringRef folder) {
  return llvm::sys::fs::exists(folder + "/cuda_runtime_api.h") &&
         !isOurs(folder);
}

/// Headers of the toolkit, and of NCCL next to them, that Heddle may lack, by
/// the start of their name.
static bool belongsToCuda(StringRef name) {
  static constexpr llvm::StringLiteral starts[] = {
      "cublas",    "cudaD3D",
      "cudaEGL",   "cudaGL",
      "cudaVDPAU", "cudalibxt",
      "cudart",    "cudnn",
      "cufft",     "cufile",
      "cupti",     "curand",
      "cusolver",  "cusparse",
      "device_",   "nccl",
      "npp",       "nvPTX",
      "nvJitLink", "nvblas",
      "nvfatbin",  "nvjpeg",
      "nvml",      "nvrtc",
      "sm_",       "sobol_direction_vectors"};
  static constexpr llvm::StringLiteral folders[] = {
      "cccl",  "cooperative_groups", "crt", "cub", "cuda", "nv", "nvtx3",
      "thrust"};
  return llvm::is_contained(folders, name) || name.starts_with("cuda_") ||
         llvm::any_of(starts,
                      [&](StringRef start) { return name.starts_with(start); });
}

namespace {

class WithoutOtherToolkits : public llvm::vfs::ProxyFileSystem {
public:
  WithoutOtherToolkits(llvm::IntrusiveRefCntPtr<FileSystem> files,
                       std::vector<std::string> others, llvm::StringSet<> ours)
      : ProxyFileSystem(std::move(files)), others(std::move(others)),
        ours(std::move(ours)) {}

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &path) override {
    if (isHidden(path))
      return std::make_error_code(std::errc::no_such_file_or_directory);
    return ProxyFileSystem::status(path);
  }
  bool exists(const llvm::Twine &path) override {
    return !isHidden(path) && ProxyFileSystem::exists(path);
  }
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &path) override {
    if (isHidden(path))
      return std::make_error_code(std::errc::no_such_file_or_directory);
    return ProxyFileSystem::openFileForRead(path);
  }

private:
  bool isHidden(const llvm::Twine &path) const {
    llvm::SmallString<256> storage;
    StringRef text = path.toStringRef(storage);
    return llvm::any_of(others, [&](const std::string &folder) {
      StringRef rest = text;
      if (!rest.consume_front(folder) || !rest.consume_front("/"))
        return false;
      StringRef name = *llvm::sys::path::begin(rest.ltrim("/."));
      return ours.contains(name) || belongsToCuda(name);
    });
  }

  std::vector<std::string> others;
  llvm::StringSet<> ours; ///< Files and folders in Heddle's folder.
};

} // namespace

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
heddle::hideOtherToolkits(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files,
                          const std::vector<std::string> &includeFolders) {
  std::vector<std::string> others;
  llvm::StringSet<> ours;
  for (const std::string &folder : includeFolders) {
    if (isOtherToolkit(folder))
      others.push_back(StringRef(folder).rtrim('/').str());
    if (!isOurs(folder))
      continue;
    std::error_code error;
    for (llvm::sys::fs::directory_iterator at(folder, error), end;
         at != end && !error; at.increment(error))
      ours.insert(llvm::sys::path::filename(at->path()));
  }
  // The C++ library's, which ours wraps.
  ours.erase("cmath");
  if (others.empty())
    return files;
  return llvm::makeIntrusiveRefCnt<WithoutOtherToolkits>(
      std::move(files), std::move(others), std::move(ours));
}
