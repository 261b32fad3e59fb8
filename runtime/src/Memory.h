//===- Memory.h - What memory the runtime knows -----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_MEMORY_H
#define HEDDLE_RUNTIME_MEMORY_H

#include "cuda_runtime_api.h"
#include <cstdint>
#include <optional>

namespace heddle::rt {

enum class MemoryKind : uint8_t {
  Device,          ///< cudaMalloc
  Managed,         ///< cudaMallocManaged
  Pinned,          ///< cudaMallocHost
  Registered,      ///< cudaHostRegister: the user's own memory.
  Variable,        ///< `__device__`, `__constant__`
  ManagedVariable, ///< `__managed__`
};

inline bool isVariable(MemoryKind kind) {
  return kind == MemoryKind::Variable || kind == MemoryKind::ManagedVariable;
}

struct Allocation {
  uintptr_t begin;
  size_t bytes;
  MemoryKind kind;
  unsigned flags;
  /// What was mapped for it, without the room around it; 0 if the memory came
  /// from malloc.
  size_t mappedBytes;

  uintptr_t end() const { return begin + bytes; }
};

/// The allocation that `pointer` points into, if it is known.
std::optional<Allocation> findAllocation(const void *pointer);

/// Which side of a copy a pointer is on.
enum class Side { Host, Device, Either };

/// Says whether `bytes` from `pointer` are memory of that side. Memory that the
/// runtime does not know is the host's; device memory is not, though a CPU
/// could read it: a program that does so is wrong, and CUDA says so.
bool accessible(const void *pointer, size_t bytes, Side side);

void trackVariable(const void *address, size_t bytes, uint32_t kind);

/// Frees what the program allocated and did not free.
void freeAllMemory();

size_t physicalMemory();

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_MEMORY_H
