//===- ProgramCache.h - The cache of heddle run -----------------*- C++ -*-===//
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

/// The entry of one result in the cache: a program, or a precompiled header. The
/// key says how it is compiled; a manifest next to it lists the files that it
/// depends on, with their state.
class CacheEntry {
public:
  /// The entry in HEDDLE_CACHE_DIR, or in `heddle` in XDG_CACHE_HOME or
  /// ~/.cache. Nothing if no such directory can be created.
  static std::optional<CacheEntry> create(llvm::ArrayRef<std::string> key);

  /// Whether no process has asked for this entry before.
  bool isNew() const { return isCreated; }

  /// The program, if no file that it depends on has changed.
  std::optional<std::string> lookup() const;

  /// A path for a new program, on the same file system as the entry.
  std::string newProgram() const;

  /// Makes `program` the entry's program, with the dependencies `files`. If
  /// another process does the same at the same time, the last one wins; both
  /// are valid.
  bool store(const std::string &program, llvm::ArrayRef<std::string> files);

  /// Removes the entries that have not been used for 30 days.
  void removeOldEntries() const;

private:
  std::string directory;
  bool isCreated = false;
};

/// Identifies a file that a rebuild may replace: path, size, time.
std::string fileIdentity(const std::string &path);

/// The prerequisites of all rules in a dependency file written by -MD.
std::vector<std::string> readDependencies(const std::string &file);

} // namespace heddle

#endif // HEDDLE_DRIVER_PROGRAMCACHE_H
