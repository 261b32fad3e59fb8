//===- ProgramCache.h - Compiled programs that heddle run keeps -*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVER_PROGRAMCACHE_H
#define HEDDLE_DRIVER_PROGRAMCACHE_H

#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <string>
#include <vector>

namespace heddle {

/// The place of one program in the cache. The key says how it is compiled; a
/// manifest beside the program says from which files, and what they were.
class CacheEntry {
public:
  /// The entry in HEDDLE_CACHE_DIR, or else in `heddle` below XDG_CACHE_HOME
  /// or ~/.cache. Nothing if no such directory can be made.
  static std::optional<CacheEntry> create(llvm::ArrayRef<std::string> key);

  /// The program, if none of the files that it was made from has changed.
  std::optional<std::string> lookup() const;

  /// Where to write a new program, on the same file system as the entry.
  std::string newProgram() const;

  /// Makes `program` the entry's, made from `files`. Another process may do
  /// the same at the same time: the last one wins, and both are right.
  bool store(const std::string &program, llvm::ArrayRef<std::string> files);

  /// Removes the entries that have not been used for 30 days.
  void removeOldEntries() const;

private:
  std::string directory;
};

/// What identifies a file that may be replaced by a rebuild: path, size, time.
std::string fileIdentity(const std::string &path);

/// The prerequisites of all rules in a dependency file as -MD writes it.
std::vector<std::string> readDependencies(const std::string &file);

} // namespace heddle

#endif // HEDDLE_DRIVER_PROGRAMCACHE_H
