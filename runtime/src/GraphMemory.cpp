//===- GraphMemory.cpp - Memory of graph allocation nodes -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphMemory.h"
#include "Device.h"
#include "Error.h"
#include <mutex>

namespace heddle::rt {
namespace {

struct Usage {
  std::mutex mutex;
  uint64_t used = 0, usedHigh = 0, reserved = 0, reservedHigh = 0;
};

Usage &usage() {
  static auto &instance = *new Usage;
  return instance;
}

void change(uint64_t Usage::*current, uint64_t Usage::*high, int64_t by) {
  Usage &u = usage();
  std::lock_guard lock(u.mutex);
  u.*current += by;
  u.*high = std::max(u.*high, u.*current);
}

} // namespace

std::shared_ptr<GraphMemory> GraphMemory::make(size_t bytes, int device) {
  Allocation memory;
  if (bytes == 0 || !reserveMemory(bytes, memory))
    return nullptr;
  memory.kind = MemoryKind::Device;
  memory.device = device;
  std::shared_ptr<GraphMemory> result(new GraphMemory(memory));
  change(&Usage::reserved, &Usage::reservedHigh, bytes);
  return result;
}

GraphMemory::~GraphMemory() {
  change(&Usage::reserved, &Usage::reservedHigh, -int64_t(memory.bytes));
  releaseMemory(memory);
}

cudaError_t GraphMemory::allocate() {
  if (live.exchange(true))
    return cudaErrorInvalidValue;
  Allocation tracked = memory;
  tracked.owner = shared_from_this();
  trackAllocation(tracked);
  change(&Usage::used, &Usage::usedHigh, memory.bytes);
  return cudaSuccess;
}

void GraphMemory::takeBack(const Allocation &) {
  if (live.exchange(false))
    change(&Usage::used, &Usage::usedHigh, -int64_t(memory.bytes));
}

} // namespace heddle::rt

using namespace heddle::rt;

extern "C" {

cudaError_t cudaDeviceGetGraphMemAttribute(int device,
                                           cudaGraphMemAttributeType attribute,
                                           void *value) {
  if (cudaError_t error = checkDevice(device))
    return error;
  if (!value)
    return fail(cudaErrorInvalidValue);
  Usage &u = usage();
  std::lock_guard lock(u.mutex);
  auto &result = *static_cast<uint64_t *>(value);
  switch (attribute) {
  case cudaGraphMemAttrUsedMemCurrent:
    result = u.used;
    return cudaSuccess;
  case cudaGraphMemAttrUsedMemHigh:
    result = u.usedHigh;
    return cudaSuccess;
  case cudaGraphMemAttrReservedMemCurrent:
    result = u.reserved;
    return cudaSuccess;
  case cudaGraphMemAttrReservedMemHigh:
    result = u.reservedHigh;
    return cudaSuccess;
  }
  return fail(cudaErrorInvalidValue);
}

// The high-water marks can be reset to 0, and then start from the current
// value.
cudaError_t cudaDeviceSetGraphMemAttribute(int device,
                                           cudaGraphMemAttributeType attribute,
                                           void *value) {
  if (cudaError_t error = checkDevice(device))
    return error;
  if (!value || *static_cast<uint64_t *>(value) != 0)
    return fail(cudaErrorInvalidValue);
  Usage &u = usage();
  std::lock_guard lock(u.mutex);
  switch (attribute) {
  case cudaGraphMemAttrUsedMemHigh:
    u.usedHigh = u.used;
    return cudaSuccess;
  case cudaGraphMemAttrReservedMemHigh:
    u.reservedHigh = u.reserved;
    return cudaSuccess;
  default:
    return fail(cudaErrorInvalidValue);
  }
}

// A graph's memory is freed with the graph: there is nothing to trim.
cudaError_t cudaDeviceGraphMemTrim(int device) { return checkDevice(device); }

} // extern "C"
