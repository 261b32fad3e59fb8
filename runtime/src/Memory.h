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
#include <memory>
#include <optional>
#include <vector>

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

struct Allocation;

/// Gets memory back that is freed: a pool, or a graph.
struct AllocationOwner {
  virtual ~AllocationOwner() = default;
  virtual void takeBack(const Allocation &allocation) = 0;
};

struct Allocation {
  uintptr_t begin = 0;
  size_t bytes = 0;
  MemoryKind kind = MemoryKind::Device;
  unsigned flags = 0;
  /// What was mapped for it, without the room around it; 0 if the memory came
  /// from malloc.
  size_t mappedBytes = 0;
  int device = 0;
  /// Of a variable.
  const char *name = nullptr;
  /// Null if freeing it gives it back to the system.
  std::shared_ptr<AllocationOwner> owner = nullptr;

  uintptr_t end() const { return begin + bytes; }
};

/// The allocation that `pointer` points into, if it is known.
std::optional<Allocation> findAllocation(const void *pointer);

/// All of them, by address.
std::vector<Allocation> allAllocations();

/// Which side of a copy a pointer is on.
enum class Side { Host, Device, Either };

/// Says whether `bytes` from `pointer` are memory of that side. Memory that the
/// runtime does not know is the host's; device memory is not, though a CPU
/// could read it: a program that does so is wrong, and CUDA says so.
bool accessible(const void *pointer, size_t bytes, Side side);

/// Memory from the system that the table does not know yet. False if there is
/// none left.
bool reserveMemory(size_t bytes, Allocation &allocation);
void releaseMemory(const Allocation &allocation);

/// Lets the table know it.
void trackAllocation(const Allocation &allocation);

/// Registers the program's own memory, and forgets it again.
cudaError_t trackHostMemory(void *pointer, size_t bytes, unsigned flags);
cudaError_t forgetHostMemory(void *pointer);

cudaError_t allocate(void **pointer, size_t bytes, MemoryKind kind,
                     unsigned flags = 0);

/// Frees the allocation that begins at `pointer`, if it is of one of two kinds.
cudaError_t deallocate(void *pointer, MemoryKind kind, MemoryKind other);

void trackVariable(const void *address, const char *name, size_t bytes,
                   uint32_t kind);

/// Frees what the program allocated and did not free.
void freeAllMemory();

size_t physicalMemory();

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_MEMORY_H
