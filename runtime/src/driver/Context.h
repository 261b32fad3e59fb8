//===- Context.h - Contexts of the driver API -------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_DRIVER_CONTEXT_H
#define HEDDLE_RUNTIME_DRIVER_CONTEXT_H

#include "Thread.h"
#include "cuda.h"

/// A context has a device and owns what the driver API creates while it is
/// current. All contexts share one memory.
struct CUctx_st {
  int device = 0;
  unsigned flags = 0;
  unsigned long long id = 0;
  bool isPrimary = false;
  /// How often cuCtxDetach destroys it.
  int attached = 1;
};

namespace heddle::rt::driver {

/// Null if none is current.
CUcontext currentContext();
/// Not null: the caller has checked that one is current.
CUcontext primaryContext(int device);
/// Whether it exists; primary ones exist while they are in use.
bool isContext(CUcontext context);

/// Success if the API is initialised and a context is current.
CUresult checkContext();
/// Success if the API is initialised.
CUresult checkInitialized();
/// Success if the API is initialised and the device exists.
CUresult checkDriverDevice(CUdevice device);

CUresult resultOf(cudaError_t error);

/// Functions of the driver API do not set the error of cudaGetLastError.
class KeepLastError {
public:
  KeepLastError() : error(thisThread().lastError) {}
  ~KeepLastError() { thisThread().lastError = error; }

private:
  cudaError_t error;
};

/// Does in the current context what the runtime's function does.
template <class Call> CUresult inContext(Call call) {
  if (CUresult result = checkContext())
    return result;
  KeepLastError keep;
  return resultOf(call());
}

/// While it lives, the context of a stream or event is current if none is: a
/// call with such a handle needs no current context.
class ContextOf {
public:
  explicit ContextOf(const void *handle);
  ~ContextOf();
  CUresult result;

private:
  bool entered = false;
};

/// Does in the current context, or in that of the stream or event, what the
/// runtime's function does.
template <class Call> CUresult inContextOf(const void *handle, Call call) {
  ContextOf context(handle);
  if (context.result)
    return context.result;
  KeepLastError keep;
  return resultOf(call());
}

/// What the runtime's function does, for a device.
template <class Call> CUresult onDevice(CUdevice device, Call call) {
  if (CUresult result = checkDriverDevice(device))
    return result;
  KeepLastError keep;
  return resultOf(call());
}

/// What a context owns is released with it.
using Release = void (*)(const void *);
void own(const void *object, Release release);
void disown(const void *object);
/// Null if the driver API did not create it.
CUcontext ownerOf(const void *object);

inline void *pointerOf(CUdeviceptr pointer) {
  return reinterpret_cast<void *>(pointer);
}
inline CUdeviceptr addressOf(const void *pointer) {
  return reinterpret_cast<CUdeviceptr>(pointer);
}

} // namespace heddle::rt::driver

#endif // HEDDLE_RUNTIME_DRIVER_CONTEXT_H
