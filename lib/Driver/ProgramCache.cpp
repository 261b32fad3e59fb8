//===- ProgramCache.cpp - The cache of heddle run -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Driver/ProgramCache.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>

using namespace heddle;
using llvm::StringRef;
namespace fs = llvm::sys::fs;

static std::string hash(StringRef text) {
  llvm::SHA256 sha;
  sha.update(text);
  return llvm::toHex(sha.final(), /*LowerCase=*/true).substr(0, 32);
}

static long long nanoseconds(llvm::sys::TimePoint<> time) {
  return time.time_since_epoch().count();
}

static std::string hashFile(StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  return buffer ? hash((*buffer)->getBuffer()) : "";
}

std::string heddle::fileIdentity(const std::string &path) {
  fs::file_status status;
  if (fs::status(path, status))
    return path;
  return path + ":" + std::to_string(status.getSize()) + ":" +
         std::to_string(nanoseconds(status.getLastModificationTime()));
}

static std::string cacheRoot() {
  using llvm::sys::Process;
  llvm::SmallString<128> path;
  if (auto directory = Process::GetEnv("HEDDLE_CACHE_DIR");
      directory && !directory->empty()) {
    path = *directory;
    fs::make_absolute(path);
    return path.str().str();
  }
  if (auto directory = Process::GetEnv("XDG_CACHE_HOME");
      directory && !directory->empty())
    path = *directory;
  else if (!llvm::sys::path::cache_directory(path))
    llvm::sys::path::system_temp_directory(/*ErasedOnReboot=*/true, path);
  llvm::sys::path::append(path, "heddle");
  return path.str().str();
}

std::optional<CacheEntry> CacheEntry::create(llvm::ArrayRef<std::string> key) {
  CacheEntry entry;
  entry.directory = cacheRoot() + "/" + hash(llvm::join(key, "\n"));
  entry.isCreated = !fs::exists(entry.directory);
  if (fs::create_directories(entry.directory))
    return std::nullopt;
  return entry;
}

// The first line of the manifest names the program. Each other line is a file
// that the program depends on: its time, size, hash and path.

std::optional<std::string> CacheEntry::lookup() const {
  auto manifest = llvm::MemoryBuffer::getFile(directory + "/manifest");
  if (!manifest)
    return std::nullopt;
  auto [name, files] = (*manifest)->getBuffer().split('\n');
  llvm::SmallVector<StringRef> lines;
  files.split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef line : lines) {
    auto [timeText, afterTime] = line.split(' ');
    auto [sizeText, afterSize] = afterTime.split(' ');
    auto [contents, path] = afterSize.split(' ');
    long long time = 0;
    uint64_t size = 0;
    fs::file_status status;
    if (timeText.getAsInteger(10, time) || sizeText.getAsInteger(10, size) ||
        fs::status(path, status) || status.getSize() != size)
      return std::nullopt;
    // A file with a new time but the same contents has not changed.
    if (nanoseconds(status.getLastModificationTime()) != time &&
        hashFile(path) != contents)
      return std::nullopt;
  }
  std::string program = directory + "/" + name.str();
  if (!fs::exists(program))
    return std::nullopt;
  // The time of an entry is that of its last use.
  int descriptor;
  if (!fs::openFileForRead(directory + "/manifest", descriptor)) {
    fs::setLastAccessAndModificationTime(descriptor,
                                         std::chrono::system_clock::now());
    llvm::sys::Process::SafelyCloseFileDescriptor(descriptor);
  }
  return program;
}

std::string CacheEntry::newProgram() const {
  llvm::SmallString<128> path;
  fs::createUniquePath(directory + "/program-%%%%%%%%", path,
                       /*MakeAbsolute=*/true);
  return path.str().str();
}

bool CacheEntry::store(const std::string &program,
                       llvm::ArrayRef<std::string> files) {
  std::string temporary = program + ".manifest";
  std::error_code code;
  llvm::raw_fd_ostream manifest(temporary, code);
  if (code)
    return false;
  manifest << llvm::sys::path::filename(program) << '\n';
  for (const std::string &file : files) {
    fs::file_status status;
    if (fs::status(file, status))
      continue;
    manifest << nanoseconds(status.getLastModificationTime()) << ' '
             << status.getSize() << ' ' << hashFile(file) << ' ' << file
             << '\n';
  }
  manifest.close();
  if (manifest.has_error() || fs::rename(temporary, directory + "/manifest"))
    return false;

  StringRef current = llvm::sys::path::filename(program);
  for (fs::directory_iterator it(directory, code), end; !code && it != end;
       it.increment(code)) {
    StringRef name = llvm::sys::path::filename(it->path());
    if (name.starts_with("program-") && name != current)
      fs::remove(it->path());
  }
  return true;
}

void CacheEntry::removeOldEntries() const {
  auto limit = std::chrono::system_clock::now() - std::chrono::hours(30 * 24);
  std::error_code code;
  for (fs::directory_iterator it(llvm::sys::path::parent_path(directory), code),
       end;
       !code && it != end; it.increment(code)) {
    fs::file_status status;
    bool isFound = !fs::status(it->path() + "/manifest", status) ||
                   !fs::status(it->path(), status);
    if (isFound && status.getLastModificationTime() < limit)
      fs::remove_directories(it->path());
  }
}

std::vector<std::string> heddle::readDependencies(const std::string &file) {
  std::vector<std::string> result;
  auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer)
    return result;
  StringRef text = (*buffer)->getBuffer();
  std::string word;
  auto finish = [&] {
    // `target:` begins a rule.
    if (!word.empty() && word.back() != ':')
      result.push_back(word);
    word.clear();
  };
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    char next = i + 1 < text.size() ? text[i + 1] : '\n';
    if (c == '\\' && (next == ' ' || next == '#' || next == '\\')) {
      word += next;
      ++i;
    } else if (c == '\\' && next == '\n') {
      ++i;
      finish();
    } else if (c == '$' && next == '$') {
      word += '$';
      ++i;
    } else if (llvm::isSpace(c)) {
      finish();
    } else {
      word += c;
    }
  }
  finish();
  return result;
}
