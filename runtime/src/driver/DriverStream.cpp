//===- DriverStream.cpp - Streams and events of the driver API
//-----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Context.h"
#include "Error.h"
#include "Event.h"
#include "Stream.h"

using namespace heddle::rt;
using namespace heddle::rt::driver;

namespace {

void destroyStream(const void *stream) {
  cudaStreamDestroy(static_cast<cudaStream_t>(const_cast<void *>(stream)));
}
void destroyEvent(const void *event) {
  cudaEventDestroy(static_cast<cudaEvent_t>(const_cast<void *>(event)));
}

struct Callback {
  CUstreamCallback function;
  void *userData;
};

} // namespace

extern "C" {

CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned flags,
                                    int priority) {
  CUresult result = inContext(
      [=] { return cudaStreamCreateWithPriority(stream, flags, priority); });
  if (result == CUDA_SUCCESS)
    own(*stream, destroyStream);
  return result;
}
CUresult cuStreamCreate(CUstream *stream, unsigned flags) {
  return cuStreamCreateWithPriority(stream, flags, 0);
}
CUresult cuStreamDestroy(CUstream stream) {
  CUresult result =
      inContextOf(stream, [=] { return cudaStreamDestroy(stream); });
  if (result == CUDA_SUCCESS)
    disown(stream);
  return result;
}

CUresult cuStreamGetCtx(CUstream stream, CUcontext *context) {
  if (!context)
    return CUDA_ERROR_INVALID_VALUE;
  ContextOf current(stream);
  if (current.result)
    return current.result;
  if (!isCreatedStream(stream))
    return CUDA_ERROR_INVALID_HANDLE;
  // A stream of the runtime is in the primary context of its device.
  int device = 0;
  CUcontext owner = ownerOf(stream);
  if (!owner && !isDefaultStream(stream) &&
      cudaStreamGetDevice(stream, &device) == cudaSuccess)
    owner = primaryContext(device);
  *context = owner ? owner : currentContext();
  return CUDA_SUCCESS;
}

CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback callback,
                             void *userData, unsigned flags) {
  if (!callback)
    return CUDA_ERROR_INVALID_VALUE;
  Callback both = {callback, userData};
  // The call returns after the callback.
  return inContextOf(stream, [&] {
    return cudaStreamAddCallback(
        stream,
        [](cudaStream_t stream, cudaError_t status, void *data) {
          auto *both = static_cast<Callback *>(data);
          both->function(stream, resultOf(status), both->userData);
        },
        &both, flags);
  });
}

CUresult cuEventCreate(CUevent *event, unsigned flags) {
  CUresult result =
      inContext([=] { return cudaEventCreateWithFlags(event, flags); });
  if (result == CUDA_SUCCESS)
    own(*event, destroyEvent);
  return result;
}
CUresult cuEventDestroy(CUevent event) {
  CUresult result = inContextOf(event, [=] { return cudaEventDestroy(event); });
  if (result == CUDA_SUCCESS)
    disown(event);
  return result;
}

// The rest is the runtime's.
CUresult cuStreamSynchronize(CUstream stream) {
  return inContextOf(stream, [=] { return cudaStreamSynchronize(stream); });
}
CUresult cuStreamQuery(CUstream stream) {
  return inContextOf(stream, [=] { return cudaStreamQuery(stream); });
}
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags) {
  return inContextOf(stream,
                     [=] { return cudaStreamWaitEvent(stream, event, flags); });
}
CUresult cuStreamGetFlags(CUstream stream, unsigned *flags) {
  return inContextOf(stream, [=] { return cudaStreamGetFlags(stream, flags); });
}
CUresult cuStreamGetPriority(CUstream stream, int *priority) {
  return inContextOf(stream,
                     [=] { return cudaStreamGetPriority(stream, priority); });
}
CUresult cuStreamGetId(CUstream stream, unsigned long long *id) {
  return inContextOf(stream, [=] { return cudaStreamGetId(stream, id); });
}
CUresult cuStreamGetDevice(CUstream stream, CUdevice *device) {
  return inContextOf(stream,
                     [=] { return cudaStreamGetDevice(stream, device); });
}
CUresult cuStreamAttachMemAsync(CUstream stream, CUdeviceptr pointer,
                                size_t bytes, unsigned flags) {
  return inContextOf(stream, [=] {
    return cudaStreamAttachMemAsync(stream, pointerOf(pointer), bytes, flags);
  });
}
CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void *userData) {
  return inContextOf(
      stream, [=] { return cudaLaunchHostFunc(stream, function, userData); });
}
CUresult cuEventRecord(CUevent event, CUstream stream) {
  return inContextOf(stream, [=] { return cudaEventRecord(event, stream); });
}
CUresult cuEventRecordWithFlags(CUevent event, CUstream stream,
                                unsigned flags) {
  return inContextOf(
      stream, [=] { return cudaEventRecordWithFlags(event, stream, flags); });
}
CUresult cuEventQuery(CUevent event) {
  return inContextOf(event, [=] { return cudaEventQuery(event); });
}
CUresult cuEventSynchronize(CUevent event) {
  return inContextOf(event, [=] { return cudaEventSynchronize(event); });
}
CUresult cuEventElapsedTime(float *milliseconds, CUevent start, CUevent end) {
  return inContextOf(
      start, [=] { return cudaEventElapsedTime(milliseconds, start, end); });
}
CUresult cuEventElapsedTime_v2(float *milliseconds, CUevent start,
                               CUevent end) {
  return cuEventElapsedTime(milliseconds, start, end);
}

// The attributes have the runtime's layout.
static_assert(sizeof(CUstreamAttrValue) == sizeof(cudaLaunchAttributeValue));
CUresult cuStreamGetAttribute(CUstream stream, CUstreamAttrID attribute,
                              CUstreamAttrValue *value) {
  return inContextOf(stream, [=] {
    return cudaStreamGetAttribute(
        stream, static_cast<cudaLaunchAttributeID>(attribute),
        reinterpret_cast<cudaLaunchAttributeValue *>(value));
  });
}
CUresult cuStreamSetAttribute(CUstream stream, CUstreamAttrID attribute,
                              const CUstreamAttrValue *value) {
  return inContextOf(stream, [=] {
    return cudaStreamSetAttribute(
        stream, static_cast<cudaLaunchAttributeID>(attribute),
        reinterpret_cast<const cudaLaunchAttributeValue *>(value));
  });
}
CUresult cuStreamCopyAttributes(CUstream destination, CUstream source) {
  return inContextOf(
      source, [=] { return cudaStreamCopyAttributes(destination, source); });
}

// No stream is of a green context: none can be created.
CUresult cuStreamGetCtx_v2(CUstream stream, CUcontext *context,
                           CUgreenCtx *green) {
  if (green)
    *green = nullptr;
  return cuStreamGetCtx(stream, context);
}
CUresult cuStreamGetGreenCtx(CUstream stream, CUgreenCtx *context) {
  if (!context)
    return CUDA_ERROR_INVALID_VALUE;
  CUcontext its;
  *context = nullptr;
  return cuStreamGetCtx(stream, &its);
}

// All work is complete when the call that submits it returns, so an event of a
// context is one of the legacy stream, which follows the others.
CUresult cuCtxRecordEvent(CUcontext context, CUevent event) {
  if (CUresult result = checkInitialized())
    return result;
  if (!context || !isContext(context))
    return CUDA_ERROR_INVALID_CONTEXT;
  KeepLastError keep;
  return resultOf(cudaEventRecord(event, cudaStreamLegacy));
}
CUresult cuCtxWaitEvent(CUcontext context, CUevent event) {
  if (CUresult result = checkInitialized())
    return result;
  if (!context || !isContext(context))
    return CUDA_ERROR_INVALID_CONTEXT;
  KeepLastError keep;
  return resultOf(cudaStreamWaitEvent(cudaStreamLegacy, event, 0));
}

} // extern "C"
