//===- HostMemory.cpp - Pinned and registered host memory -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Error.h"
#include "Memory.h"

namespace heddle::rt {
namespace {

/// The pinned or registered memory that `pointer` points into.
std::optional<Allocation> findHostMemory(const void *pointer) {
  std::optional<Allocation> allocation = findAllocation(pointer);
  if (!allocation || (allocation->kind != MemoryKind::Pinned &&
                      allocation->kind != MemoryKind::Registered))
    return std::nullopt;
  return allocation;
}

} // namespace
} // namespace heddle::rt

using namespace heddle::rt;

extern "C" {

cudaError_t cudaMallocHost(void **pointer, size_t bytes) {
  return cudaHostAlloc(pointer, bytes, cudaHostAllocDefault);
}

cudaError_t cudaHostAlloc(void **pointer, size_t bytes, unsigned flags) {
  if (flags & ~(cudaHostAllocPortable | cudaHostAllocMapped |
                cudaHostAllocWriteCombined))
    return fail(cudaErrorInvalidValue);
  // With unified addressing, all pinned memory is mapped and has that flag.
  return allocate(pointer, bytes, MemoryKind::Pinned,
                  flags | cudaHostAllocMapped);
}

cudaError_t cudaFreeHost(void *pointer) {
  return deallocate(pointer, MemoryKind::Pinned, MemoryKind::Pinned);
}

cudaError_t cudaHostRegister(void *pointer, size_t bytes, unsigned flags) {
  if (cudaError_t error = pending())
    return error;
  if (!pointer || bytes == 0 || flags > 0xf)
    return fail(cudaErrorInvalidValue);
  cudaError_t error =
      trackHostMemory(pointer, bytes, flags | cudaHostRegisterMapped);
  return error ? fail(error) : cudaSuccess;
}

cudaError_t cudaHostUnregister(void *pointer) {
  if (cudaError_t error = pending())
    return error;
  cudaError_t error = forgetHostMemory(pointer);
  return error ? fail(error) : cudaSuccess;
}

cudaError_t cudaHostGetDevicePointer(void **device, void *host,
                                     unsigned flags) {
  if (cudaError_t error = pending())
    return error;
  if (!device || flags || !findHostMemory(host))
    return fail(cudaErrorInvalidValue);
  *device = host;
  return cudaSuccess;
}

cudaError_t cudaHostGetFlags(unsigned *flags, void *host) {
  if (cudaError_t error = pending())
    return error;
  std::optional<Allocation> allocation = findHostMemory(host);
  if (!flags || !allocation)
    return fail(cudaErrorInvalidValue);
  *flags = allocation->flags;
  return cudaSuccess;
}

} // extern "C"
