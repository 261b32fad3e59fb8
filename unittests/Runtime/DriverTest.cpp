//===- DriverTest.cpp - Contexts, devices and streams of cuda.h -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DriverTest.h"
#include <cstring>
#include <string>

namespace {

TEST_F(DriverTest, ErrorsHaveNamesAndTexts) {
  const char *text = nullptr;
  EXPECT_EQ(cuGetErrorName(CUDA_ERROR_INVALID_PTX, &text), CUDA_SUCCESS);
  EXPECT_STREQ(text, "CUDA_ERROR_INVALID_PTX");
  EXPECT_EQ(cuGetErrorString(CUDA_ERROR_OUT_OF_MEMORY, &text), CUDA_SUCCESS);
  EXPECT_STREQ(text, "out of memory");
  EXPECT_EQ(cuGetErrorName(static_cast<CUresult>(12345), &text),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(text, nullptr);
#define CHECK_TEXT(name, number)                                               \
  EXPECT_EQ(cuGetErrorString(name, &text), CUDA_SUCCESS) << #name;             \
  EXPECT_STRNE(text, "unrecognized error code") << #name;
  HEDDLE_CU_RESULTS(CHECK_TEXT)
#undef CHECK_TEXT
}

TEST_F(DriverTest, ADeviceIsTheRuntimes) {
  cudaDeviceProp properties;
  ASSERT_EQ(cudaGetDeviceProperties(&properties, 0), cudaSuccess);
  char name[256], shortName[4];
  EXPECT_EQ(cuDeviceGetName(name, sizeof name, 0), CUDA_SUCCESS);
  EXPECT_STREQ(name, properties.name);
  EXPECT_EQ(cuDeviceGetName(shortName, sizeof shortName, 0), CUDA_SUCCESS);
  EXPECT_EQ(shortName, std::string(properties.name).substr(0, 3));
  EXPECT_EQ(cuDeviceGetName(name, 0, 0), CUDA_ERROR_INVALID_VALUE);
  size_t bytes;
  EXPECT_EQ(cuDeviceTotalMem(&bytes, 0), CUDA_SUCCESS);
  EXPECT_EQ(bytes, properties.totalGlobalMem);
  int major, minor, value, version;
  EXPECT_EQ(cuDeviceComputeCapability(&major, &minor, 0), CUDA_SUCCESS);
  EXPECT_EQ(major * 10 + minor, 80);
  EXPECT_EQ(
      cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0),
      CUDA_SUCCESS);
  EXPECT_EQ(value, properties.multiProcessorCount);
  EXPECT_EQ(cuDeviceGetAttribute(
                &value, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, 0),
            CUDA_SUCCESS);
  EXPECT_EQ(value, 48 * 1024);
  EXPECT_EQ(
      cuDeviceGetAttribute(&value, static_cast<CUdevice_attribute>(999), 0),
      CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 7),
            CUDA_ERROR_INVALID_DEVICE);
  EXPECT_EQ(cuDriverGetVersion(&version), CUDA_SUCCESS);
  EXPECT_EQ(version, CUDA_VERSION);
  CUuuid uuid;
  EXPECT_EQ(cuDeviceGetUuid(&uuid, 0), CUDA_SUCCESS);
  EXPECT_EQ(std::memcmp(&uuid, &properties.uuid, sizeof uuid), 0);
  CUdevprop old;
  EXPECT_EQ(cuDeviceGetProperties(&old, 0), CUDA_SUCCESS);
  EXPECT_EQ(old.SIMDWidth, 32);
  EXPECT_EQ(old.maxThreadsDim[2], 64);
  char bus[16];
  CUdevice device = -1;
  EXPECT_EQ(cuDeviceGetPCIBusId(bus, sizeof bus, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuDeviceGetByPCIBusId(&device, bus), CUDA_SUCCESS);
  EXPECT_EQ(device, 0);
}

TEST_F(DriverTest, ContextsAreAStack) {
  CUcontext other, current, popped;
  ASSERT_EQ(cuCtxCreate(&other, CU_CTX_SCHED_SPIN, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuCtxGetCurrent(&current), CUDA_SUCCESS);
  EXPECT_EQ(current, other);
  unsigned flags, version;
  EXPECT_EQ(cuCtxGetFlags(&flags), CUDA_SUCCESS);
  EXPECT_EQ(flags, unsigned(CU_CTX_SCHED_SPIN));
  EXPECT_EQ(cuCtxGetApiVersion(other, &version), CUDA_SUCCESS);
  unsigned long long one, two;
  EXPECT_EQ(cuCtxGetId(other, &one), CUDA_SUCCESS);
  EXPECT_EQ(cuCtxGetId(context, &two), CUDA_SUCCESS);
  EXPECT_NE(one, two);
  EXPECT_EQ(cuCtxPopCurrent(&popped), CUDA_SUCCESS);
  EXPECT_EQ(popped, other);
  cuCtxGetCurrent(&current);
  EXPECT_EQ(current, context);
  EXPECT_EQ(cuCtxPushCurrent(other), CUDA_SUCCESS);
  EXPECT_EQ(cuCtxPushCurrent(nullptr), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuCtxSetCurrent(reinterpret_cast<CUcontext>(&one)),
            CUDA_ERROR_INVALID_CONTEXT);
  EXPECT_EQ(cuCtxDestroy(other), CUDA_SUCCESS) << "which also pops it";
  cuCtxGetCurrent(&current);
  EXPECT_EQ(current, context);
  EXPECT_EQ(cuCtxDestroy(other), CUDA_ERROR_INVALID_CONTEXT);
  EXPECT_EQ(cuCtxPushCurrent(other), CUDA_ERROR_INVALID_CONTEXT);
  EXPECT_EQ(cuCtxCreate(&other, 0x300, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuCtxCreate(&other, CU_CTX_SCHED_SPIN | CU_CTX_SCHED_YIELD, 0),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuCtxCreate(&other, 0, 5), CUDA_ERROR_INVALID_DEVICE);
}

TEST_F(DriverTest, AContextOwnsItsMemory) {
  CUcontext other;
  CUdeviceptr pointer;
  ASSERT_EQ(cuCtxCreate(&other, 0, 0), CUDA_SUCCESS);
  ASSERT_EQ(cuMemAlloc(&pointer, 64), CUDA_SUCCESS);
  CUcontext owner;
  EXPECT_EQ(
      cuPointerGetAttribute(&owner, CU_POINTER_ATTRIBUTE_CONTEXT, pointer),
      CUDA_SUCCESS);
  EXPECT_EQ(owner, other);
  EXPECT_EQ(cuCtxDestroy(other), CUDA_SUCCESS);
  EXPECT_EQ(cuMemFree(pointer), CUDA_ERROR_INVALID_VALUE);
}

TEST_F(DriverTest, AContextDestroyedByAnotherThread) {
  CUcontext other;
  ASSERT_EQ(cuCtxCreate(&other, 0, 0), CUDA_SUCCESS);
  std::thread([&] { EXPECT_EQ(cuCtxDestroy(other), CUDA_SUCCESS); }).join();
  CUdeviceptr pointer;
  EXPECT_EQ(cuMemAlloc(&pointer, 16), CUDA_ERROR_CONTEXT_IS_DESTROYED);
  EXPECT_EQ(cuCtxPopCurrent(&other), CUDA_SUCCESS);
  std::thread([] {
    CUcontext none;
    EXPECT_EQ(cuCtxGetCurrent(&none), CUDA_SUCCESS);
    EXPECT_EQ(none, nullptr) << "each thread has its own stack";
  }).join();
}

TEST_F(DriverTest, ErrorsAreNotTheRuntimes) {
  CUdeviceptr pointer;
  EXPECT_EQ(cuMemAlloc(&pointer, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemFree(17), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TEST_F(DriverTest, LimitsAndSettings) {
  size_t value;
  EXPECT_EQ(cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 4096), CUDA_SUCCESS);
  EXPECT_EQ(cuCtxGetLimit(&value, CU_LIMIT_STACK_SIZE), CUDA_SUCCESS);
  EXPECT_EQ(value, 4096u);
  EXPECT_EQ(cuCtxGetLimit(&value, CU_LIMIT_SHMEM_SIZE),
            CUDA_ERROR_UNSUPPORTED_LIMIT);
  EXPECT_EQ(cuCtxGetLimit(&value, static_cast<CUlimit>(77)),
            CUDA_ERROR_INVALID_VALUE);
  CUfunc_cache cache;
  EXPECT_EQ(cuCtxSetCacheConfig(CU_FUNC_CACHE_PREFER_L1), CUDA_SUCCESS);
  EXPECT_EQ(cuCtxGetCacheConfig(&cache), CUDA_SUCCESS);
  EXPECT_EQ(cache, CU_FUNC_CACHE_PREFER_L1);
  EXPECT_EQ(cuCtxEnablePeerAccess(context, 0), CUDA_ERROR_INVALID_CONTEXT);
  int least, greatest;
  EXPECT_EQ(cuCtxGetStreamPriorityRange(&least, &greatest), CUDA_SUCCESS);
  EXPECT_LT(greatest, least);
}

TEST_F(DriverTest, SettingsOfContexts) {
  CUdevice device = 5;
  EXPECT_OK(cuCtxGetDevice(&device));
  EXPECT_EQ(device, 0);
  EXPECT_EQ(cuCtxGetDevice(nullptr), CUDA_ERROR_INVALID_VALUE);
  unsigned flags = 0;
  EXPECT_OK(cuCtxSetFlags(CU_CTX_SCHED_YIELD));
  EXPECT_OK(cuCtxGetFlags(&flags));
  EXPECT_EQ(flags, unsigned(CU_CTX_SCHED_YIELD));
  EXPECT_EQ(cuCtxSetFlags(CU_CTX_SCHED_YIELD | CU_CTX_SCHED_SPIN),
            CUDA_ERROR_INVALID_VALUE);
  CUsharedconfig config;
  EXPECT_OK(cuCtxSetSharedMemConfig(CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE));
  EXPECT_OK(cuCtxGetSharedMemConfig(&config));
  EXPECT_EQ(cuCtxGetSharedMemConfig(nullptr), CUDA_ERROR_INVALID_VALUE);
  EXPECT_OK(cuCtxResetPersistingL2Cache());
  EXPECT_OK(cuProfilerStart());
  EXPECT_OK(cuProfilerStop());
  CUmoduleLoadingMode mode;
  EXPECT_OK(cuModuleGetLoadingMode(&mode));
  EXPECT_EQ(mode, CU_MODULE_EAGER_LOADING);
  EXPECT_EQ(cuModuleGetLoadingMode(nullptr), CUDA_ERROR_INVALID_VALUE);
}

TEST_F(DriverTest, PeersAndThePrimaryContext) {
  int can = 9;
  EXPECT_OK(cuDeviceCanAccessPeer(&can, 0, 0));
  EXPECT_EQ(can, 0) << "not its own peer";
  EXPECT_EQ(cuDeviceCanAccessPeer(&can, 0, 7), CUDA_ERROR_INVALID_DEVICE);
  EXPECT_EQ(cuDeviceGetP2PAttribute(
                &can, CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED, 0, 0),
            CUDA_ERROR_INVALID_DEVICE);
  EXPECT_EQ(cuCtxDisablePeerAccess(nullptr), CUDA_ERROR_INVALID_CONTEXT);
  EXPECT_OK(cuDevicePrimaryCtxSetFlags(0, CU_CTX_SCHED_SPIN));
  unsigned flags;
  int active;
  EXPECT_OK(cuDevicePrimaryCtxGetState(0, &flags, &active));
  EXPECT_EQ(flags, unsigned(CU_CTX_SCHED_SPIN));
  EXPECT_EQ(cuDevicePrimaryCtxSetFlags(0, 0x1000), CUDA_ERROR_INVALID_VALUE);
  EXPECT_OK(cuDevicePrimaryCtxSetFlags(0, 0));
  EXPECT_OK(cuDevicePrimaryCtxReset(0));
  EXPECT_EQ(cuDevicePrimaryCtxReset(3), CUDA_ERROR_INVALID_DEVICE);
}

TEST_F(DriverTest, StreamsAndEvents) {
  CUstream stream;
  CUevent start, end;
  ASSERT_EQ(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamCreate(&stream, 8), CUDA_ERROR_INVALID_VALUE);
  ASSERT_EQ(cuEventCreate(&start, CU_EVENT_DEFAULT), CUDA_SUCCESS);
  ASSERT_EQ(cuEventCreate(&end, CU_EVENT_DEFAULT), CUDA_SUCCESS);
  unsigned flags;
  EXPECT_EQ(cuStreamGetFlags(stream, &flags), CUDA_SUCCESS);
  EXPECT_EQ(flags, unsigned(CU_STREAM_NON_BLOCKING));
  CUcontext owner;
  EXPECT_EQ(cuStreamGetCtx(stream, &owner), CUDA_SUCCESS);
  EXPECT_EQ(owner, context);
  EXPECT_EQ(cuEventRecord(start, stream), CUDA_SUCCESS);
  int called = 0;
  EXPECT_EQ(
      cuLaunchHostFunc(
          stream, [](void *data) { ++*static_cast<int *>(data); }, &called),
      CUDA_SUCCESS);
  EXPECT_EQ(cuStreamAddCallback(
                stream,
                [](CUstream, CUresult status, void *data) {
                  *static_cast<int *>(data) += status == CUDA_SUCCESS ? 10 : 0;
                },
                &called, 0),
            CUDA_SUCCESS);
  EXPECT_EQ(cuEventRecord(end, stream), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamWaitEvent(stream, end, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuEventSynchronize(end), CUDA_SUCCESS);
  EXPECT_EQ(cuEventQuery(end), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamQuery(stream), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamSynchronize(stream), CUDA_SUCCESS);
  EXPECT_EQ(called, 11);
  float time = -1;
  EXPECT_EQ(cuEventElapsedTime(&time, start, end), CUDA_SUCCESS);
  EXPECT_GE(time, 0);
  EXPECT_EQ(cuEventDestroy(start), CUDA_SUCCESS);
  EXPECT_EQ(cuEventDestroy(start), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuStreamDestroy(stream), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamDestroy(stream), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuStreamSynchronize(stream), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuEventDestroy(end), CUDA_SUCCESS);
}

TEST_F(DriverTest, ACapturedGraph) {
  CUstream stream;
  CUdeviceptr pointer;
  CUgraph graph;
  CUgraphExec exec;
  CUstreamCaptureStatus status;
  ASSERT_EQ(cuMemAlloc(&pointer, 64), CUDA_SUCCESS);
  ASSERT_EQ(cuMemsetD32(pointer, 1, 16), CUDA_SUCCESS);
  ASSERT_EQ(cuStreamCreate(&stream, 0), CUDA_SUCCESS);
  ASSERT_EQ(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_GLOBAL),
            CUDA_SUCCESS);
  EXPECT_EQ(cuStreamIsCapturing(stream, &status), CUDA_SUCCESS);
  EXPECT_EQ(status, CU_STREAM_CAPTURE_STATUS_ACTIVE);
  EXPECT_EQ(cuMemsetD32Async(pointer, 7, 16, stream), CUDA_SUCCESS);
  ASSERT_EQ(cuStreamEndCapture(stream, &graph), CUDA_SUCCESS);
  size_t nodes = 0;
  EXPECT_EQ(cuGraphGetNodes(graph, nullptr, &nodes), CUDA_SUCCESS);
  EXPECT_EQ(nodes, 1u);
  ASSERT_EQ(cuGraphInstantiate(&exec, graph, 0), CUDA_SUCCESS);
  int values[16];
  cuMemcpyDtoH(values, pointer, 64);
  EXPECT_EQ(values[15], 1) << "captured, not done";
  EXPECT_EQ(cuGraphLaunch(exec, stream), CUDA_SUCCESS);
  cuMemcpyDtoH(values, pointer, 64);
  EXPECT_EQ(values[15], 7);
  EXPECT_EQ(cuGraphExecDestroy(exec), CUDA_SUCCESS);
  EXPECT_EQ(cuGraphDestroy(graph), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamDestroy(stream), CUDA_SUCCESS);
  EXPECT_EQ(cuMemFree(pointer), CUDA_SUCCESS);
}

TEST_F(DriverTest, FunctionsAreFoundByName) {
  void *function = nullptr;
  CUdriverProcAddressQueryResult status;
  ASSERT_EQ(cuGetProcAddress("cuMemAlloc", &function, 12000, 0, &status),
            CUDA_SUCCESS);
  EXPECT_EQ(status, CU_GET_PROC_ADDRESS_SUCCESS);
  EXPECT_EQ(function, reinterpret_cast<void *>(&cuMemAlloc));
  EXPECT_EQ(cuGetProcAddress("cuNotThere", &function, 12000, 0, &status),
            CUDA_SUCCESS);
  EXPECT_EQ(status, CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
  EXPECT_EQ(function, nullptr);
  EXPECT_EQ(cuGetProcAddress("cuNotThere", &function, 12000, 0, nullptr),
            CUDA_ERROR_NOT_FOUND);
  EXPECT_EQ(cuGetProcAddress(nullptr, &function, 12000, 0, &status),
            CUDA_ERROR_INVALID_VALUE);
  cudaDriverEntryPointQueryResult found;
  EXPECT_EQ(cudaGetDriverEntryPoint("cuCtxGetCurrent", &function,
                                    cudaEnableDefault, &found),
            cudaSuccess);
  EXPECT_EQ(function, reinterpret_cast<void *>(&cuCtxGetCurrent));
  EXPECT_EQ(cudaGetDriverEntryPoint("cuMemFree", &function, cudaEnableDefault,
                                    &found),
            cudaSuccess);
  EXPECT_EQ(function, reinterpret_cast<void *>(&cuMemFree));
}

TEST_F(DriverTest, TensorMapsNeedAnotherDevice) {
  CUtensorMap map;
  EXPECT_EQ(sizeof map, 128u);
  EXPECT_EQ(alignof(CUtensorMap), 64u);
  EXPECT_EQ(cuTensorMapReplaceAddress(&map, &map), CUDA_ERROR_NOT_SUPPORTED);
}

} // namespace
