//===- Memory.cpp - Allocation, and the table of allocations --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory.h"
#include "Advice.h"
#include "Capture.h"
#include "Error.h"
#include "Profile.h"
#include "Sanitizers.h"
#include "Thread.h"
#include "driver/CurrentContext.h"
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace heddle::rt {
namespace {

constexpr size_t alignment = 512;
constexpr size_t hugePage = 2 * 1024 * 1024;
constexpr size_t pitchAlignment = 512;
/// Eight of these are the size of a way of a second-level cache, or twice that.
constexpr size_t cacheStep = 16 * 1024;

/// How many freed allocations are kept in mind, for messages.
constexpr size_t freedKept = 64;

struct Table {
  std::mutex mutex;
  std::map<uintptr_t, Allocation> byBegin;
  /// All `__constant__` variables are in this range.
  std::atomic<uintptr_t> constantsBegin = UINTPTR_MAX, constantsEnd = 0;
  NearAllocation freed[freedKept];
  size_t freedCount = 0;

  void keepFreed(const Allocation &allocation) {
    freed[freedCount++ % freedKept] = {allocation.begin, allocation.bytes,
                                       allocation.kind, allocation.name,
                                       /*isFreed=*/true};
  }

  /// The entry that contains `address`, or the end.
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

/// Large arrays are on huge pages, which avoids most TLB misses of a kernel
/// that traverses them. Before and after each there is a readable margin of one
/// such page: kernels that load a neighbour before they check whether it exists
/// run on a GPU, whose allocations are adjacent. Untouched pages of the margin
/// cost nothing.
///
/// They start at different offsets of a page and of a way of the second-level
/// cache. Otherwise the same element of all arrays would map to the same few
/// sets of the caches, and a load from one array would wait for a store to
/// another with the same low address bits.
void *mapHuge(size_t bytes, size_t &mappedBytes) {
  static std::atomic<unsigned> count = 0;
  unsigned number = count++;
  size_t shift = number * 3 % 8 * alignment + number * 5 % 8 * cacheStep;
  mappedBytes = (bytes + shift + hugePage - 1) / hugePage * hugePage;
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
  return reinterpret_cast<void *>(begin + shift);
}

/// Called without the table's lock: the owner has its own.
void giveBack(const Allocation &allocation) {
  if (allocation.kind == MemoryKind::Managed)
    forgetAdvice(allocation);
  if (allocation.owner)
    allocation.owner->takeBack(allocation);
  else
    releaseMemory(allocation);
}

/// A number in a file of Linux, or the largest one if there is no file.
size_t readNumber(const char *path) {
  size_t number = SIZE_MAX;
  if (FILE *file = std::fopen(path, "r")) {
    if (std::fscanf(file, "%zu", &number) != 1)
      number = SIZE_MAX;
    std::fclose(file);
  }
  return number;
}

/// What a container's limit leaves of `bytes`, given that the whole container
/// uses `used` now.
size_t withinContainer(size_t bytes, bool used) {
  size_t limit = readNumber("/sys/fs/cgroup/memory.max");
  size_t now = used ? readNumber("/sys/fs/cgroup/memory.current") : 0;
  if (limit == SIZE_MAX) {
    limit = readNumber("/sys/fs/cgroup/memory/memory.limit_in_bytes");
    now = used ? readNumber("/sys/fs/cgroup/memory/memory.usage_in_bytes") : 0;
  }
  if (limit == SIZE_MAX || now == SIZE_MAX)
    return bytes;
  return std::min(bytes, limit > now ? limit - now : 0);
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
  return withinContainer(kilobytes * 1024, /*used=*/true);
}

} // namespace

size_t physicalMemory() {
  static const size_t bytes =
      withinContainer(static_cast<size_t>(sysconf(_SC_PHYS_PAGES)) *
                          static_cast<size_t>(sysconf(_SC_PAGESIZE)),
                      /*used=*/false);
  return bytes;
}

const char *nameOfKind(MemoryKind kind) {
  switch (kind) {
  case MemoryKind::Managed:
    return "managed memory";
  case MemoryKind::Pinned:
    return "pinned host memory";
  case MemoryKind::Registered:
    return "registered host memory";
  default:
    return "device memory";
  }
}

std::optional<Allocation> findAllocation(const void *pointer) {
  Table &t = table();
  std::lock_guard lock(t.mutex);
  auto found = t.covering(reinterpret_cast<uintptr_t>(pointer));
  if (found == t.byBegin.end())
    return std::nullopt;
  return found->second;
}

bool findNearest(uintptr_t address, NearAllocation &nearest) {
  Table &t = table();
  std::unique_lock lock(t.mutex, std::try_to_lock);
  if (!lock)
    return false;
  size_t kept = std::min(t.freedCount, freedKept);
  for (size_t i = 1; i <= kept; ++i) {
    const NearAllocation &freed = t.freed[(t.freedCount - i) % freedKept];
    if (freed.contains(address) && t.covering(address) == t.byBegin.end()) {
      nearest = freed;
      return true;
    }
  }
  auto after = t.byBegin.upper_bound(address);
  if (t.byBegin.empty())
    return false;
  auto best = after;
  if (after == t.byBegin.end()) {
    best = std::prev(after);
  } else if (after != t.byBegin.begin()) {
    auto before = std::prev(after);
    if (address < before->second.end() ||
        address - before->second.end() < after->first - address)
      best = before;
  }
  const Allocation &allocation = best->second;
  nearest = {allocation.begin, allocation.bytes, allocation.kind,
             allocation.name};
  return true;
}

std::vector<Allocation> allAllocations() {
  Table &t = table();
  std::lock_guard lock(t.mutex);
  std::vector<Allocation> all;
  all.reserve(t.byBegin.size());
  for (const auto &[begin, allocation] : t.byBegin)
    all.push_back(allocation);
  return all;
}

bool reserveMemory(size_t bytes, Allocation &allocation) {
  // Linux would overcommit and kill the program when it uses the memory.
  if (bytes > physicalMemory())
    return false;
  size_t mapped = 0;
  void *memory = nullptr;
  // Sanitizers know the end of an allocation only if it comes from their
  // allocator.
  if (bytes >= hugePage && !sanitized)
    memory = mapHuge(bytes, mapped);
  else if (posix_memalign(&memory, alignment, bytes) != 0)
    memory = nullptr;
  allocation.begin = reinterpret_cast<uintptr_t>(memory);
  allocation.bytes = bytes;
  allocation.mappedBytes = mapped;
  return memory != nullptr;
}

void releaseMemory(const Allocation &allocation) {
  if (allocation.mappedBytes)
    munmap(reinterpret_cast<void *>(allocation.begin / hugePage * hugePage -
                                    hugePage),
           allocation.mappedBytes + 2 * hugePage);
  else
    std::free(reinterpret_cast<void *>(allocation.begin));
}

void trackAllocation(const Allocation &allocation) {
  Table &t = table();
  std::lock_guard lock(t.mutex);
  t.byBegin[allocation.begin] = allocation;
}

cudaError_t allocate(void **pointer, size_t bytes, MemoryKind kind,
                     unsigned flags) {
  if (cudaError_t error = pending())
    return error;
  if (!pointer)
    return fail(cudaErrorInvalidValue);
  if (cudaError_t error = refuseWhileCapturing())
    return error;
  *pointer = nullptr;
  useContext();
  if (bytes == 0)
    return cudaSuccess;
  Allocation allocation;
  uint64_t begin = tracing ? profileTime() : 0;
  if (!reserveMemory(bytes, allocation))
    return fail(cudaErrorMemoryAllocation);
  if (tracing)
    profileCall("allocate", bytes, begin);
  allocation.kind = kind;
  allocation.flags = flags;
  allocation.device = thisThread().device;
  trackAllocation(allocation);
  *pointer = reinterpret_cast<void *>(allocation.begin);
  return cudaSuccess;
}

cudaError_t deallocate(void *pointer, MemoryKind kind, MemoryKind other) {
  if (cudaError_t error = pending())
    return error;
  useContext(); // Programs call cudaFree(0) for this.
  if (!pointer)
    return cudaSuccess;
  if (cudaError_t error = refuseWhileCapturing())
    return error;
  Allocation allocation;
  {
    Table &t = table();
    std::lock_guard lock(t.mutex);
    auto found = t.byBegin.find(reinterpret_cast<uintptr_t>(pointer));
    if (found == t.byBegin.end() ||
        (found->second.kind != kind && found->second.kind != other))
      return fail(cudaErrorInvalidValue);
    allocation = found->second;
    t.byBegin.erase(found);
    t.keepFreed(allocation);
  }
  uint64_t begin = tracing ? profileTime() : 0;
  giveBack(allocation);
  if (tracing)
    profileCall("free", allocation.bytes, begin);
  return cudaSuccess;
}

cudaError_t trackHostMemory(void *pointer, size_t bytes, unsigned flags) {
  auto begin = reinterpret_cast<uintptr_t>(pointer);
  Table &t = table();
  std::lock_guard lock(t.mutex);
  auto after = t.byBegin.lower_bound(begin);
  if (t.covering(begin) != t.byBegin.end() ||
      (after != t.byBegin.end() && after->first < begin + bytes))
    return cudaErrorHostMemoryAlreadyRegistered;
  t.byBegin[begin] = {begin, bytes, MemoryKind::Registered, flags};
  return cudaSuccess;
}

cudaError_t forgetHostMemory(void *pointer) {
  Table &t = table();
  std::lock_guard lock(t.mutex);
  auto found = t.byBegin.find(reinterpret_cast<uintptr_t>(pointer));
  if (found == t.byBegin.end() || found->second.kind != MemoryKind::Registered)
    return cudaErrorHostMemoryNotRegistered;
  t.byBegin.erase(found);
  return cudaSuccess;
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
  case MemoryKind::Mapped:
    return side != Side::Host;
  case MemoryKind::Managed:
  case MemoryKind::ManagedVariable:
  case MemoryKind::Pinned:
  case MemoryKind::Registered:
    return true;
  }
  return false;
}

void trackVariable(const void *address, const char *name, size_t bytes,
                   uint32_t kind) {
  auto begin = reinterpret_cast<uintptr_t>(address);
  Allocation variable{begin, bytes,
                      kind == 2 ? MemoryKind::ManagedVariable
                                : MemoryKind::Variable};
  variable.name = name;
  variable.isConstant = kind == 1;
  Table &t = table();
  std::lock_guard lock(t.mutex);
  t.byBegin[begin] = variable;
  if (variable.isConstant) {
    t.constantsBegin = std::min(t.constantsBegin.load(), begin);
    t.constantsEnd = std::max(t.constantsEnd.load(), variable.end());
  }
}

bool isConstantVariable(const void *pointer) {
  // Kernels ask for every access: most pointers are far from all variables.
  auto address = reinterpret_cast<uintptr_t>(pointer);
  const Table &t = table();
  if (address < t.constantsBegin || address >= t.constantsEnd)
    return false;
  std::optional<Allocation> found = findAllocation(pointer);
  return found && found->isConstant;
}

void forgetVariable(const void *address) {
  Table &t = table();
  std::lock_guard lock(t.mutex);
  t.byBegin.erase(reinterpret_cast<uintptr_t>(address));
}

void trackMapping(void *pointer, size_t bytes) {
  auto begin = reinterpret_cast<uintptr_t>(pointer);
  Table &t = table();
  std::lock_guard lock(t.mutex);
  Allocation whole{begin, bytes, MemoryKind::Mapped};
  // Joined with the ranges before and after, so that copies may cross them.
  auto at = t.byBegin.lower_bound(begin);
  if (at != t.byBegin.begin()) {
    auto before = std::prev(at);
    if (before->second.kind == MemoryKind::Mapped &&
        before->second.end() >= begin)
      at = before;
  }
  while (at != t.byBegin.end() && at->first <= whole.end() &&
         at->second.kind == MemoryKind::Mapped) {
    uintptr_t end = std::max(whole.end(), at->second.end());
    whole.begin = std::min(whole.begin, at->first);
    whole.bytes = end - whole.begin;
    at = t.byBegin.erase(at);
  }
  t.byBegin[whole.begin] = whole;
}

void forgetMapping(void *pointer, size_t bytes) {
  auto begin = reinterpret_cast<uintptr_t>(pointer);
  Table &t = table();
  std::lock_guard lock(t.mutex);
  auto found = t.covering(begin);
  if (found == t.byBegin.end() || found->second.kind != MemoryKind::Mapped)
    return;
  Allocation whole = found->second;
  t.byBegin.erase(found);
  if (whole.begin < begin)
    t.byBegin[whole.begin] = {whole.begin, begin - whole.begin,
                              MemoryKind::Mapped};
  if (whole.end() > begin + bytes)
    t.byBegin[begin + bytes] = {begin + bytes, whole.end() - begin - bytes,
                                MemoryKind::Mapped};
}

void freeAllMemory() {
  std::vector<Allocation> freed;
  {
    Table &t = table();
    std::lock_guard lock(t.mutex);
    for (auto at = t.byBegin.begin(); at != t.byBegin.end();) {
      if (isVariable(at->second.kind) ||
          at->second.kind == MemoryKind::Mapped) {
        ++at;
        continue;
      }
      if (at->second.kind != MemoryKind::Registered)
        freed.push_back(at->second);
      at = t.byBegin.erase(at);
    }
  }
  for (const Allocation &allocation : freed)
    giveBack(allocation);
}

} // namespace heddle::rt

using namespace heddle::rt;

extern "C" {

cudaError_t cudaMalloc(void **pointer, size_t bytes) {
  return allocate(pointer, bytes, MemoryKind::Device);
}

cudaError_t cudaFree(void *pointer) {
  return deallocate(pointer, MemoryKind::Device, MemoryKind::Managed);
}

cudaError_t cudaMallocManaged(void **pointer, size_t bytes, unsigned flags) {
  if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)
    return fail(cudaErrorInvalidValue);
  if (bytes == 0)
    return fail(cudaErrorInvalidValue);
  return allocate(pointer, bytes, MemoryKind::Managed, flags);
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
  case MemoryKind::Mapped:
  case MemoryKind::Variable:
    *attributes = {cudaMemoryTypeDevice, allocation->device, same, nullptr};
    break;
  case MemoryKind::Managed:
  case MemoryKind::ManagedVariable:
    *attributes = {cudaMemoryTypeManaged, allocation->device, same, same};
    break;
  case MemoryKind::Pinned:
  case MemoryKind::Registered:
    *attributes = {cudaMemoryTypeHost, allocation->device, same, same};
    break;
  }
  return cudaSuccess;
}

} // extern "C"
