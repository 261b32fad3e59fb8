//===- Snapshot.cpp - Copies of memory, to go back to ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Snapshot.h"
#include <algorithm>
#include <cstring>
#include <sys/mman.h>
#include <thread>

namespace heddle::rt {
namespace {

/// Less than this is done before another thread has started.
constexpr size_t bytesPerThread = 16 << 20;

/// Calls `part(number, begin, end)` for consecutive ranges of the blocks.
template <typename Part>
void inParts(size_t blocks, unsigned parts, const Part &part) {
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < parts; ++i)
    threads.emplace_back(
        [&, i] { part(i, blocks * i / parts, blocks * (i + 1) / parts); });
  part(0, 0, blocks / parts);
  for (std::thread &thread : threads)
    thread.join();
}

unsigned partsFor(size_t bytes) {
  size_t most = std::clamp(std::thread::hardware_concurrency(), 1u, 8u);
  return std::clamp<size_t>(bytes / bytesPerThread, 1, most);
}

} // namespace

const char *Changes::find(size_t block) const {
  auto found = std::lower_bound(
      list.begin(), list.end(), block,
      [](const auto &entry, size_t block) { return entry.first < block; });
  return found != list.end() && found->first == block ? found->second : nullptr;
}

SnapshotBuffer::~SnapshotBuffer() {
  if (memory)
    munmap(memory, size);
}

char *SnapshotBuffer::reserve(size_t bytes) {
  if (bytes <= size)
    return memory;
  if (memory)
    munmap(memory, size);
  size = bytes + bytes / 4;
  void *fresh = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (fresh == MAP_FAILED) {
    memory = nullptr;
    size = 0;
    return nullptr;
  }
  madvise(fresh, size, MADV_HUGEPAGE);
  memory = static_cast<char *>(fresh);
  return memory;
}

Snapshot::Snapshot(std::vector<Region> regions, char *copy)
    : list(std::move(regions)) {
  for (const Region &region : list) {
    firstBlock.push_back(blocks);
    copies.push_back(copy);
    copy += region.bytes;
    total += region.bytes;
    blocks += (region.bytes + snapshotBlockBytes - 1) / snapshotBlockBytes;
  }
  inParts(blocks, partsFor(total), [&](unsigned, size_t begin, size_t end) {
    for (size_t block = begin; block < end; ++block)
      std::memcpy(const_cast<char *>(original(block)), memoryOf(block),
                  blockBytes(block));
  });
}

std::pair<size_t, size_t> Snapshot::locate(size_t block) const {
  size_t region =
      std::upper_bound(firstBlock.begin(), firstBlock.end(), block) -
      firstBlock.begin() - 1;
  return {region, (block - firstBlock[region]) * snapshotBlockBytes};
}

size_t Snapshot::blockBytes(size_t block) const {
  auto [region, offset] = locate(block);
  return std::min(snapshotBlockBytes, list[region].bytes - offset);
}

const char *Snapshot::original(size_t block) const {
  auto [region, offset] = locate(block);
  return copies[region] + offset;
}

char *Snapshot::memoryOf(size_t block) const {
  auto [region, offset] = locate(block);
  return list[region].begin + offset;
}

Changes Snapshot::findChanges() const {
  unsigned parts = partsFor(total);
  std::vector<std::vector<std::pair<size_t, const char *>>> found(parts);
  inParts(blocks, parts, [&](unsigned part, size_t begin, size_t end) {
    for (size_t block = begin; block < end; ++block)
      if (const char *now = memoryOf(block);
          std::memcmp(now, original(block), blockBytes(block)) != 0)
        found[part].push_back({block, now});
  });
  Changes changes;
  for (auto &list : found)
    changes.list.insert(changes.list.end(), list.begin(), list.end());
  return changes;
}

Changes Snapshot::takeChanges() {
  Changes changes = findChanges();
  for (auto &[block, bytes] : changes.list) {
    char *memory = memoryOf(block);
    size_t size = blockBytes(block);
    std::array<char, snapshotBlockBytes> &kept = changes.kept.emplace_back();
    std::memcpy(kept.data(), memory, size);
    std::memcpy(memory, original(block), size);
    bytes = kept.data();
  }
  return changes;
}

void Snapshot::restore() {
  for (auto [block, bytes] : findChanges().list)
    std::memcpy(memoryOf(block), original(block), blockBytes(block));
}

void Snapshot::apply(const Changes &changes) {
  for (auto [block, bytes] : changes.list)
    std::memcpy(memoryOf(block), bytes, blockBytes(block));
}

} // namespace heddle::rt
