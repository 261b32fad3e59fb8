//===- Memory.h - The allocations that the runtime tracks -------*- C++ -*-===//
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
  Mapped,          ///< cuMemMap
};

inline bool isVariable(MemoryKind kind) {
  return kind == MemoryKind::Variable || kind == MemoryKind::ManagedVariable;
}

/// For messages.
const char *nameOfKind(MemoryKind kind);

struct Allocation;

/// Receives freed memory: a pool, or a graph.
struct AllocationOwner {
  virtual ~AllocationOwner() = default;
  virtual void takeBack(const Allocation &allocation) = 0;
};

struct Allocation {
  uintptr_t begin = 0;
  size_t bytes = 0;
  MemoryKind kind = MemoryKind::Device;
  unsigned flags = 0;
  /// The size of the mapping without the margins; 0 if the memory came from
  /// malloc.
  size_t mappedBytes = 0;
  int device = 0;
  /// Of a variable.
  const char *name = nullptr;
  bool isConstant = false;
  /// Null if freeing it returns it to the system.
  std::shared_ptr<AllocationOwner> owner = nullptr;

  uintptr_t end() const { return begin + bytes; }
};

/// The allocation that `pointer` points into, if it is tracked.
std::optional<Allocation> findAllocation(const void *pointer);

/// The allocation nearest to an address that is in none, or the one that was
/// freed last of those that it was in.
struct NearAllocation {
  uintptr_t begin = 0;
  size_t bytes = 0;
  MemoryKind kind = MemoryKind::Device;
  const char *name = nullptr; ///< Of a variable.
  bool isFreed = false;

  bool contains(uintptr_t address) const { return address - begin < bytes; }
};

/// For a handler of signals: allocates nothing, and does not wait for another
/// thread. False if there is none, or if the table is in use.
bool findNearest(uintptr_t address, NearAllocation &found);

/// All of them, by address.
std::vector<Allocation> allAllocations();

/// The side of a copy that a pointer is on.
enum class Side { Host, Device, Either };

/// Whether `bytes` bytes at `pointer` are memory of that side. Untracked memory
/// is the host's. Device memory is not the host's, although a CPU could read
/// it: a program that does so is wrong, and CUDA reports an error.
bool accessible(const void *pointer, size_t bytes, Side side);

/// Allocates memory from the system that is not tracked yet. False if there is
/// none left.
bool reserveMemory(size_t bytes, Allocation &allocation);
void releaseMemory(const Allocation &allocation);

/// Starts tracking it.
void trackAllocation(const Allocation &allocation);

/// Registers and unregisters the program's own memory.
cudaError_t trackHostMemory(void *pointer, size_t bytes, unsigned flags);
cudaError_t forgetHostMemory(void *pointer);

cudaError_t allocate(void **pointer, size_t bytes, MemoryKind kind,
                     unsigned flags = 0);

/// Frees the allocation that starts at `pointer`, if it is of one of two kinds.
cudaError_t deallocate(void *pointer, MemoryKind kind, MemoryKind other);

/// Whether it points into a `__constant__` variable.
bool isConstantVariable(const void *pointer);

void trackVariable(const void *address, const char *name, size_t bytes,
                   uint32_t kind);

void forgetVariable(const void *address);

/// Memory that the driver API has mapped and unmapped.
void trackMapping(void *pointer, size_t bytes);
void forgetMapping(void *pointer, size_t bytes);

/// Frees all allocations that the program did not free.
void freeAllMemory();

size_t physicalMemory();

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_MEMORY_H
