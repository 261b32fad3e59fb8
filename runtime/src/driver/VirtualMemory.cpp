//===- VirtualMemory.cpp - Virtual memory management ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reservation is a mapping without access, an allocation a file in memory. A
// mapping puts pages of the file into the reservation, so that one allocation
// can be at several addresses, and other processes can import the file.
//
//===----------------------------------------------------------------------===//

#include "Context.h"
#include "Device.h"
#include "Memory.h"
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <unordered_map>

namespace heddle::rt::driver {
namespace {

/// A GPU's pages.
constexpr size_t granularity = 2 * 1024 * 1024;

struct Physical {
  int file;
  size_t bytes;
  CUmemAllocationProp prop;

  Physical(int file, size_t bytes, const CUmemAllocationProp &prop)
      : file(file), bytes(bytes), prop(prop) {}
  Physical(const Physical &) = delete;
  ~Physical() { close(file); }
};

struct Handle {
  std::shared_ptr<Physical> memory;
  int references = 1;
};

struct Mapping {
  size_t bytes;
  std::shared_ptr<Physical> memory;
  CUmemGenericAllocationHandle handle;
  CUmemAccess_flags access = CU_MEM_ACCESS_FLAGS_PROT_NONE;
};

struct Tables {
  std::mutex mutex;
  std::map<CUdeviceptr, size_t> reservations;
  std::map<CUdeviceptr, Mapping> mappings;
  std::unordered_map<CUmemGenericAllocationHandle, Handle> handles;
  CUmemGenericAllocationHandle nextHandle = 1;

  CUmemGenericAllocationHandle add(std::shared_ptr<Physical> memory) {
    CUmemGenericAllocationHandle handle = nextHandle++;
    handles[handle].memory = std::move(memory);
    return handle;
  }
  Handle *find(CUmemGenericAllocationHandle handle) {
    auto found = handles.find(handle);
    return found == handles.end() ? nullptr : &found->second;
  }
  bool isReserved(CUdeviceptr pointer, size_t bytes) {
    auto after = reservations.upper_bound(pointer);
    if (after == reservations.begin())
      return false;
    auto &[begin, size] = *std::prev(after);
    return pointer - begin <= size && bytes <= size - (pointer - begin);
  }
  /// The first mapping that is not wholly before `pointer`.
  auto firstFrom(CUdeviceptr pointer) {
    auto at = mappings.upper_bound(pointer);
    if (at != mappings.begin() &&
        std::prev(at)->first + std::prev(at)->second.bytes > pointer)
      --at;
    return at;
  }
  bool isFree(CUdeviceptr pointer, size_t bytes) {
    auto at = firstFrom(pointer);
    return at == mappings.end() || at->first >= pointer + bytes;
  }
  /// Whether whole mappings cover the range without a gap.
  bool isCovered(CUdeviceptr pointer, size_t bytes) {
    CUdeviceptr next = pointer;
    for (auto at = mappings.find(pointer);
         at != mappings.end() && at->first == next && next < pointer + bytes;
         ++at)
      next += at->second.bytes;
    return bytes && next == pointer + bytes;
  }
};

Tables &tables() {
  static Tables &instance = *new Tables;
  return instance;
}

bool isWhole(size_t bytes) { return bytes && bytes % granularity == 0; }

bool isSupported(const CUmemAllocationProp *prop) {
  return prop && prop->type == CU_MEM_ALLOCATION_TYPE_PINNED &&
         ((prop->location.type == CU_MEM_LOCATION_TYPE_DEVICE &&
           prop->location.id >= 0 && prop->location.id < deviceCount()) ||
          prop->location.type == CU_MEM_LOCATION_TYPE_HOST ||
          prop->location.type == CU_MEM_LOCATION_TYPE_HOST_NUMA ||
          prop->location.type == CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT) &&
         !(prop->requestedHandleTypes &
           ~unsigned(CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
}

/// Takes the pages away but keeps the address range.
void clearPages(CUdeviceptr pointer, size_t bytes) {
  mmap(pointerOf(pointer), bytes, PROT_NONE,
       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
}

} // namespace
} // namespace heddle::rt::driver

using namespace heddle::rt;
using namespace heddle::rt::driver;

extern "C" {

CUresult
cuMemGetAllocationGranularity(size_t *bytes, const CUmemAllocationProp *prop,
                              CUmemAllocationGranularity_flags option) {
  if (CUresult result = checkInitialized())
    return result;
  if (!bytes || !isSupported(prop) ||
      (option != CU_MEM_ALLOC_GRANULARITY_MINIMUM &&
       option != CU_MEM_ALLOC_GRANULARITY_RECOMMENDED))
    return CUDA_ERROR_INVALID_VALUE;
  *bytes = granularity;
  return CUDA_SUCCESS;
}

CUresult cuMemAddressReserve(CUdeviceptr *pointer, size_t bytes,
                             size_t alignment, CUdeviceptr address,
                             unsigned long long flags) {
  if (CUresult result = checkInitialized())
    return result;
  if (!pointer || !isWhole(bytes) || flags || (alignment & (alignment - 1)))
    return CUDA_ERROR_INVALID_VALUE;
  if (alignment < granularity)
    alignment = granularity;
  size_t room = bytes + alignment;
  // The address is a wish.
  void *memory = mmap(pointerOf(address), room, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    return CUDA_ERROR_OUT_OF_MEMORY;
  CUdeviceptr from = addressOf(memory);
  CUdeviceptr begin = (from + alignment - 1) / alignment * alignment;
  if (begin > from)
    munmap(memory, begin - from);
  if (from + room > begin + bytes)
    munmap(pointerOf(begin + bytes), from + room - begin - bytes);
  Tables &t = tables();
  std::lock_guard lock(t.mutex);
  t.reservations[begin] = bytes;
  *pointer = begin;
  return CUDA_SUCCESS;
}

CUresult cuMemAddressFree(CUdeviceptr pointer, size_t bytes) {
  if (CUresult result = checkInitialized())
    return result;
  Tables &t = tables();
  std::lock_guard lock(t.mutex);
  auto found = t.reservations.find(pointer);
  if (found == t.reservations.end() || found->second != bytes ||
      !t.isFree(pointer, bytes))
    return CUDA_ERROR_INVALID_VALUE;
  munmap(pointerOf(pointer), bytes);
  t.reservations.erase(found);
  return CUDA_SUCCESS;
}

CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t bytes,
                     const CUmemAllocationProp *prop,
                     unsigned long long flags) {
  if (CUresult result = checkInitialized())
    return result;
  if (!handle || !isWhole(bytes) || flags || !isSupported(prop))
    return CUDA_ERROR_INVALID_VALUE;
  if (bytes > physicalMemory())
    return CUDA_ERROR_OUT_OF_MEMORY;
  int file = memfd_create("cuMemCreate", MFD_CLOEXEC);
  if (file < 0)
    return CUDA_ERROR_OPERATING_SYSTEM;
  auto memory = std::make_shared<Physical>(file, bytes, *prop);
  if (ftruncate(file, static_cast<off_t>(bytes)) != 0)
    return CUDA_ERROR_OUT_OF_MEMORY;
  Tables &t = tables();
  std::lock_guard lock(t.mutex);
  *handle = t.add(std::move(memory));
  return CUDA_SUCCESS;
}

// Mappings keep the memory.
CUresult cuMemRelease(CUmemGenericAllocationHandle handle) {
  if (CUresult result = checkInitialized())
    return result;
  Tables &t = tables();
  std::lock_guard lock(t.mutex);
  Handle *found = t.find(handle);
  if (!found)
    return CUDA_ERROR_INVALID_VALUE;
  if (--found->references == 0)
    t.handles.erase(handle);
  return CUDA_SUCCESS;
}

CUresult cuMemMap(CUdeviceptr pointer, size_t bytes, size_t offset,
                  CUmemGenericAllocationHandle handle,
                  unsigned long long flags) {
  if (CUresult result = checkInitialized())
    return result;
  Tables &t = tables();
  std::lock_guard lock(t.mutex);
  Handle *found = t.find(handle);
  if (!found || flags || offset % granularity || !isWhole(bytes) ||
      pointer % granularity || offset > found->memory->bytes ||
      bytes > found->memory->bytes - offset || !t.isReserved(pointer, bytes) ||
      !t.isFree(pointer, bytes))
    return CUDA_ERROR_INVALID_VALUE;
  if (mmap(pointerOf(pointer), bytes, PROT_NONE, MAP_SHARED | MAP_FIXED,
           found->memory->file, static_cast<off_t>(offset)) == MAP_FAILED)
    return CUDA_ERROR_OUT_OF_MEMORY;
  t.mappings[pointer] = {bytes, found->memory, handle};
  return CUDA_SUCCESS;
}

CUresult cuMemUnmap(CUdeviceptr pointer, size_t bytes) {
  if (CUresult result = checkInitialized())
    return result;
  Tables &t = tables();
  std::lock_guard lock(t.mutex);
  if (!t.isCovered(pointer, bytes))
    return CUDA_ERROR_INVALID_VALUE;
  for (auto at = t.mappings.find(pointer);
       at != t.mappings.end() && at->first < pointer + bytes;) {
    forgetMapping(pointerOf(at->first), at->second.bytes);
    at = t.mappings.erase(at);
  }
  clearPages(pointer, bytes);
  return CUDA_SUCCESS;
}

CUresult cuMemSetAccess(CUdeviceptr pointer, size_t bytes,
                        const CUmemAccessDesc *descs, size_t count) {
  if (CUresult result = checkInitialized())
    return result;
  if (!descs || !count)
    return CUDA_ERROR_INVALID_VALUE;
  // All devices are the CPU: it may do what the last one may.
  CUmemAccess_flags access = descs[count - 1].flags;
  for (size_t i = 0; i < count; ++i) {
    const CUmemLocation &location = descs[i].location;
    bool device = location.type == CU_MEM_LOCATION_TYPE_DEVICE;
    if (!device && location.type != CU_MEM_LOCATION_TYPE_HOST &&
        location.type != CU_MEM_LOCATION_TYPE_HOST_NUMA)
      return CUDA_ERROR_INVALID_VALUE;
    if (device && (location.id < 0 || location.id >= deviceCount()))
      return CUDA_ERROR_INVALID_DEVICE;
    if (descs[i].flags > access)
      access = descs[i].flags;
  }
  int protection = access == CU_MEM_ACCESS_FLAGS_PROT_READWRITE
                       ? PROT_READ | PROT_WRITE
                   : access == CU_MEM_ACCESS_FLAGS_PROT_READ ? PROT_READ
                                                             : PROT_NONE;
  Tables &t = tables();
  std::lock_guard lock(t.mutex);
  if (!t.isCovered(pointer, bytes))
    return CUDA_ERROR_INVALID_VALUE;
  if (mprotect(pointerOf(pointer), bytes, protection) != 0)
    return CUDA_ERROR_OPERATING_SYSTEM;
  for (auto at = t.mappings.find(pointer);
       at != t.mappings.end() && at->first < pointer + bytes; ++at) {
    at->second.access = access;
    if (protection == PROT_NONE)
      forgetMapping(pointerOf(at->first), at->second.bytes);
  }
  if (protection != PROT_NONE)
    trackMapping(pointerOf(pointer), bytes);
  return CUDA_SUCCESS;
}

CUresult cuMemGetAccess(unsigned long long *flags,
                        const CUmemLocation *location, CUdeviceptr pointer) {
  if (CUresult result = checkInitialized())
    return result;
  if (!flags || !location)
    return CUDA_ERROR_INVALID_VALUE;
  Tables &t = tables();
  std::lock_guard lock(t.mutex);
  auto found = t.firstFrom(pointer);
  if (found == t.mappings.end() || found->first > pointer)
    return CUDA_ERROR_INVALID_VALUE;
  *flags = found->second.access;
  return CUDA_SUCCESS;
}

CUresult cuMemExportToShareableHandle(void *shareable,
                                      CUmemGenericAllocationHandle handle,
                                      CUmemAllocationHandleType type,
                                      unsigned long long flags) {
  if (CUresult result = checkInitialized())
    return result;
  if (!shareable || flags)
    return CUDA_ERROR_INVALID_VALUE;
  if (type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
    return CUDA_ERROR_NOT_SUPPORTED;
  Tables &t = tables();
  std::lock_guard lock(t.mutex);
  Handle *found = t.find(handle);
  if (!found || found->memory->prop.requestedHandleTypes != type)
    return CUDA_ERROR_INVALID_VALUE;
  int file = dup(found->memory->file);
  if (file < 0)
    return CUDA_ERROR_OPERATING_SYSTEM;
  *static_cast<int *>(shareable) = file;
  return CUDA_SUCCESS;
}

// The descriptor is the program's own: the handle has a copy.
CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle *handle,
                                        void *shareable,
                                        CUmemAllocationHandleType type) {
  if (CUresult result = checkInitialized())
    return result;
  if (!handle)
    return CUDA_ERROR_INVALID_VALUE;
  if (type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
    return CUDA_ERROR_NOT_SUPPORTED;
  int file = static_cast<int>(reinterpret_cast<intptr_t>(shareable));
  struct stat facts;
  if (fstat(file, &facts) != 0 || !isWhole(facts.st_size))
    return CUDA_ERROR_INVALID_VALUE;
  CUmemAllocationProp prop = {};
  prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  prop.requestedHandleTypes = type;
  prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  int own = dup(file);
  if (own < 0)
    return CUDA_ERROR_OPERATING_SYSTEM;
  Tables &t = tables();
  std::lock_guard lock(t.mutex);
  *handle = t.add(std::make_shared<Physical>(own, facts.st_size, prop));
  return CUDA_SUCCESS;
}

CUresult
cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp *prop,
                                       CUmemGenericAllocationHandle handle) {
  if (CUresult result = checkInitialized())
    return result;
  Tables &t = tables();
  std::lock_guard lock(t.mutex);
  Handle *found = t.find(handle);
  if (!prop || !found)
    return CUDA_ERROR_INVALID_VALUE;
  *prop = found->memory->prop;
  return CUDA_SUCCESS;
}

CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *handle,
                                     void *pointer) {
  if (CUresult result = checkInitialized())
    return result;
  Tables &t = tables();
  std::lock_guard lock(t.mutex);
  auto found = t.firstFrom(addressOf(pointer));
  if (!handle || found == t.mappings.end() || found->first > addressOf(pointer))
    return CUDA_ERROR_INVALID_VALUE;
  // A released handle is valid again.
  Handle &kept = t.handles[found->second.handle];
  kept.references = kept.memory ? kept.references + 1 : 1;
  kept.memory = found->second.memory;
  *handle = found->second.handle;
  return CUDA_SUCCESS;
}

} // extern "C"
