//===- ReachableMemory.cpp - What a launch can read and write -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReachableMemory.h"
#include "Array.h"
#include "Graph.h"
#include "Memory.h"
#include "Texture.h"
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <set>
#include <unordered_map>

namespace heddle::rt {
namespace {

/// A pointer that is this little before an allocation may be the base of an
/// array whose first index is 1.
constexpr uintptr_t nearBytes = 64;

/// Whether the program could write there by itself.
bool isWritable(uintptr_t address) {
  // What /proc says takes long to read, and pages of a heap stay what they are.
  static auto &known = *new std::unordered_map<uintptr_t, bool>;
  auto [entry, isNew] = known.try_emplace(address >> 12, false);
  if (!isNew)
    return entry->second;
  FILE *maps = std::fopen("/proc/self/maps", "r");
  if (!maps)
    return false;
  char line[512], mode[8];
  unsigned long begin, end;
  while (std::fgets(line, sizeof line, maps))
    if (std::sscanf(line, "%lx-%lx %7s", &begin, &end, mode) == 3 &&
        address >= begin && address < end) {
      entry->second = mode[1] == 'w';
      break;
    }
  std::fclose(maps);
  return entry->second;
}

class Search {
public:
  Search(const HeddleVerifiedKernel &kernel)
      : kernel(kernel), all(allAllocations()), found(all.size(), false),
        stored(all.size(), 0) {
    for (uint32_t i = 0; i < kernel.numMemory; ++i)
      if (!kernel.memory[i].variable &&
          kernel.memory[i].parameter == HeddleAnyMemory)
        storedAnywhere |= kernel.memory[i].stored;
  }

  ReachableMemory run(void **args) {
    scanArguments(args);
    for (uint32_t i = 0; i < kernel.numMemory; ++i)
      if (const void *variable = kernel.memory[i].variable)
        if (std::optional<size_t> index =
                covering(reinterpret_cast<uintptr_t>(variable)))
          reach(*index, kernel.memory[i].stored);
    // Functions that nobody has seen may name any variable.
    if (kernel.flags & HeddleVerifyExternal)
      for (size_t i = 0; i < all.size(); ++i)
        if (isVariable(all[i].kind))
          reach(i, 0);
    if (kernel.flags & HeddleVerifyFollowsPointers)
      followPointers();
    collect();
    return std::move(result);
  }

private:
  /// The first allocation that begins behind `address`.
  size_t after(uintptr_t address) const {
    return std::upper_bound(all.begin(), all.end(), address,
                            [](uintptr_t address, const Allocation &a) {
                              return address < a.begin;
                            }) -
           all.begin();
  }

  std::optional<size_t> covering(uintptr_t address) const {
    size_t next = after(address);
    // A pointer to the end is one that programs count down from.
    if (next == 0 || address > all[next - 1].end())
      return std::nullopt;
    return next - 1;
  }

  void reach(size_t index, uint32_t types) {
    stored[index] |= types;
    if (found[index])
      return;
    found[index] = true;
    pending.push_back(index);
  }

  uint32_t storedThrough(uint32_t parameter) const {
    uint32_t types = 0;
    for (uint32_t i = 0; i < kernel.numMemory; ++i)
      if (!kernel.memory[i].variable && kernel.memory[i].parameter == parameter)
        types |= kernel.memory[i].stored;
    return types;
  }

  void scanArguments(void **args) {
    const HeddleKernelInfo &info = *kernel.info;
    for (uint32_t i = 0; i < info.numParams; ++i) {
      uint32_t types = storedThrough(i);
      for (uint32_t at = 0; at + 8 <= info.paramBytes[i]; at += 8) {
        uintptr_t word;
        std::memcpy(&word, static_cast<const char *>(args[i]) + at, 8);
        scanArgument(word, types);
      }
    }
  }

  void scanArgument(uintptr_t word, uint32_t types) {
    if (word < 4096 || word >> 47)
      return;
    if (std::optional<size_t> index = covering(word)) {
      reach(*index, types);
      // One allocation's end may be the next one's beginning.
      if (word == all[*index].end() && *index + 1 < all.size() &&
          all[*index + 1].begin == word)
        reach(*index + 1, types);
      return;
    }
    size_t next = after(word);
    if (next < all.size() && all[next].begin - word <= nearBytes)
      reach(next, types);
    else if (isCondition(word))
      conditions.insert(word);
    else if ((types || storedAnywhere) && !isObject(word) && isWritable(word))
      result.unknown = true;
  }

  /// Textures and surfaces are objects of the runtime's.
  static bool isObject(uintptr_t word) {
    auto *handle = reinterpret_cast<const void *>(word);
    return isTexture(handle) || isSurface(handle);
  }

  void followPointers() {
    uintptr_t low = all.empty() ? 0 : all.front().begin;
    uintptr_t high = all.empty() ? 0 : all.back().end();
    while (!pending.empty()) {
      const Allocation &allocation = all[pending.back()];
      pending.pop_back();
      auto *words = reinterpret_cast<const char *>(allocation.begin);
      for (size_t at = 0; at + 8 <= allocation.bytes; at += 8) {
        uintptr_t word;
        std::memcpy(&word, words + at, 8);
        if (word >= low && word <= high)
          if (std::optional<size_t> index = covering(word))
            reach(*index, 0);
      }
    }
  }

  void add(Region region, bool isStored) {
    result.bytes += region.bytes;
    if (isStored) {
      result.storedBytes += region.bytes;
      result.stored.push_back(region);
    }
    result.regions.push_back(std::move(region));
  }

  void collect() {
    for (size_t i = 0; i < all.size(); ++i) {
      if (!found[i])
        continue;
      const Allocation &allocation = all[i];
      switch (allocation.kind) {
      case MemoryKind::Device:
      case MemoryKind::Variable:
      case MemoryKind::Mapped:
        break;
      default:
        result.hostVisible = true;
      }
      uint32_t types = stored[i] | storedAnywhere;
      add({reinterpret_cast<char *>(allocation.begin), allocation.bytes, types,
           nameOf(allocation)},
          types != 0);
    }
    for (uintptr_t handle : conditions)
      add({reinterpret_cast<char *>(handle), sizeof(unsigned), HeddleInt32,
           "the condition of a graph's node"},
          true);
    for (auto [memory, bytes] : surfaceMemory())
      add({memory, bytes, 0, "a CUDA array"}, true);
  }

  static std::string nameOf(const Allocation &allocation) {
    if (allocation.name)
      return std::string("variable '") + allocation.name + "'";
    char text[96];
    std::snprintf(text, sizeof text, "%s %#zx (%zu bytes)",
                  nameOfKind(allocation.kind),
                  static_cast<size_t>(allocation.begin), allocation.bytes);
    return text;
  }

  const HeddleVerifiedKernel &kernel;
  const std::vector<Allocation> all;
  std::vector<bool> found;
  std::vector<uint32_t> stored;
  std::vector<size_t> pending;
  std::set<uintptr_t> conditions;
  uint32_t storedAnywhere = 0;
  ReachableMemory result;
};

} // namespace

ReachableMemory findReachableMemory(const HeddleVerifiedKernel &kernel,
                                    void **args) {
  return Search(kernel).run(args);
}

} // namespace heddle::rt
