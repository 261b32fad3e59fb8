//===- Stream.cpp - Streams, which are in order because every call is -----===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch or copy is done when its call returns. CUDA allows that, as work on
// a stream may begin and end at any time before the next synchronisation. So a
// stream is a handle with properties, and waiting for one is nothing.
//
//===----------------------------------------------------------------------===//

#include "Stream.h"
#include "Error.h"
#include "Event.h"
#include "Handles.h"
#include <atomic>

struct CUstream_st {
  unsigned flags;
  int priority;
  unsigned long long id;
};

namespace heddle::rt {
namespace {

/// Priorities are accepted and have no effect. CUDA's range, highest last.
constexpr int leastPriority = 0, greatestPriority = -5;

Handles<CUstream_st> &streams() {
  static auto &instance = *new Handles<CUstream_st>;
  return instance;
}

bool isDefaultStream(cudaStream_t stream) {
  return !stream || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

/// Calls `use` with the stream's properties; default streams have default ones.
template <class Use> cudaError_t query(cudaStream_t stream, Use use) {
  if (cudaError_t error = pending())
    return error;
  if (isDefaultStream(stream)) {
    use(CUstream_st{
        cudaStreamDefault, leastPriority,
        static_cast<unsigned long long>(reinterpret_cast<uintptr_t>(stream))});
    return cudaSuccess;
  }
  return streams().with(stream, use) ? cudaSuccess
                                     : fail(cudaErrorInvalidResourceHandle);
}

} // namespace

bool isCreatedStream(cudaStream_t stream) {
  return isDefaultStream(stream) || streams().contains(stream);
}

void destroyAllStreams() { streams().clear(); }

} // namespace heddle::rt

using namespace heddle::rt;

extern "C" {

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags,
                                         int priority) {
  // Identifiers 0 to 2 are the default streams'.
  static std::atomic<unsigned long long> nextId{3};
  if (cudaError_t error = pending())
    return error;
  if (!stream || (flags & ~unsigned(cudaStreamNonBlocking)))
    return fail(cudaErrorInvalidValue);
  priority = priority > leastPriority      ? leastPriority
             : priority < greatestPriority ? greatestPriority
                                           : priority;
  *stream = streams().add(std::unique_ptr<CUstream_st>(
      new CUstream_st{flags, priority, nextId.fetch_add(1)}));
  return cudaSuccess;
}

cudaError_t cudaStreamCreate(cudaStream_t *stream) {
  return cudaStreamCreateWithPriority(stream, cudaStreamDefault, leastPriority);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags) {
  return cudaStreamCreateWithPriority(stream, flags, leastPriority);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  if (cudaError_t error = pending())
    return error;
  if (!streams().remove(stream))
    return fail(cudaErrorInvalidResourceHandle);
  return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return query(stream, [](const CUstream_st &) {});
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return query(stream, [](const CUstream_st &) {});
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                unsigned flags) {
  if (flags & ~unsigned(cudaEventWaitExternal))
    return fail(cudaErrorInvalidValue);
  if (!isEvent(event))
    return fail(cudaErrorInvalidResourceHandle);
  return query(stream, [](const CUstream_st &) {});
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned *flags) {
  if (!flags)
    return fail(cudaErrorInvalidValue);
  return query(stream, [=](const CUstream_st &s) { *flags = s.flags; });
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority) {
  if (!priority)
    return fail(cudaErrorInvalidValue);
  return query(stream, [=](const CUstream_st &s) { *priority = s.priority; });
}

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id) {
  if (!id)
    return fail(cudaErrorInvalidValue);
  return query(stream, [=](const CUstream_st &s) { *id = s.id; });
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream,
                                  cudaStreamCaptureStatus *status) {
  if (!status)
    return fail(cudaErrorInvalidValue);
  *status = cudaStreamCaptureStatusNone;
  return query(stream, [](const CUstream_st &) {});
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer, size_t,
                                     unsigned) {
  if (!pointer)
    return fail(cudaErrorInvalidValue);
  return query(stream, [](const CUstream_st &) {});
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream,
                                  cudaStreamCallback_t callback, void *userData,
                                  unsigned flags) {
  if (!callback || flags)
    return fail(cudaErrorInvalidValue);
  if (!isStream(stream))
    return fail(cudaErrorInvalidResourceHandle);
  callback(stream, pending(), userData);
  return succeed();
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function,
                               void *userData) {
  if (cudaError_t error = pending())
    return error;
  if (!function)
    return fail(cudaErrorInvalidValue);
  if (!isStream(stream))
    return fail(cudaErrorInvalidResourceHandle);
  function(userData);
  return succeed();
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
  if (cudaError_t error = pending())
    return error;
  if (least)
    *least = leastPriority;
  if (greatest)
    *greatest = greatestPriority;
  return cudaSuccess;
}

} // extern "C"
