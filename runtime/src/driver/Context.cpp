//===- Context.cpp - Contexts of the driver API ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime and the driver API share contexts as CUDA documents: a call of
// the runtime uses the current context, or makes the primary one current; the
// device of the current context is the runtime's current device.
//
//===----------------------------------------------------------------------===//

#include "Context.h"
#include "CurrentContext.h"
#include "Device.h"
#include "Error.h"
#include "Event.h"
#include "Handles.h"
#include "Stream.h"
#include <array>
#include <atomic>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace heddle::rt {
namespace driver {
namespace {

struct Primary {
  CUctx_st context;
  int retained = 0;
  /// The runtime holds it until the end of the process.
  bool usedByRuntime = false;

  bool active() const { return retained || usedByRuntime; }
};

struct Owned {
  CUcontext context;
  Release release;
};

struct State {
  /// By cuInit, or because the runtime was used.
  std::atomic<bool> initialized{false};
  std::atomic<unsigned long long> nextId{1};
  Handles<CUctx_st> created;
  std::mutex mutex; ///< Of what follows.
  std::array<Primary, 32> primaries;
  std::unordered_map<const void *, Owned> owned;
};

State &state() {
  static State &instance = *new State;
  return instance;
}

std::vector<CUcontext> &stack() { return thisThread().contexts; }

/// Keeps the runtime's view of this thread in step with the stack.
void stackChanged() {
  Thread &thread = thisThread();
  thread.inContext = !stack().empty();
  if (thread.inContext && isContext(stack().back()))
    thread.device = stack().back()->device;
}

/// The caller holds the lock.
Primary &usePrimary(int device) {
  Primary &primary = state().primaries[device];
  primary.context.device = device;
  primary.context.isPrimary = true;
  if (!primary.context.id)
    primary.context.id = state().nextId++;
  return primary;
}

void releaseOwned(CUcontext context) {
  std::vector<std::pair<const void *, Release>> objects;
  {
    std::lock_guard lock(state().mutex);
    for (auto &[object, owned] : state().owned)
      if (owned.context == context)
        objects.push_back({object, owned.release});
    for (auto &[object, release] : objects)
      state().owned.erase(object);
  }
  KeepLastError keep;
  for (auto &[object, release] : objects)
    release(object);
}

bool isFlags(unsigned flags) {
  unsigned schedule = flags & CU_CTX_SCHED_MASK;
  return !(flags & ~unsigned(CU_CTX_FLAGS_MASK)) &&
         (schedule & (schedule - 1)) == 0;
}

} // namespace

CUcontext currentContext() {
  return stack().empty() ? nullptr : stack().back();
}

CUcontext primaryContext(int device) {
  return &state().primaries[device].context;
}

bool isContext(CUcontext context) {
  State &s = state();
  if (s.created.contains(context))
    return true;
  std::lock_guard lock(s.mutex);
  for (Primary &primary : s.primaries)
    if (context == &primary.context)
      return primary.active();
  return false;
}

CUresult checkInitialized() {
  return state().initialized ? CUDA_SUCCESS : CUDA_ERROR_NOT_INITIALIZED;
}

CUresult checkContext() {
  if (CUresult result = checkInitialized())
    return result;
  CUcontext context = currentContext();
  if (!context)
    return CUDA_ERROR_INVALID_CONTEXT;
  return isContext(context) ? CUDA_SUCCESS : CUDA_ERROR_CONTEXT_IS_DESTROYED;
}

CUresult checkDriverDevice(CUdevice device) {
  if (CUresult result = checkInitialized())
    return result;
  return device >= 0 && device < deviceCount() ? CUDA_SUCCESS
                                               : CUDA_ERROR_INVALID_DEVICE;
}

CUresult resultOf(cudaError_t error) {
  switch (error) {
  case cudaErrorStubLibrary:
  case cudaErrorCallRequiresNewerDriver:
  case cudaErrorDevicesUnavailable:
    return static_cast<CUresult>(error);
  case cudaErrorInvalidDeviceFunction:
    return CUDA_ERROR_INVALID_HANDLE;
  case cudaErrorInvalidSymbol:
    return CUDA_ERROR_NOT_FOUND;
  default:
    // These are the runtime's own, about arguments.
    return error > cudaErrorProfilerAlreadyStopped && error < cudaErrorNoDevice
               ? CUDA_ERROR_INVALID_VALUE
               : static_cast<CUresult>(error);
  }
}

void own(const void *object, Release release) {
  std::lock_guard lock(state().mutex);
  state().owned[object] = {currentContext(), release};
}

void disown(const void *object) {
  std::lock_guard lock(state().mutex);
  state().owned.erase(object);
}

CUcontext ownerOf(const void *object) {
  std::lock_guard lock(state().mutex);
  auto found = state().owned.find(object);
  return found == state().owned.end() ? nullptr : found->second.context;
}

ContextOf::ContextOf(const void *handle) : result(checkContext()) {
  if (result != CUDA_ERROR_INVALID_CONTEXT)
    return;
  auto *stream = static_cast<cudaStream_t>(const_cast<void *>(handle));
  auto *event = static_cast<cudaEvent_t>(const_cast<void *>(handle));
  int device = 0;
  bool isOfContext = isCreatedStream(stream) && !isDefaultStream(stream);
  if (isOfContext)
    cudaStreamGetDevice(stream, &device);
  else if (!isEvent(event))
    return;
  CUcontext owner = ownerOf(handle);
  stack().push_back(owner ? owner : primaryContext(device));
  stackChanged();
  entered = true;
  result = CUDA_SUCCESS;
}

ContextOf::~ContextOf() {
  if (!entered)
    return;
  stack().pop_back();
  stackChanged();
}

} // namespace driver

void initializeDriver() {
  if (deviceCount())
    driver::state().initialized = true;
}

void enterPrimaryContext() {
  using namespace driver;
  Thread &thread = thisThread();
  if (!deviceCount())
    return;
  initializeDriver();
  CUcontext primary = primaryContext(thread.device);
  {
    std::lock_guard lock(state().mutex);
    usePrimary(thread.device).usedByRuntime = true;
  }
  if (stack().empty())
    stack().push_back(primary);
  else
    stack().back() = primary;
  thread.inContext = true;
}

} // namespace heddle::rt

using namespace heddle::rt;
using namespace heddle::rt::driver;

extern "C" {

CUresult cuInit(unsigned flags) {
  if (flags)
    return CUDA_ERROR_INVALID_VALUE;
  if (!deviceCount())
    return CUDA_ERROR_NO_DEVICE;
  initializeDriver();
  return CUDA_SUCCESS;
}

CUresult cuCtxCreate(CUcontext *context, unsigned flags, CUdevice device) {
  if (CUresult result = checkDriverDevice(device))
    return result;
  if (!context || !isFlags(flags))
    return CUDA_ERROR_INVALID_VALUE;
  auto made = std::make_unique<CUctx_st>();
  made->device = device;
  made->flags = flags;
  made->id = state().nextId++;
  *context = state().created.add(std::move(made));
  stack().push_back(*context);
  stackChanged();
  return CUDA_SUCCESS;
}

CUresult cuCtxCreate_v3(CUcontext *context, CUexecAffinityParam *affinities,
                        int count, unsigned flags, CUdevice device) {
  if (count < 0 || (count && !affinities))
    return CUDA_ERROR_INVALID_VALUE;
  // cuDeviceGetExecAffinitySupport says so.
  if (count)
    return CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY;
  return cuCtxCreate(context, flags, device);
}

CUresult cuCtxCreate_v4(CUcontext *context, CUctxCreateParams *params,
                        unsigned flags, CUdevice device) {
  if (params && params->cigParams)
    return CUDA_ERROR_NOT_SUPPORTED;
  return params ? cuCtxCreate_v3(context, params->execAffinityParams,
                                 params->numExecAffinityParams, flags, device)
                : cuCtxCreate(context, flags, device);
}

// A context counts its users: what cuCtxCreate counts is detached last.
CUresult cuCtxAttach(CUcontext *context, unsigned flags) {
  if (CUresult result = checkContext())
    return result;
  if (!context || flags)
    return CUDA_ERROR_INVALID_VALUE;
  *context = currentContext();
  ++(*context)->attached;
  return CUDA_SUCCESS;
}

CUresult cuCtxDetach(CUcontext context) {
  if (CUresult result = checkContext())
    return result;
  if (context != currentContext() || context->isPrimary)
    return CUDA_ERROR_INVALID_CONTEXT;
  return --context->attached ? CUDA_SUCCESS : cuCtxDestroy(context);
}

CUresult cuCtxGetExecAffinity(CUexecAffinityParam *affinity,
                              CUexecAffinityType type) {
  if (CUresult result = checkContext())
    return result;
  return affinity && type == CU_EXEC_AFFINITY_TYPE_SM_COUNT
             ? CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY
             : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuCtxDestroy(CUcontext context) {
  if (CUresult result = checkInitialized())
    return result;
  if (!context)
    return CUDA_ERROR_INVALID_VALUE;
  if (!state().created.contains(context))
    return CUDA_ERROR_INVALID_CONTEXT;
  releaseOwned(context);
  state().created.remove(context);
  if (currentContext() == context)
    stack().pop_back();
  stackChanged();
  return CUDA_SUCCESS;
}

CUresult cuCtxPushCurrent(CUcontext context) {
  if (CUresult result = checkInitialized())
    return result;
  if (!context)
    return CUDA_ERROR_INVALID_VALUE;
  if (!isContext(context))
    return CUDA_ERROR_INVALID_CONTEXT;
  stack().push_back(context);
  stackChanged();
  return CUDA_SUCCESS;
}

CUresult cuCtxPopCurrent(CUcontext *context) {
  if (CUresult result = checkInitialized())
    return result;
  if (stack().empty())
    return CUDA_ERROR_INVALID_CONTEXT;
  if (context)
    *context = stack().back();
  stack().pop_back();
  stackChanged();
  return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext context) {
  if (CUresult result = checkInitialized())
    return result;
  if (context && !isContext(context))
    return CUDA_ERROR_INVALID_CONTEXT;
  if (!stack().empty())
    stack().pop_back();
  if (context)
    stack().push_back(context);
  stackChanged();
  return CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext *context) {
  if (CUresult result = checkInitialized())
    return result;
  if (!context)
    return CUDA_ERROR_INVALID_VALUE;
  *context = currentContext();
  return CUDA_SUCCESS;
}

CUresult cuCtxGetDevice(CUdevice *device) {
  if (CUresult result = checkContext())
    return result;
  if (!device)
    return CUDA_ERROR_INVALID_VALUE;
  *device = currentContext()->device;
  return CUDA_SUCCESS;
}

CUresult cuCtxGetFlags(unsigned *flags) {
  if (CUresult result = checkContext())
    return result;
  if (!flags)
    return CUDA_ERROR_INVALID_VALUE;
  *flags = currentContext()->flags;
  return CUDA_SUCCESS;
}

CUresult cuCtxSetFlags(unsigned flags) {
  if (CUresult result = checkContext())
    return result;
  if (!isFlags(flags))
    return CUDA_ERROR_INVALID_VALUE;
  currentContext()->flags = flags;
  return CUDA_SUCCESS;
}

CUresult cuCtxGetId(CUcontext context, unsigned long long *id) {
  if (CUresult result = checkInitialized())
    return result;
  if (!id)
    return CUDA_ERROR_INVALID_VALUE;
  context = context ? context : currentContext();
  if (!context || !isContext(context))
    return CUDA_ERROR_INVALID_CONTEXT;
  *id = context->id;
  return CUDA_SUCCESS;
}

CUresult cuCtxGetApiVersion(CUcontext context, unsigned *version) {
  if (CUresult result = checkInitialized())
    return result;
  if (!version)
    return CUDA_ERROR_INVALID_VALUE;
  context = context ? context : currentContext();
  if (!context || !isContext(context))
    return CUDA_ERROR_INVALID_CONTEXT;
  *version = 3020; // What cuCtxCreate_v2 makes.
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
  if (CUresult result = checkDriverDevice(device))
    return result;
  if (!context)
    return CUDA_ERROR_INVALID_VALUE;
  std::lock_guard lock(state().mutex);
  Primary &primary = usePrimary(device);
  ++primary.retained;
  *context = &primary.context;
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRelease(CUdevice device) {
  if (CUresult result = checkDriverDevice(device))
    return result;
  {
    std::lock_guard lock(state().mutex);
    Primary &primary = state().primaries[device];
    if (!primary.retained)
      return CUDA_ERROR_INVALID_CONTEXT;
    --primary.retained;
    if (primary.active())
      return CUDA_SUCCESS;
  }
  releaseOwned(primaryContext(device));
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxReset(CUdevice device) {
  if (CUresult result = checkDriverDevice(device))
    return result;
  releaseOwned(primaryContext(device));
  KeepLastError keep;
  return resultOf(cudaDeviceReset());
}

CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned flags) {
  if (CUresult result = checkDriverDevice(device))
    return result;
  if (!isFlags(flags))
    return CUDA_ERROR_INVALID_VALUE;
  std::lock_guard lock(state().mutex);
  state().primaries[device].context.flags = flags;
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned *flags,
                                    int *active) {
  if (CUresult result = checkDriverDevice(device))
    return result;
  if (!flags || !active)
    return CUDA_ERROR_INVALID_VALUE;
  std::lock_guard lock(state().mutex);
  *flags = state().primaries[device].context.flags;
  *active = state().primaries[device].active();
  return CUDA_SUCCESS;
}

} // extern "C"
