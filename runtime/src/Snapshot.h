//===- Snapshot.h - Copies of memory, to go back to -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_SNAPSHOT_H
#define HEDDLE_RUNTIME_SNAPSHOT_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

namespace heddle::rt {

/// A piece of memory that launches may change.
struct Region {
  char *begin = nullptr;
  size_t bytes = 0;
  uint32_t stored = 0; ///< HeddleValueTypes that the kernel stores here.
  std::string name;    ///< What reports call it.
};

/// Regions are compared and restored in blocks of this size.
inline constexpr size_t snapshotBlockBytes = 4096;

/// The blocks in which memory differs from a snapshot, in order. Blocks are
/// numbered through all regions.
class Changes {
public:
  /// The block's bytes; null if it has not changed.
  const char *find(size_t block) const;
  const std::vector<std::pair<size_t, const char *>> &blocks() const {
    return list;
  }
  size_t bytes() const { return kept.size() * snapshotBlockBytes; }

private:
  friend class Snapshot;
  std::vector<std::pair<size_t, const char *>> list;
  std::deque<std::array<char, snapshotBlockBytes>> kept;
};

/// Memory that is kept from one snapshot to the next, because fresh memory
/// costs a page fault for each page.
class SnapshotBuffer {
public:
  SnapshotBuffer() = default;
  SnapshotBuffer(const SnapshotBuffer &) = delete;
  SnapshotBuffer &operator=(const SnapshotBuffer &) = delete;
  ~SnapshotBuffer();
  /// Null if there is no memory left.
  char *reserve(size_t bytes);

private:
  char *memory = nullptr;
  size_t size = 0;
};

/// A copy of regions as they were when it was made.
class Snapshot {
public:
  /// `copy` has room for all the regions' bytes.
  Snapshot(std::vector<Region> regions, char *copy);

  /// The blocks that differ now. Their bytes are the memory itself.
  Changes findChanges() const;
  /// Copies the blocks that differ now, and restores the memory.
  Changes takeChanges();
  void restore();
  /// Puts changes into memory that is as it was.
  void apply(const Changes &changes);

  const std::vector<Region> &regions() const { return list; }
  /// The region of a block, and the block's offset in it.
  std::pair<size_t, size_t> locate(size_t block) const;
  size_t blockOf(size_t region, size_t offset) const {
    return firstBlock[region] + offset / snapshotBlockBytes;
  }
  size_t blockBytes(size_t block) const;
  const char *original(size_t block) const;
  size_t bytes() const { return total; }

private:
  char *memoryOf(size_t block) const;

  std::vector<Region> list;
  /// Of each region: its first block, and where its copy is.
  std::vector<size_t> firstBlock;
  std::vector<char *> copies;
  size_t blocks = 0, total = 0;
};

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_SNAPSHOT_H
