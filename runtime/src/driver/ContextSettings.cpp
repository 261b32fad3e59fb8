//===- ContextSettings.cpp - Limits and peers of the current context ------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Context.h"

using namespace heddle::rt;
using namespace heddle::rt::driver;

extern "C" {

CUresult cuCtxSynchronize(void) {
  return inContext([] { return cudaDeviceSynchronize(); });
}

CUresult cuCtxSetLimit(CUlimit limit, size_t value) {
  if (limit < 0 || limit >= CU_LIMIT_MAX)
    return CUDA_ERROR_INVALID_VALUE;
  if (limit > CU_LIMIT_PERSISTING_L2_CACHE_SIZE)
    return CUDA_ERROR_UNSUPPORTED_LIMIT;
  return inContext(
      [=] { return cudaDeviceSetLimit(static_cast<cudaLimit>(limit), value); });
}
CUresult cuCtxGetLimit(size_t *value, CUlimit limit) {
  if (limit < 0 || limit >= CU_LIMIT_MAX)
    return CUDA_ERROR_INVALID_VALUE;
  if (limit > CU_LIMIT_PERSISTING_L2_CACHE_SIZE)
    return CUDA_ERROR_UNSUPPORTED_LIMIT;
  return inContext(
      [=] { return cudaDeviceGetLimit(value, static_cast<cudaLimit>(limit)); });
}

CUresult cuCtxSetCacheConfig(CUfunc_cache config) {
  return inContext([=] {
    return cudaDeviceSetCacheConfig(static_cast<cudaFuncCache>(config));
  });
}
CUresult cuCtxGetCacheConfig(CUfunc_cache *config) {
  return inContext([=] {
    return cudaDeviceGetCacheConfig(reinterpret_cast<cudaFuncCache *>(config));
  });
}
CUresult cuCtxSetSharedMemConfig(CUsharedconfig config) {
  return inContext([=] {
    return cudaDeviceSetSharedMemConfig(
        static_cast<cudaSharedMemConfig>(config));
  });
}
CUresult cuCtxGetSharedMemConfig(CUsharedconfig *config) {
  return inContext([=] {
    return cudaDeviceGetSharedMemConfig(
        reinterpret_cast<cudaSharedMemConfig *>(config));
  });
}

CUresult cuCtxGetStreamPriorityRange(int *least, int *greatest) {
  return inContext(
      [=] { return cudaDeviceGetStreamPriorityRange(least, greatest); });
}

CUresult cuCtxResetPersistingL2Cache(void) {
  return inContext([] { return cudaCtxResetPersistingL2Cache(); });
}

CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned flags) {
  if (CUresult result = checkContext())
    return result;
  if (!peer || !isContext(peer))
    return CUDA_ERROR_INVALID_CONTEXT;
  if (peer->device == currentContext()->device)
    return peer == currentContext() ? CUDA_ERROR_INVALID_CONTEXT
                                    : CUDA_ERROR_PEER_ACCESS_UNSUPPORTED;
  return inContext(
      [=] { return cudaDeviceEnablePeerAccess(peer->device, flags); });
}

CUresult cuCtxDisablePeerAccess(CUcontext peer) {
  if (CUresult result = checkContext())
    return result;
  if (!peer || !isContext(peer))
    return CUDA_ERROR_INVALID_CONTEXT;
  return inContext([=] { return cudaDeviceDisablePeerAccess(peer->device); });
}

CUresult cuProfilerStart(void) { return checkContext(); }
CUresult cuProfilerStop(void) { return checkContext(); }

} // extern "C"
