//===- Memory.cpp - Allocation, and the table of what is allocated --------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory.h"
#include "Error.h"
#include "Sanitizers.h"
#include "Stream.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <sys/mman.h>
#include <unistd.h>

namespace heddle::rt {
namespace {

constexpr size_t alignment = 512;
constexpr size_t hugePage = 2 * 1024 * 1024;
constexpr size_t pitchAlignment = 512;

struct Table {
  std::mutex mutex;
  std::map<uintptr_t, Allocation> byBegin;

  /// The entry that covers `address`, or the end.
  auto covering(uintptr_t address) {
    auto after = byBegin.upper_bound(address);
    if (after == byBegin.begin())
      return byBegin.end();
    auto found = std::prev(after);
    return address < found->second.end() ? found : byBegin.end();
  }
};

/// Never destroyed: destructors of the program may still free memory.
Table &table() {
  static Table &instance = *new Table;
  return instance;
}

/// Large arrays lie on huge pages, which saves a kernel that walks them most
/// of its TLB misses. Before and behind each is room of one such page that can
/// be read: kernels that load a neighbour first and ask then whether there is
/// one run on a GPU, whose allocations lie side by side. Room that is not
/// touched is not there, so it costs nothing.
void *mapHuge(size_t bytes, size_t &mappedBytes) {
  mappedBytes = (bytes + hugePage - 1) / hugePage * hugePage;
  size_t reserved = mappedBytes + 3 * hugePage;
  void *memory = mmap(nullptr, reserved, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return nullptr;
  auto from = reinterpret_cast<uintptr_t>(memory);
  uintptr_t room = (from + hugePage - 1) / hugePage * hugePage;
  uintptr_t begin = room + hugePage;
  uintptr_t end = begin + mappedBytes + hugePage;
  if (room > from)
    munmap(memory, room - from);
  if (from + reserved > end)
    munmap(reinterpret_cast<void *>(end), from + reserved - end);
  auto *result = reinterpret_cast<void *>(begin);
  madvise(result, mappedBytes, MADV_HUGEPAGE);
  return result;
}

void release(const Allocation &allocation) {
  if (allocation.mappedBytes)
    munmap(reinterpret_cast<void *>(allocation.begin - hugePage),
           allocation.mappedBytes + 2 * hugePage);
  else
    std::free(reinterpret_cast<void *>(allocation.begin));
}

cudaError_t allocate(void **pointer, size_t bytes, MemoryKind kind,
                     unsigned flags = 0) {
  if (cudaError_t error = pending())
    return error;
  if (!pointer)
    return fail(cudaErrorInvalidValue);
  *pointer = nullptr;
  if (bytes == 0)
    return cudaSuccess;
  // Linux would promise it and kill the program when it comes to be used.
  if (bytes > physicalMemory())
    return fail(cudaErrorMemoryAllocation);
  size_t mapped = 0;
  void *memory = nullptr;
  // Sanitizers know where an allocation ends if it is the allocator's.
  if (bytes >= hugePage && !sanitized)
    memory = mapHuge(bytes, mapped);
  else if (posix_memalign(&memory, alignment, bytes) != 0)
    memory = nullptr;
  if (!memory)
    return fail(cudaErrorMemoryAllocation);

  auto begin = reinterpret_cast<uintptr_t>(memory);
  Table &t = table();
  std::lock_guard lock(t.mutex);
  t.byBegin[begin] = {begin, bytes, kind, flags, mapped};
  *pointer = memory;
  return cudaSuccess;
}

/// Frees the allocation that begins at `pointer`, if it is of a kind that
/// `allowed` allows.
template <class Allowed>
cudaError_t deallocate(void *pointer, Allowed allowed) {
  if (cudaError_t error = pending())
    return error;
  if (!pointer)
    return cudaSuccess;
  Allocation allocation;
  {
    Table &t = table();
    std::lock_guard lock(t.mutex);
    auto found = t.byBegin.find(reinterpret_cast<uintptr_t>(pointer));
    if (found == t.byBegin.end() || !allowed(found->second.kind))
      return fail(cudaErrorInvalidValue);
    allocation = found->second;
    t.byBegin.erase(found);
  }
  release(allocation);
  return cudaSuccess;
}

bool isPinned(MemoryKind kind) { return kind == MemoryKind::Pinned; }
bool isDeviceOrManaged(MemoryKind kind) {
  return kind == MemoryKind::Device || kind == MemoryKind::Managed;
}

size_t availableMemory() {
  size_t kilobytes = 0;
  if (FILE *file = std::fopen("/proc/meminfo", "r")) {
    char line[256];
    while (std::fgets(line, sizeof line, file))
      if (std::sscanf(line, "MemAvailable: %zu kB", &kilobytes) == 1)
        break;
    std::fclose(file);
  }
  return kilobytes * 1024;
}

} // namespace

size_t physicalMemory() {
  static const size_t bytes = static_cast<size_t>(sysconf(_SC_PHYS_PAGES)) *
                              static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

std::optional<Allocation> findAllocation(const void *pointer) {
  Table &t = table();
  std::lock_guard lock(t.mutex);
  auto found = t.covering(reinterpret_cast<uintptr_t>(pointer));
  if (found == t.byBegin.end())
    return std::nullopt;
  return found->second;
}

bool accessible(const void *pointer, size_t bytes, Side side) {
  if (!pointer)
    return false;
  std::optional<Allocation> allocation = findAllocation(pointer);
  if (!allocation)
    return side != Side::Device;
  if (bytes > allocation->end() - reinterpret_cast<uintptr_t>(pointer))
    return false;
  switch (allocation->kind) {
  case MemoryKind::Device:
  case MemoryKind::Variable:
    return side != Side::Host;
  case MemoryKind::Managed:
  case MemoryKind::ManagedVariable:
  case MemoryKind::Pinned:
  case MemoryKind::Registered:
    return true;
  }
  return false;
}

void trackVariable(const void *address, size_t bytes, uint32_t kind) {
  auto begin = reinterpret_cast<uintptr_t>(address);
  Table &t = table();
  std::lock_guard lock(t.mutex);
  t.byBegin[begin] = {
      begin, bytes,
      kind == 2 ? MemoryKind::ManagedVariable : MemoryKind::Variable, 0, 0};
}

void freeAllMemory() {
  Table &t = table();
  std::lock_guard lock(t.mutex);
  for (auto at = t.byBegin.begin(); at != t.byBegin.end();) {
    const Allocation &allocation = at->second;
    if (isVariable(allocation.kind)) {
      ++at;
      continue;
    }
    if (allocation.kind != MemoryKind::Registered)
      release(allocation);
    at = t.byBegin.erase(at);
  }
}

} // namespace heddle::rt

using namespace heddle::rt;

extern "C" {

cudaError_t cudaMalloc(void **pointer, size_t bytes) {
  return allocate(pointer, bytes, MemoryKind::Device);
}

cudaError_t cudaFree(void *pointer) {
  return deallocate(pointer, isDeviceOrManaged);
}

cudaError_t cudaMallocManaged(void **pointer, size_t bytes, unsigned flags) {
  if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)
    return fail(cudaErrorInvalidValue);
  if (bytes == 0)
    return fail(cudaErrorInvalidValue);
  return allocate(pointer, bytes, MemoryKind::Managed, flags);
}

cudaError_t cudaMallocAsync(void **pointer, size_t bytes, cudaStream_t stream) {
  if (!isStream(stream))
    return fail(cudaErrorInvalidResourceHandle);
  return allocate(pointer, bytes, MemoryKind::Device);
}

cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream) {
  if (!isStream(stream))
    return fail(cudaErrorInvalidResourceHandle);
  return deallocate(pointer, isDeviceOrManaged);
}

cudaError_t cudaMallocHost(void **pointer, size_t bytes) {
  return allocate(pointer, bytes, MemoryKind::Pinned);
}

cudaError_t cudaHostAlloc(void **pointer, size_t bytes, unsigned flags) {
  if (flags & ~(cudaHostAllocPortable | cudaHostAllocMapped |
                cudaHostAllocWriteCombined))
    return fail(cudaErrorInvalidValue);
  return allocate(pointer, bytes, MemoryKind::Pinned, flags);
}

cudaError_t cudaFreeHost(void *pointer) {
  return deallocate(pointer, isPinned);
}

cudaError_t cudaHostRegister(void *pointer, size_t bytes, unsigned flags) {
  if (cudaError_t error = pending())
    return error;
  if (!pointer || bytes == 0 || flags > 0xf)
    return fail(cudaErrorInvalidValue);
  auto begin = reinterpret_cast<uintptr_t>(pointer);
  Table &t = table();
  std::lock_guard lock(t.mutex);
  auto after = t.byBegin.lower_bound(begin);
  if (t.covering(begin) != t.byBegin.end() ||
      (after != t.byBegin.end() && after->first < begin + bytes))
    return fail(cudaErrorHostMemoryAlreadyRegistered);
  t.byBegin[begin] = {begin, bytes, MemoryKind::Registered, flags, 0};
  return cudaSuccess;
}

cudaError_t cudaHostUnregister(void *pointer) {
  if (cudaError_t error = pending())
    return error;
  Table &t = table();
  std::lock_guard lock(t.mutex);
  auto found = t.byBegin.find(reinterpret_cast<uintptr_t>(pointer));
  if (found == t.byBegin.end() || found->second.kind != MemoryKind::Registered)
    return fail(cudaErrorHostMemoryNotRegistered);
  t.byBegin.erase(found);
  return cudaSuccess;
}

cudaError_t cudaHostGetDevicePointer(void **device, void *host,
                                     unsigned flags) {
  if (cudaError_t error = pending())
    return error;
  std::optional<Allocation> allocation = findAllocation(host);
  if (!device || flags || !allocation ||
      (allocation->kind != MemoryKind::Pinned &&
       allocation->kind != MemoryKind::Registered))
    return fail(cudaErrorInvalidValue);
  *device = host;
  return cudaSuccess;
}

cudaError_t cudaHostGetFlags(unsigned *flags, void *host) {
  if (cudaError_t error = pending())
    return error;
  std::optional<Allocation> allocation = findAllocation(host);
  if (!flags || !allocation || allocation->kind != MemoryKind::Pinned)
    return fail(cudaErrorInvalidValue);
  *flags = allocation->flags;
  return cudaSuccess;
}

cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width,
                            size_t height) {
  if (!pitch)
    return fail(cudaErrorInvalidValue);
  size_t row = (width + pitchAlignment - 1) / pitchAlignment * pitchAlignment;
  size_t bytes;
  if (row < width || __builtin_mul_overflow(row, height, &bytes))
    return fail(cudaErrorMemoryAllocation);
  *pitch = row;
  return allocate(pointer, bytes, MemoryKind::Device);
}

cudaError_t cudaMalloc3D(cudaPitchedPtr *pitched, cudaExtent extent) {
  if (!pitched)
    return fail(cudaErrorInvalidValue);
  size_t rows;
  if (__builtin_mul_overflow(extent.height, extent.depth, &rows))
    return fail(cudaErrorMemoryAllocation);
  pitched->xsize = extent.width;
  pitched->ysize = extent.height;
  return cudaMallocPitch(&pitched->ptr, &pitched->pitch, extent.width, rows);
}

cudaError_t cudaMemGetInfo(size_t *free, size_t *total) {
  if (cudaError_t error = pending())
    return error;
  if (!free || !total)
    return fail(cudaErrorInvalidValue);
  *free = availableMemory();
  *total = physicalMemory();
  return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *attributes,
                                     const void *pointer) {
  if (cudaError_t error = pending())
    return error;
  if (!attributes)
    return fail(cudaErrorInvalidValue);
  void *same = const_cast<void *>(pointer);
  std::optional<Allocation> allocation = findAllocation(pointer);
  if (!allocation) {
    *attributes = {cudaMemoryTypeUnregistered, cudaInvalidDeviceId, nullptr,
                   same};
    return cudaSuccess;
  }
  switch (allocation->kind) {
  case MemoryKind::Device:
  case MemoryKind::Variable:
    *attributes = {cudaMemoryTypeDevice, 0, same, nullptr};
    break;
  case MemoryKind::Managed:
  case MemoryKind::ManagedVariable:
    *attributes = {cudaMemoryTypeManaged, 0, same, same};
    break;
  case MemoryKind::Pinned:
  case MemoryKind::Registered:
    *attributes = {cudaMemoryTypeHost, 0, same, same};
    break;
  }
  return cudaSuccess;
}

} // extern "C"
