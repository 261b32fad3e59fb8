//===- MemPool.cpp - Memory pools and stream-ordered allocation -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A freed block stays in its pool for the next allocation until a
// synchronisation, and longer according to the pool's release threshold: fresh
// memory from Linux costs a page fault per page.
//
//===----------------------------------------------------------------------===//

#include "MemPool.h"
#include "Capture.h"
#include "Device.h"
#include "Error.h"
#include "Graph.h"
#include "Memory.h"
#include "Stream.h"
#include "Thread.h"
#include <atomic>
#include <map>
#include <mutex>
#include <unordered_map>

using namespace heddle::rt;

struct CUmemPoolHandle_st final
    : AllocationOwner,
      std::enable_shared_from_this<CUmemPoolHandle_st> {
  explicit CUmemPoolHandle_st(const cudaMemPoolProps &props) : props(props) {}
  ~CUmemPoolHandle_st() override { trimTo(0); }

  cudaError_t allocate(void **pointer, size_t bytes, int device);
  void takeBack(const Allocation &allocation) override;
  /// Releases memory until at most `bytes` are reserved.
  void trimTo(uint64_t bytes);

  const cudaMemPoolProps props;
  std::mutex mutex;
  int reuse[3] = {1, 1, 1};
  std::atomic<uint64_t> threshold{0};
  uint64_t reserved = 0, reservedHigh = 0, used = 0, usedHigh = 0;
  std::map<int, cudaMemAccessFlags> access;

private:
  /// Free blocks by their total size.
  std::multimap<size_t, Allocation> held;
  /// The total sizes of blocks in use.
  std::unordered_map<uintptr_t, size_t> sizes;
};

namespace {

using Pool = CUmemPoolHandle_st;

constexpr size_t granule = 512, largeGranule = 2 * 1024 * 1024;

struct Pools {
  std::mutex mutex;
  std::unordered_map<const Pool *, std::shared_ptr<Pool>> alive;
  /// For each device: its default pool and its current pool.
  std::map<int, std::shared_ptr<Pool>> defaults, current;
};

Pools &pools() {
  static auto &instance = *new Pools;
  return instance;
}

std::atomic<bool> somethingHeld{false};

std::shared_ptr<Pool> defaultPool(Pools &p, int device) {
  std::shared_ptr<Pool> &pool = p.defaults[device];
  if (!pool) {
    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.location = {cudaMemLocationTypeDevice, device};
    pool = std::make_shared<Pool>(props);
    p.alive[pool.get()] = pool;
  }
  return pool;
}

std::shared_ptr<Pool> currentPool(int device) {
  Pools &p = pools();
  std::lock_guard lock(p.mutex);
  std::shared_ptr<Pool> &pool = p.current[device];
  if (!pool)
    pool = defaultPool(p, device);
  return pool;
}

std::shared_ptr<Pool> find(cudaMemPool_t handle) {
  Pools &p = pools();
  std::lock_guard lock(p.mutex);
  auto found = p.alive.find(handle);
  return found == p.alive.end() ? nullptr : found->second;
}

cudaError_t find(cudaMemPool_t handle, std::shared_ptr<Pool> &pool) {
  if (cudaError_t error = pending())
    return error;
  pool = find(handle);
  return pool ? cudaSuccess : fail(cudaErrorInvalidValue);
}

cudaError_t allocateFrom(const std::shared_ptr<Pool> &pool, void **pointer,
                         size_t bytes, cudaStream_t stream) {
  if (cudaError_t error = pending())
    return error;
  if (!pointer)
    return fail(cudaErrorInvalidValue);
  bool capturing;
  if (cudaError_t error = checkStream(stream, capturing))
    return error;
  if (!pool)
    return fail(cudaErrorInvalidValue);
  *pointer = nullptr;
  if (bytes == 0)
    return cudaSuccess;
  int device = pool->props.location.id;
  if (!capturing)
    return pool->allocate(pointer, bytes, device);
  AllocateWork work = {};
  work.params.poolProps = pool->props;
  work.params.bytesize = bytes;
  work.memory = GraphMemory::make(bytes, device);
  if (!work.memory)
    return fail(cudaErrorMemoryAllocation);
  void *place = work.params.dptr = work.memory->pointer();
  if (cudaError_t error = record(stream, std::move(work)))
    return error;
  *pointer = place;
  return cudaSuccess;
}

} // namespace

cudaError_t CUmemPoolHandle_st::allocate(void **pointer, size_t bytes,
                                         int device) {
  size_t unit = bytes < largeGranule ? granule : largeGranule;
  size_t whole = (bytes + unit - 1) / unit * unit;
  if (whole < bytes)
    return fail(cudaErrorMemoryAllocation);
  Allocation allocation;
  {
    std::lock_guard lock(mutex);
    auto found = held.lower_bound(whole);
    if (found != held.end() && found->first <= 2 * whole) {
      whole = found->first;
      allocation = found->second;
      held.erase(found);
    } else {
      if (props.maxSize && reserved + whole > props.maxSize)
        return fail(cudaErrorMemoryAllocation);
      if (!reserveMemory(whole, allocation))
        return fail(cudaErrorMemoryAllocation);
      reserved += whole;
      reservedHigh = std::max(reservedHigh, reserved);
    }
    sizes[allocation.begin] = whole;
    used += bytes;
    usedHigh = std::max(usedHigh, used);
  }
  allocation.bytes = bytes;
  allocation.device = device;
  allocation.owner = shared_from_this();
  trackAllocation(allocation);
  *pointer = reinterpret_cast<void *>(allocation.begin);
  return cudaSuccess;
}

void CUmemPoolHandle_st::takeBack(const Allocation &allocation) {
  std::lock_guard lock(mutex);
  auto found = sizes.find(allocation.begin);
  used -= allocation.bytes;
  Allocation block = allocation;
  block.owner.reset();
  held.emplace(found->second, block);
  sizes.erase(found);
  somethingHeld.store(true, std::memory_order_relaxed);
}

void CUmemPoolHandle_st::trimTo(uint64_t bytes) {
  std::lock_guard lock(mutex);
  while (reserved > bytes && !held.empty()) {
    auto largest = std::prev(held.end());
    releaseMemory(largest->second);
    reserved -= largest->first;
    held.erase(largest);
  }
}

void heddle::rt::trimPools() {
  if (!somethingHeld.exchange(false, std::memory_order_relaxed))
    return;
  Pools &p = pools();
  std::lock_guard lock(p.mutex);
  for (auto &[handle, pool] : p.alive)
    pool->trimTo(pool->threshold);
}

void heddle::rt::resetPools() {
  Pools &p = pools();
  std::lock_guard lock(p.mutex);
  p.alive.clear();
  p.current.clear();
  p.defaults.clear();
}

extern "C" {

cudaError_t cudaMallocAsync(void **pointer, size_t bytes, cudaStream_t stream) {
  return allocateFrom(currentPool(thisThread().device), pointer, bytes, stream);
}

cudaError_t cudaMallocFromPoolAsync(void **pointer, size_t bytes,
                                    cudaMemPool_t pool, cudaStream_t stream) {
  return allocateFrom(find(pool), pointer, bytes, stream);
}

cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream) {
  if (cudaError_t error = pending())
    return error;
  bool capturing;
  if (cudaError_t error = checkStream(stream, capturing))
    return error;
  if (capturing)
    return pointer ? record(stream, FreeWork{pointer})
                   : fail(cudaErrorInvalidValue);
  return deallocate(pointer, MemoryKind::Device, MemoryKind::Managed);
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool,
                              const cudaMemPoolProps *props) {
  if (cudaError_t error = pending())
    return error;
  if (!pool || !props || props->allocType != cudaMemAllocationTypePinned)
    return fail(cudaErrorInvalidValue);
  // Sharing with another process.
  if (props->handleTypes != cudaMemHandleTypeNone)
    return fail(cudaErrorNotSupported);
  if (props->location.type == cudaMemLocationTypeDevice) {
    if (cudaError_t error = checkDevice(props->location.id))
      return error;
  } else if (props->location.type != cudaMemLocationTypeHost &&
             props->location.type != cudaMemLocationTypeHostNuma &&
             props->location.type != cudaMemLocationTypeHostNumaCurrent) {
    return fail(cudaErrorInvalidValue);
  }
  auto made = std::make_shared<Pool>(*props);
  Pools &p = pools();
  std::lock_guard lock(p.mutex);
  p.alive[made.get()] = made;
  *pool = made.get();
  return cudaSuccess;
}

// Allocations from the pool stay valid: the pool lives until they are freed.
cudaError_t cudaMemPoolDestroy(cudaMemPool_t handle) {
  std::shared_ptr<Pool> pool;
  if (cudaError_t error = find(handle, pool))
    return error;
  Pools &p = pools();
  std::lock_guard lock(p.mutex);
  for (auto &[device, standing] : p.defaults)
    if (standing == pool)
      return fail(cudaErrorInvalidValue);
  std::erase_if(p.current, [&](auto &entry) { return entry.second == pool; });
  p.alive.erase(handle);
  return cudaSuccess;
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t handle, size_t bytesToKeep) {
  std::shared_ptr<Pool> pool;
  if (cudaError_t error = find(handle, pool))
    return error;
  pool->trimTo(bytesToKeep);
  return cudaSuccess;
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t handle,
                                    cudaMemPoolAttr attribute, void *value) {
  std::shared_ptr<Pool> pool;
  if (cudaError_t error = find(handle, pool))
    return error;
  if (!value)
    return fail(cudaErrorInvalidValue);
  std::lock_guard lock(pool->mutex);
  switch (attribute) {
  case cudaMemPoolReuseFollowEventDependencies:
  case cudaMemPoolReuseAllowOpportunistic:
  case cudaMemPoolReuseAllowInternalDependencies:
    pool->reuse[attribute - 1] = *static_cast<int *>(value) != 0;
    return cudaSuccess;
  case cudaMemPoolAttrReleaseThreshold:
    pool->threshold = *static_cast<uint64_t *>(value);
    return cudaSuccess;
  case cudaMemPoolAttrReservedMemHigh:
  case cudaMemPoolAttrUsedMemHigh:
    // The marks can be reset to 0, and then start from the current value.
    if (*static_cast<uint64_t *>(value) != 0)
      return fail(cudaErrorInvalidValue);
    if (attribute == cudaMemPoolAttrUsedMemHigh)
      pool->usedHigh = pool->used;
    else
      pool->reservedHigh = pool->reserved;
    return cudaSuccess;
  default:
    return fail(cudaErrorInvalidValue);
  }
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t handle,
                                    cudaMemPoolAttr attribute, void *value) {
  std::shared_ptr<Pool> pool;
  if (cudaError_t error = find(handle, pool))
    return error;
  if (!value)
    return fail(cudaErrorInvalidValue);
  std::lock_guard lock(pool->mutex);
  auto &number = *static_cast<uint64_t *>(value);
  switch (attribute) {
  case cudaMemPoolReuseFollowEventDependencies:
  case cudaMemPoolReuseAllowOpportunistic:
  case cudaMemPoolReuseAllowInternalDependencies:
    *static_cast<int *>(value) = pool->reuse[attribute - 1];
    return cudaSuccess;
  case cudaMemPoolAttrReleaseThreshold:
    number = pool->threshold;
    return cudaSuccess;
  case cudaMemPoolAttrReservedMemCurrent:
    number = pool->reserved;
    return cudaSuccess;
  case cudaMemPoolAttrReservedMemHigh:
    number = pool->reservedHigh;
    return cudaSuccess;
  case cudaMemPoolAttrUsedMemCurrent:
    number = pool->used;
    return cudaSuccess;
  case cudaMemPoolAttrUsedMemHigh:
    number = pool->usedHigh;
    return cudaSuccess;
  }
  return fail(cudaErrorInvalidValue);
}

// All devices are the CPU, so access is always possible; the settings are
// stored.
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t handle,
                                 const cudaMemAccessDesc *descs, size_t count) {
  std::shared_ptr<Pool> pool;
  if (cudaError_t error = find(handle, pool))
    return error;
  if (count && !descs)
    return fail(cudaErrorInvalidValue);
  std::lock_guard lock(pool->mutex);
  for (size_t i = 0; i < count; ++i) {
    if (descs[i].location.type != cudaMemLocationTypeDevice)
      return fail(cudaErrorInvalidValue);
    if (cudaError_t error = checkDevice(descs[i].location.id))
      return error;
    // A device cannot lose access to its own memory.
    if (descs[i].location.id == pool->props.location.id &&
        descs[i].flags != cudaMemAccessFlagsProtReadWrite)
      return fail(cudaErrorInvalidValue);
    pool->access[descs[i].location.id] = descs[i].flags;
  }
  return cudaSuccess;
}

cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags *flags,
                                 cudaMemPool_t handle,
                                 cudaMemLocation *location) {
  std::shared_ptr<Pool> pool;
  if (cudaError_t error = find(handle, pool))
    return error;
  if (!flags || !location || location->type != cudaMemLocationTypeDevice)
    return fail(cudaErrorInvalidValue);
  if (cudaError_t error = checkDevice(location->id))
    return error;
  std::lock_guard lock(pool->mutex);
  auto found = pool->access.find(location->id);
  *flags = found != pool->access.end() ? found->second
           : location->id == pool->props.location.id
               ? cudaMemAccessFlagsProtReadWrite
               : cudaMemAccessFlagsProtNone;
  return cudaSuccess;
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device) {
  if (cudaError_t error = checkDevice(device))
    return error;
  if (!pool)
    return fail(cudaErrorInvalidValue);
  Pools &p = pools();
  std::lock_guard lock(p.mutex);
  *pool = defaultPool(p, device).get();
  return cudaSuccess;
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device) {
  if (cudaError_t error = checkDevice(device))
    return error;
  if (!pool)
    return fail(cudaErrorInvalidValue);
  *pool = currentPool(device).get();
  return cudaSuccess;
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t handle) {
  if (cudaError_t error = checkDevice(device))
    return error;
  std::shared_ptr<Pool> pool;
  if (cudaError_t error = find(handle, pool))
    return error;
  Pools &p = pools();
  std::lock_guard lock(p.mutex);
  p.current[device] = pool;
  return cudaSuccess;
}

cudaError_t cudaMemPoolExportToShareableHandle(void *, cudaMemPool_t,
                                               cudaMemAllocationHandleType,
                                               unsigned) {
  return fail(cudaErrorNotSupported);
}
cudaError_t cudaMemPoolImportFromShareableHandle(cudaMemPool_t *, void *,
                                                 cudaMemAllocationHandleType,
                                                 unsigned) {
  return fail(cudaErrorNotSupported);
}
cudaError_t cudaMemPoolExportPointer(cudaMemPoolPtrExportData *, void *) {
  return fail(cudaErrorNotSupported);
}
cudaError_t cudaMemPoolImportPointer(void **, cudaMemPool_t,
                                     cudaMemPoolPtrExportData *) {
  return fail(cudaErrorNotSupported);
}

} // extern "C"
