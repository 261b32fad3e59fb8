//===- DriverStatusTest.cpp - Statuses that many functions share ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DriverTest.h"
#include "cudaProfiler.h"
#include "cudaTypedefs.h"
#include <string>

namespace {

using DriverStatusTest = DriverTest;

/// What a function returns for arguments that are all zero.
template <class... Args> CUresult callWithZeros(CUresult (*function)(Args...)) {
  return function(Args{}...);
}
#define EXPECT_NOT_SUPPORTED(function)                                         \
  EXPECT_EQ(callWithZeros(function), CUDA_ERROR_NOT_SUPPORTED) << #function

TEST_F(DriverStatusTest, WhatNeedsAGPU) {
  EXPECT_NOT_SUPPORTED(cuImportExternalMemory);
  EXPECT_NOT_SUPPORTED(cuExternalMemoryGetMappedBuffer);
  EXPECT_NOT_SUPPORTED(cuExternalMemoryGetMappedMipmappedArray);
  EXPECT_NOT_SUPPORTED(cuDestroyExternalMemory);
  EXPECT_NOT_SUPPORTED(cuImportExternalSemaphore);
  EXPECT_NOT_SUPPORTED(cuSignalExternalSemaphoresAsync);
  EXPECT_NOT_SUPPORTED(cuWaitExternalSemaphoresAsync);
  EXPECT_NOT_SUPPORTED(cuDestroyExternalSemaphore);
  EXPECT_NOT_SUPPORTED(cuDeviceGetNvSciSyncAttributes);
  EXPECT_NOT_SUPPORTED(cuGraphicsUnregisterResource);
  EXPECT_NOT_SUPPORTED(cuGraphicsSubResourceGetMappedArray);
  EXPECT_NOT_SUPPORTED(cuGraphicsResourceGetMappedMipmappedArray);
  EXPECT_NOT_SUPPORTED(cuGraphicsResourceGetMappedPointer);
  EXPECT_NOT_SUPPORTED(cuGraphicsResourceSetMapFlags);
  EXPECT_NOT_SUPPORTED(cuGraphicsMapResources);
  EXPECT_NOT_SUPPORTED(cuGraphicsUnmapResources);
  EXPECT_NOT_SUPPORTED(cuMulticastCreate);
  EXPECT_NOT_SUPPORTED(cuMulticastAddDevice);
  EXPECT_NOT_SUPPORTED(cuMulticastBindMem);
  EXPECT_NOT_SUPPORTED(cuMulticastBindAddr);
  EXPECT_NOT_SUPPORTED(cuMulticastUnbind);
  EXPECT_NOT_SUPPORTED(cuMulticastGetGranularity);
  EXPECT_NOT_SUPPORTED(cuMemGetHandleForAddressRange);
  EXPECT_NOT_SUPPORTED(cuDeviceGetDevResource);
  EXPECT_NOT_SUPPORTED(cuCtxGetDevResource);
  EXPECT_NOT_SUPPORTED(cuDevSmResourceSplitByCount);
  EXPECT_NOT_SUPPORTED(cuDevResourceGenerateDesc);
  EXPECT_NOT_SUPPORTED(cuGreenCtxCreate);
  EXPECT_NOT_SUPPORTED(cuGreenCtxDestroy);
  EXPECT_NOT_SUPPORTED(cuCtxFromGreenCtx);
  EXPECT_NOT_SUPPORTED(cuGreenCtxGetDevResource);
  EXPECT_NOT_SUPPORTED(cuGreenCtxRecordEvent);
  EXPECT_NOT_SUPPORTED(cuGreenCtxWaitEvent);
  EXPECT_NOT_SUPPORTED(cuGreenCtxStreamCreate);
  EXPECT_NOT_SUPPORTED(cuDeviceRegisterAsyncNotification);
  EXPECT_NOT_SUPPORTED(cuDeviceUnregisterAsyncNotification);
  EXPECT_NOT_SUPPORTED(cuCoredumpGetAttribute);
  EXPECT_NOT_SUPPORTED(cuCoredumpGetAttributeGlobal);
  EXPECT_NOT_SUPPORTED(cuCoredumpSetAttribute);
  EXPECT_NOT_SUPPORTED(cuCoredumpSetAttributeGlobal);
  EXPECT_NOT_SUPPORTED(cuCheckpointProcessGetRestoreThreadId);
  EXPECT_NOT_SUPPORTED(cuCheckpointProcessGetState);
  EXPECT_NOT_SUPPORTED(cuCheckpointProcessLock);
  EXPECT_NOT_SUPPORTED(cuCheckpointProcessCheckpoint);
  EXPECT_NOT_SUPPORTED(cuCheckpointProcessRestore);
  EXPECT_NOT_SUPPORTED(cuCheckpointProcessUnlock);
  EXPECT_NOT_SUPPORTED(cuGetExportTable);
  EXPECT_NOT_SUPPORTED(cuGraphAddExternalSemaphoresSignalNode);
  EXPECT_NOT_SUPPORTED(cuGraphExternalSemaphoresSignalNodeGetParams);
  EXPECT_NOT_SUPPORTED(cuGraphExternalSemaphoresSignalNodeSetParams);
  EXPECT_NOT_SUPPORTED(cuGraphExecExternalSemaphoresSignalNodeSetParams);
  EXPECT_NOT_SUPPORTED(cuGraphAddExternalSemaphoresWaitNode);
  EXPECT_NOT_SUPPORTED(cuGraphExternalSemaphoresWaitNodeGetParams);
  EXPECT_NOT_SUPPORTED(cuGraphExternalSemaphoresWaitNodeSetParams);
  EXPECT_NOT_SUPPORTED(cuGraphExecExternalSemaphoresWaitNodeSetParams);
  EXPECT_NOT_SUPPORTED(cuArrayGetPlane);
  EXPECT_NOT_SUPPORTED(cuArrayGetSparseProperties);
  EXPECT_NOT_SUPPORTED(cuArrayGetMemoryRequirements);
  EXPECT_NOT_SUPPORTED(cuMipmappedArrayGetSparseProperties);
  EXPECT_NOT_SUPPORTED(cuMipmappedArrayGetMemoryRequirements);
  EXPECT_NOT_SUPPORTED(cuMemMapArrayAsync);
  EXPECT_NOT_SUPPORTED(cuTensorMapEncodeTiled);
  EXPECT_NOT_SUPPORTED(cuTensorMapEncodeIm2col);
  EXPECT_NOT_SUPPORTED(cuTensorMapEncodeIm2colWide);
  EXPECT_NOT_SUPPORTED(cuTensorMapReplaceAddress);
  EXPECT_NOT_SUPPORTED(cuDeviceGetLuid);
}

/// Functions that succeed or fail in their own ways without any argument.
bool needsNoArgument(const std::string &name) {
  for (const char *free :
       {"cuInit", "cuCtxSynchronize", "cuProfilerStart", "cuProfilerStop",
        "cuCtxResetPersistingL2Cache", "cuCtxPopCurrent", "cuCtxSetCurrent",
        "cuCtxSetFlags", "cuFlushGPUDirectRDMAWrites"})
    if (name == free)
      return true;
  return false;
}

template <class... Args>
void checkWithoutContext(const char *name, CUresult (*function)(Args...)) {
  CUresult result = callWithZeros(function);
  if (needsNoArgument(name))
    return;
  // Functions of a context say that there is none, unless they see first that
  // the arguments are wrong. The others are of the process or of device 0.
  bool known = result == CUDA_ERROR_INVALID_CONTEXT ||
               result == CUDA_ERROR_INVALID_VALUE ||
               result == CUDA_ERROR_INVALID_HANDLE ||
               result == CUDA_ERROR_NOT_SUPPORTED;
  // Device 0 is no peer of itself.
  bool ofDevice =
      std::string_view(name).starts_with("cuDevice") &&
      (result == CUDA_SUCCESS || result == CUDA_ERROR_INVALID_DEVICE);
  EXPECT_TRUE(known || ofDevice) << name << " returns " << result;
}

TEST_F(DriverStatusTest, NoFunctionWorksOnNothing) {
  // A thread begins without a context.
  std::thread([] {
#define HEDDLE_ENTRY(name, version, symbol) checkWithoutContext(#name, &symbol);
#include "heddle/driver/entry_points.inc"
#undef HEDDLE_ENTRY
    EXPECT_EQ(cudaPeekAtLastError(), cudaSuccess) << "not the runtime's errors";
  }).join();
}

TEST_F(DriverStatusTest, ADestroyedContext) {
  CUcontext other;
  ASSERT_EQ(cuCtxCreate(&other, 0, 0), CUDA_SUCCESS);
  std::thread([&] { EXPECT_OK(cuCtxDestroy(other)); }).join();
  CUdeviceptr pointer;
  CUgraph graph;
  CUlinkState state;
  CUtexref texture;
  EXPECT_EQ(cuMemAllocAsync(&pointer, 8, nullptr),
            CUDA_ERROR_CONTEXT_IS_DESTROYED);
  EXPECT_EQ(cuGraphCreate(&graph, 0), CUDA_ERROR_CONTEXT_IS_DESTROYED);
  EXPECT_EQ(cuLinkCreate(0, nullptr, nullptr, &state),
            CUDA_ERROR_CONTEXT_IS_DESTROYED);
  EXPECT_EQ(cuTexRefCreate(&texture), CUDA_ERROR_CONTEXT_IS_DESTROYED);
  EXPECT_EQ(cuStreamWriteValue32(nullptr, 0, 0, 0),
            CUDA_ERROR_CONTEXT_IS_DESTROYED);
  EXPECT_EQ(cuProfilerStart(), CUDA_ERROR_CONTEXT_IS_DESTROYED);
  EXPECT_OK(cuCtxPopCurrent(&other));
}

TEST_F(DriverStatusTest, FunctionsHaveVersions) {
  void *function = nullptr;
  CUdriverProcAddressQueryResult found;
  auto get = [&](const char *name, int version) {
    EXPECT_OK(cuGetProcAddress(name, &function, version, 0, &found));
    return function;
  };
  EXPECT_EQ(get("cuGraphGetEdges", 12000),
            reinterpret_cast<void *>(&cuGraphGetEdges));
  EXPECT_EQ(get("cuGraphGetEdges", 12080),
            reinterpret_cast<void *>(&cuGraphGetEdges_v2));
  EXPECT_EQ(get("cuCtxCreate", 4000), reinterpret_cast<void *>(&cuCtxCreate));
  EXPECT_EQ(get("cuCtxCreate", 12080),
            reinterpret_cast<void *>(&cuCtxCreate_v4));
  EXPECT_EQ(get("cuGraphInstantiate", 12000),
            reinterpret_cast<void *>(&cuGraphInstantiate));
  EXPECT_EQ(get("cuLibraryLoadData", 11080), nullptr);
  EXPECT_EQ(found, CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT);
  EXPECT_EQ(get("cuMemAlloc", 3010), nullptr) << "of 32-bit pointers";
  PFN_cuMemGetInfo_v3020 info;
  info = reinterpret_cast<PFN_cuMemGetInfo_v3020>(get("cuMemGetInfo", 12080));
  size_t free, total;
  EXPECT_OK(info(&free, &total));
  EXPECT_LE(free, total);
  EXPECT_EQ(cuGetProcAddress("cuInit", &function, 12080, 8, &found),
            CUDA_ERROR_INVALID_VALUE);
  cudaDriverEntryPointQueryResult status;
  EXPECT_EQ(cudaGetDriverEntryPointByVersion("cuLibraryLoadData", &function,
                                             11080, cudaEnableDefault, &status),
            cudaSuccess);
  EXPECT_EQ(status, cudaDriverEntryPointVersionNotSufficent);
  EXPECT_EQ(
      cudaGetDriverEntryPointByVersion("cuInit", &function, 12080, 9, &status),
      cudaErrorInvalidValue);
}

TEST_F(DriverStatusTest, OtherWaysToMakeContexts) {
  CUcontext other, same;
  CUexecAffinityParam affinity = {};
  CUctxCreateParams params = {};
  EXPECT_OK(cuCtxCreate_v3(&other, nullptr, 0, 0, 0));
  EXPECT_OK(cuCtxAttach(&same, 0));
  EXPECT_EQ(same, other);
  EXPECT_OK(cuCtxDetach(other));
  EXPECT_OK(cuCtxGetCurrent(&same));
  EXPECT_EQ(same, other) << "attached twice";
  EXPECT_OK(cuCtxDetach(other));
  EXPECT_OK(cuCtxGetCurrent(&same));
  EXPECT_EQ(same, context);
  EXPECT_OK(cuCtxCreate_v4(&other, &params, CU_CTX_SCHED_YIELD, 0));
  EXPECT_OK(cuCtxDestroy(other));
  EXPECT_EQ(cuCtxCreate_v3(&other, &affinity, 1, 0, 0),
            CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY);
  params.execAffinityParams = &affinity;
  params.numExecAffinityParams = 1;
  EXPECT_EQ(cuCtxCreate_v4(&other, &params, 0, 0),
            CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY);
  EXPECT_EQ(cuCtxGetExecAffinity(&affinity, CU_EXEC_AFFINITY_TYPE_SM_COUNT),
            CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY);
  int supported = 5;
  EXPECT_OK(cuDeviceGetExecAffinitySupport(&supported,
                                           CU_EXEC_AFFINITY_TYPE_SM_COUNT, 0));
  EXPECT_EQ(supported, 0);
  EXPECT_EQ(
      cuDeviceGetExecAffinitySupport(&supported, CU_EXEC_AFFINITY_TYPE_MAX, 0),
      CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuCtxAttach(&other, 1), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuCtxDetach(nullptr), CUDA_ERROR_INVALID_CONTEXT);
  EXPECT_OK(cuFlushGPUDirectRDMAWrites(
      CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TARGET_CURRENT_CTX,
      CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TO_OWNER));
}

} // namespace
