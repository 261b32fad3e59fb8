//===- Ipc.cpp - Handles for memory and events, within this process -------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Device memory is private to the process, so a handle from another process
// cannot be opened: cudaErrorNotSupported.
//
//===----------------------------------------------------------------------===//

#include "Error.h"
#include "Event.h"
#include "Memory.h"
#include <cstring>
#include <unistd.h>

namespace heddle::rt {
namespace {

/// The contents of a handle.
struct Contents {
  char magic[8];
  int process;
  const void *object;
};

constexpr char magic[8] = {'h', 'e', 'd', 'd', 'l', 'e', 'i', 'p'};

template <class Handle> void write(Handle &handle, const void *object) {
  Contents contents = {{}, getpid(), object};
  std::memcpy(contents.magic, magic, sizeof magic);
  std::memset(&handle, 0, sizeof handle);
  std::memcpy(&handle, &contents, sizeof contents);
}

template <class Handle>
cudaError_t read(const Handle &handle, const void *&object) {
  Contents contents;
  std::memcpy(&contents, &handle, sizeof contents);
  if (std::memcmp(contents.magic, magic, sizeof magic) != 0)
    return fail(cudaErrorInvalidResourceHandle);
  if (contents.process != getpid())
    return fail(cudaErrorNotSupported);
  object = contents.object;
  return cudaSuccess;
}

bool isDeviceMemory(const void *pointer) {
  std::optional<Allocation> allocation = findAllocation(pointer);
  return allocation && allocation->kind == MemoryKind::Device;
}

} // namespace
} // namespace heddle::rt

using namespace heddle::rt;

extern "C" {

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *pointer) {
  if (cudaError_t error = pending())
    return error;
  if (!handle || !isDeviceMemory(pointer))
    return fail(cudaErrorInvalidValue);
  write(*handle, pointer);
  return cudaSuccess;
}

cudaError_t cudaIpcOpenMemHandle(void **pointer, cudaIpcMemHandle_t handle,
                                 unsigned flags) {
  if (cudaError_t error = pending())
    return error;
  if (!pointer || flags != cudaIpcMemLazyEnablePeerAccess)
    return fail(cudaErrorInvalidValue);
  const void *object;
  if (cudaError_t error = read(handle, object))
    return error;
  if (!isDeviceMemory(object))
    return fail(cudaErrorInvalidResourceHandle);
  *pointer = const_cast<void *>(object);
  return cudaSuccess;
}

cudaError_t cudaIpcCloseMemHandle(void *pointer) {
  if (cudaError_t error = pending())
    return error;
  return isDeviceMemory(pointer) ? cudaSuccess : fail(cudaErrorInvalidValue);
}

cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle,
                                  cudaEvent_t event) {
  if (cudaError_t error = pending())
    return error;
  if (!handle)
    return fail(cudaErrorInvalidValue);
  if (!isEvent(event) || !(eventFlags(event) & cudaEventInterprocess))
    return fail(cudaErrorInvalidResourceHandle);
  write(*handle, event);
  return cudaSuccess;
}

cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *event,
                                   cudaIpcEventHandle_t handle) {
  if (cudaError_t error = pending())
    return error;
  if (!event)
    return fail(cudaErrorInvalidValue);
  const void *object;
  if (cudaError_t error = read(handle, object))
    return error;
  auto *found = static_cast<cudaEvent_t>(const_cast<void *>(object));
  if (!isEvent(found))
    return fail(cudaErrorInvalidResourceHandle);
  *event = found;
  return cudaSuccess;
}

} // extern "C"
