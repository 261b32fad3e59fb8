//===- LaunchBrackets.cpp - Launches written with spaces ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchBrackets.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace heddle;
using llvm::StringRef;

/// Finds three brackets with spaces among them, from `at` on.
static size_t findSpread(StringRef text, char bracket, size_t at,
                         size_t &length) {
  for (size_t first = text.find(bracket, at); first != StringRef::npos;
       first = text.find(bracket, first + 1)) {
    size_t end = first + 1;
    int count = 1;
    bool spaces = false;
    while (end < text.size() && count < 3) {
      if (text[end] == bracket)
        ++count;
      else if (text[end] == ' ' || text[end] == '\t')
        spaces = true;
      else
        break;
      ++end;
    }
    if (count == 3 && spaces) {
      length = end - first;
      return first;
    }
  }
  return StringRef::npos;
}

/// Whether a place is inside a string, by the quotes before it on its line.
static bool isInString(StringRef text, size_t at) {
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

std::optional<std::string> heddle::joinLaunchBrackets(StringRef text) {
  std::optional<std::string> result;
  auto join = [&](size_t at, size_t length, char bracket) {
    if (!result)
      result = text.str();
    result->replace(at, length,
                    std::string(3, bracket) + std::string(length - 3, ' '));
  };
  size_t at = 0, length = 0;
  while ((at = findSpread(text, '<', at, length)) != StringRef::npos) {
    StringRef before = text.take_front(at).rtrim();
    size_t open = at;
    at += length;
    // A launch follows a kernel's name or its template arguments;
    // `operator<< <T>` is no launch.
    if (before.ends_with("operator") || before.empty() ||
        isInString(text, open) ||
        !(llvm::isAlnum(before.back()) || before.back() == '_' ||
          before.back() == '>'))
      continue;
    // Its end comes before that of the statement, and arguments follow.
    size_t statement = text.find(';', at), closeLength = 0;
    size_t close = findSpread(text, '>', at, closeLength);
    size_t together = text.find(">>>", at);
    if (close != StringRef::npos && close < statement &&
        text.substr(close + closeLength).ltrim().starts_with("(")) {
      join(open, length, '<');
      join(close, closeLength, '>');
    } else if (together != StringRef::npos && together < statement) {
      join(open, length, '<');
    }
  }
  // `<<<grid, block>> >` has only its end in pieces.
  at = 0;
  while ((at = text.find("<<<", at)) != StringRef::npos) {
    at += 3;
    size_t statement = text.find(';', at), closeLength = 0;
    size_t close = findSpread(text, '>', at, closeLength);
    if (close != StringRef::npos && close < statement &&
        text.find(">>>", at) > statement && !isInString(text, at) &&
        text.substr(close + closeLength).ltrim().starts_with("("))
      join(close, closeLength, '>');
  }
  return result;
}

namespace {

/// A file whose contents are known.
class JoinedFile : public llvm::vfs::File {
public:
  JoinedFile(std::unique_ptr<llvm::vfs::File> file, std::string text)
      : file(std::move(file)), text(std::move(text)) {}

  llvm::ErrorOr<llvm::vfs::Status> status() override { return file->status(); }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
  getBuffer(const llvm::Twine &name, int64_t, bool, bool) override {
    return llvm::MemoryBuffer::getMemBufferCopy(text, name);
  }
  std::error_code close() override { return file->close(); }

private:
  std::unique_ptr<llvm::vfs::File> file;
  std::string text;
};

class JoiningFiles : public llvm::vfs::ProxyFileSystem {
public:
  using ProxyFileSystem::ProxyFileSystem;

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &path) override {
    auto file = ProxyFileSystem::openFileForRead(path);
    // System headers hold no launches.
    if (!file || StringRef(path.str()).starts_with("/usr/"))
      return file;
    auto buffer = (*file)->getBuffer(path);
    if (buffer)
      if (auto joined = joinLaunchBrackets((*buffer)->getBuffer()))
        return std::make_unique<JoinedFile>(std::move(*file),
                                            std::move(*joined));
    return ProxyFileSystem::openFileForRead(path);
  }
};

} // namespace

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> heddle::joinLaunchBrackets(
    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files) {
  return llvm::makeIntrusiveRefCnt<JoiningFiles>(std::move(files));
}
