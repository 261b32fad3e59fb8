//===- SourceForms.cpp - Source that only nvcc accepts --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceForms.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace heddle;
using llvm::StringRef;

bool heddle::isInString(StringRef text, size_t at) {
  size_t line = text.take_front(at).rfind('\n');
  StringRef before = text.slice(line == StringRef::npos ? 0 : line + 1, at);
  bool inside = false;
  for (size_t i = 0; i < before.size(); ++i)
    if (before[i] == '\\')
      ++i;
    else if (before[i] == '"')
      inside = !inside;
  return inside;
}

bool heddle::escapeSpecialRegisters(std::string &text) {
  static constexpr llvm::StringLiteral names[] = {
      "tid",    "ntid",    "ctaid",    "nctaid",    "laneid",
      "warpid", "nwarpid", "smid",     "nsmid",     "gridid",
      "clock",  "clock64", "clock_hi", "lanemask_", "globaltimer"};
  bool changed = false;
  for (size_t at = text.find(" %"); at != std::string::npos;
       at = text.find(" %", at + 1)) {
    StringRef rest = StringRef(text).substr(at + 2);
    StringRef word =
        rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
    if (llvm::none_of(names, [&](StringRef name) {
          return word == name ||
                 (name.ends_with("_") && word.starts_with(name)) ||
                 (name == "globaltimer" && word.starts_with(name));
        }))
      continue;
    // In the text of a `mov`, but not in that of a printf.
    size_t line = text.rfind('\n', at);
    StringRef before =
        StringRef(text).slice(line == std::string::npos ? 0 : line + 1, at);
    if (!isInString(text, at) || !before.contains("mov."))
      continue;
    text[at] = '%';
    changed = true;
  }
  return changed;
}

namespace {

/// A file with given contents.
class KnownFile : public llvm::vfs::File {
public:
  KnownFile(std::unique_ptr<llvm::vfs::File> file, std::string text)
      : file(std::move(file)), text(std::move(text)) {}

  llvm::ErrorOr<llvm::vfs::Status> status() override {
    llvm::ErrorOr<llvm::vfs::Status> status = file->status();
    if (!status)
      return status;
    return llvm::vfs::Status::copyWithNewSize(*status, text.size());
  }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
  getBuffer(const llvm::Twine &name, int64_t, bool, bool) override {
    return llvm::MemoryBuffer::getMemBufferCopy(text, name);
  }
  std::error_code close() override { return file->close(); }

private:
  std::unique_ptr<llvm::vfs::File> file;
  std::string text;
};

class ConvertedFiles : public llvm::vfs::ProxyFileSystem {
public:
  ConvertedFiles(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files,
                 const SharedObjects &objects)
      : ProxyFileSystem(std::move(files)), objects(objects) {}

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &path) override {
    llvm::ErrorOr<llvm::vfs::Status> status = ProxyFileSystem::status(path);
    // Clang compares the size with that of the contents.
    if (objects.empty() || !status || !status->isRegularFile())
      return status;
    auto file = openFileForRead(path);
    return file ? (*file)->status() : status;
  }

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &path) override {
    auto file = ProxyFileSystem::openFileForRead(path);
    // System headers contain neither form.
    if (!file || StringRef(path.str()).starts_with("/usr/"))
      return file;
    auto buffer = (*file)->getBuffer(path);
    if (buffer) {
      std::string text = (*buffer)->getBuffer().str();
      bool changed = joinLaunchBrackets(text);
      changed |= escapeSpecialRegisters(text);
      changed |= objects.wrap(path.str(), text);
      if (changed)
        return std::make_unique<KnownFile>(std::move(*file), std::move(text));
    }
    return ProxyFileSystem::openFileForRead(path);
  }

private:
  const SharedObjects &objects;
};

} // namespace

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
heddle::readInClangsForm(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files,
                         const SharedObjects &objects) {
  return llvm::makeIntrusiveRefCnt<ConvertedFiles>(std::move(files), objects);
}
