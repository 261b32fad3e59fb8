//===- Stream.cpp - Streams -----------------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch or copy is complete when its call returns. CUDA allows this, since
// work on a stream may run at any time before the next synchronisation. So a
// stream is a handle with properties, and waiting for one does nothing.
//
//===----------------------------------------------------------------------===//

#include "Stream.h"
#include "Capture.h"
#include "Error.h"
#include "Event.h"
#include "Graph.h"
#include "Handles.h"
#include "MemPool.h"
#include "Thread.h"
#include "driver/CurrentContext.h"
#include <atomic>
#include <memory>
#include <mutex>

struct CUstream_st {
  unsigned flags;
  int priority;
  unsigned long long id;
  int device;
  heddle::rt::Attributes attributes;
};

namespace heddle::rt {
namespace {

/// Priorities are accepted and have no effect. CUDA's range, highest last.
constexpr int leastPriority = 0, greatestPriority = -5;

Handles<CUstream_st> &streams() {
  static auto &instance = *new Handles<CUstream_st>;
  return instance;
}

/// Set by programs compiled with --default-stream per-thread.
std::atomic<bool> perThreadDefault{false};

/// The properties of the default streams; only their attributes can change.
CUstream_st &defaultStream(cudaStream_t stream) {
  static CUstream_st legacy{cudaStreamDefault, leastPriority, 1, 0, {}};
  if (isLegacyStream(stream))
    return legacy;
  Thread &thread = thisThread();
  if (!thread.ownStream)
    thread.ownStream = std::make_shared<CUstream_st>(
        CUstream_st{cudaStreamDefault, leastPriority, 2, thread.device, {}});
  return *thread.ownStream;
}

/// Calls `use` with the stream.
template <class Use> cudaError_t query(cudaStream_t stream, Use use) {
  if (cudaError_t error = pending())
    return error;
  if (isDefaultStream(stream)) {
    static std::mutex mutex;
    std::lock_guard lock(mutex);
    use(defaultStream(stream));
    return cudaSuccess;
  }
  return streams().with(stream, use) ? cudaSuccess
                                     : fail(cudaErrorInvalidResourceHandle);
}

/// Waiting does nothing, unless the stream is captured into a graph.
cudaError_t wait(cudaStream_t stream) {
  if (cudaError_t error = query(stream, [](CUstream_st &) {}))
    return error;
  return refuseOnCapturing(stream);
}

bool isStreamAttribute(cudaLaunchAttributeID attribute) {
  return attribute == cudaStreamAttributeAccessPolicyWindow ||
         attribute == cudaStreamAttributeSynchronizationPolicy ||
         attribute == cudaStreamAttributeMemSyncDomainMap ||
         attribute == cudaStreamAttributeMemSyncDomain ||
         attribute == cudaStreamAttributePriority;
}

} // namespace

bool isDefaultStream(cudaStream_t stream) {
  return !stream || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

bool isLegacyStream(cudaStream_t stream) {
  return stream == cudaStreamLegacy ||
         (!stream && !perThreadDefault.load(std::memory_order_relaxed));
}

bool isBlockingStream(cudaStream_t stream) {
  bool blocking = true;
  if (!isDefaultStream(stream))
    streams().with(stream, [&](CUstream_st &s) {
      blocking = !(s.flags & cudaStreamNonBlocking);
    });
  return blocking;
}

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
  useContext();
  priority = priority > leastPriority      ? leastPriority
             : priority < greatestPriority ? greatestPriority
                                           : priority;
  *stream = streams().add(std::unique_ptr<CUstream_st>(new CUstream_st{
      flags, priority, nextId.fetch_add(1), thisThread().device, {}}));
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
  if (!streams().contains(stream))
    return fail(cudaErrorInvalidResourceHandle);
  abandonCapture(stream);
  return streams().remove(stream) ? cudaSuccess
                                  : fail(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  cudaError_t error = wait(stream);
  trimPools();
  return error;
}

cudaError_t cudaStreamQuery(cudaStream_t stream) { return wait(stream); }

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                unsigned flags) {
  if (flags & ~unsigned(cudaEventWaitExternal))
    return fail(cudaErrorInvalidValue);
  if (!isEvent(event))
    return fail(cudaErrorInvalidResourceHandle);
  if (cudaError_t error = query(stream, [](CUstream_st &) {}))
    return error;
  bool captured;
  return captureWait(event, stream, flags & cudaEventWaitExternal, captured);
}

cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device) {
  if (!device)
    return fail(cudaErrorInvalidValue);
  return query(stream, [=](const CUstream_st &s) { *device = s.device; });
}

cudaError_t cudaStreamSetAttribute(cudaStream_t stream,
                                   cudaLaunchAttributeID attribute,
                                   const cudaLaunchAttributeValue *value) {
  if (!value || !isStreamAttribute(attribute))
    return fail(cudaErrorInvalidValue);
  return query(stream, [=](CUstream_st &s) {
    s.attributes[attribute] = *value;
    if (attribute == cudaStreamAttributePriority)
      s.priority = value->priority;
  });
}

cudaError_t cudaStreamGetAttribute(cudaStream_t stream,
                                   cudaLaunchAttributeID attribute,
                                   cudaLaunchAttributeValue *value) {
  if (!value || !isStreamAttribute(attribute))
    return fail(cudaErrorInvalidValue);
  return query(stream, [=](CUstream_st &s) {
    auto found = s.attributes.find(attribute);
    *value = cudaLaunchAttributeValue{};
    if (found != s.attributes.end())
      *value = found->second;
    else if (attribute == cudaStreamAttributeSynchronizationPolicy)
      value->syncPolicy = cudaSyncPolicyAuto;
    else if (attribute == cudaStreamAttributePriority)
      value->priority = s.priority;
  });
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t dst, cudaStream_t src) {
  Attributes attributes;
  if (cudaError_t error =
          query(src, [&](const CUstream_st &s) { attributes = s.attributes; }))
    return error;
  return query(dst, [&](CUstream_st &s) { s.attributes = attributes; });
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

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer, size_t,
                                     unsigned flags) {
  if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost &&
      flags != cudaMemAttachSingle)
    return fail(cudaErrorInvalidValue);
  if (!pointer)
    return fail(cudaErrorInvalidValue);
  return wait(stream);
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream,
                                  cudaStreamCallback_t callback, void *userData,
                                  unsigned flags) {
  if (!callback || flags)
    return fail(cudaErrorInvalidValue);
  if (cudaError_t error = wait(stream))
    if (error != pending())
      return error;
  callback(stream, pending(), userData);
  return succeed();
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function,
                               void *userData) {
  if (cudaError_t error = pending())
    return error;
  if (!function)
    return fail(cudaErrorInvalidValue);
  bool capturing;
  if (cudaError_t error = checkStream(stream, capturing))
    return error;
  if (capturing)
    return record(stream, HostWork{{function, userData}});
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

void __heddle_per_thread_default_stream(void) { perThreadDefault = true; }

} // extern "C"
