#include "step.h"
#ifdef WHOLE
#include "step.cu"
#else
__device__ int step(int x);
#endif

__global__ void walk(int *out) { out[threadIdx.x] = step(threadIdx.x); }

int last(int count) {
  int *device, result;
  cudaMalloc(&device, count * sizeof(int));
  walk<<<1, count>>>(device);
  cudaMemcpy(&result, device + count - 1, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(device);
  return result;
}
