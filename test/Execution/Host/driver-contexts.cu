// RUN: %check-execution %s
// What the driver API says before it is initialised, and how it shares its
// context with the runtime.
#include "../check.h"
#include <cuda.h>

#define EXPECT(call, result) checkHolds((call) == (result), __LINE__, #result)

__global__ void set(int *x) { *x = 5; }

int main() {
  CUdevice device;
  CUdeviceptr pointer;
  CUcontext own, current, primary;
  int count, active, value = 0;
  unsigned flags;
  EXPECT(cuDeviceGetCount(&count), CUDA_ERROR_NOT_INITIALIZED);
  EXPECT(cuMemAlloc(&pointer, 16), CUDA_ERROR_NOT_INITIALIZED);
  EXPECT(cuInit(1), CUDA_ERROR_INVALID_VALUE);
  // The runtime initialises the driver API where it needs no context yet, too.
  CUDA(cudaGetDeviceCount(&count));
  EXPECT(cuDeviceGet(&device, 0), CUDA_SUCCESS);
  EXPECT(cuCtxGetCurrent(&current), CUDA_SUCCESS);
  CHECK(current == nullptr);
  EXPECT(cuInit(0), CUDA_SUCCESS);
  EXPECT(cuDeviceGetCount(&count), CUDA_SUCCESS);
  EXPECT(cuDeviceGet(&device, 0), CUDA_SUCCESS);
  EXPECT(cuDeviceGet(&device, count), CUDA_ERROR_INVALID_DEVICE);
  EXPECT(cuMemAlloc(&pointer, 16), CUDA_ERROR_INVALID_CONTEXT);
  EXPECT(cuCtxSynchronize(), CUDA_ERROR_INVALID_CONTEXT);
  EXPECT(cuCtxGetCurrent(&current), CUDA_SUCCESS);
  CHECK(current == nullptr);
  EXPECT(cuDevicePrimaryCtxGetState(0, &flags, &active), CUDA_SUCCESS);
  CHECK(active == 0);

  // The runtime uses the context that is current.
  EXPECT(cuCtxCreate(&own, 0, device), CUDA_SUCCESS);
  int *x;
  CUDA(cudaMalloc(&x, sizeof *x));
  set<<<1, 1>>>(x);
  CUDA(cudaDeviceSynchronize());
  EXPECT(cuMemcpyDtoH(&value, (CUdeviceptr)x, sizeof value), CUDA_SUCCESS);
  CHECK(value == 5);
  EXPECT(cuCtxGetCurrent(&current), CUDA_SUCCESS);
  CHECK(current == own);
  EXPECT(cuDevicePrimaryCtxGetState(0, &flags, &active), CUDA_SUCCESS);
  CHECK(active == 0);
  CUDA(cudaFree(x));
  EXPECT(cuCtxDestroy(own), CUDA_SUCCESS);
  EXPECT(cuCtxGetCurrent(&current), CUDA_SUCCESS);
  CHECK(current == nullptr);

  // Without one, it makes the primary context current.
  CUDA(cudaFree(nullptr));
  EXPECT(cuCtxGetCurrent(&current), CUDA_SUCCESS);
  EXPECT(cuDevicePrimaryCtxGetState(0, &flags, &active), CUDA_SUCCESS);
  CHECK(active == 1);
  EXPECT(cuDevicePrimaryCtxRetain(&primary, 0), CUDA_SUCCESS);
  CHECK(current == primary);
  EXPECT(cuDevicePrimaryCtxRelease(0), CUDA_SUCCESS);
  EXPECT(cuDevicePrimaryCtxRelease(0), CUDA_ERROR_INVALID_CONTEXT);
  EXPECT(cuMemAlloc(&pointer, 16), CUDA_SUCCESS);
  EXPECT(cuMemFree(pointer), CUDA_SUCCESS);
  CUDA(cudaGetLastError());
}
