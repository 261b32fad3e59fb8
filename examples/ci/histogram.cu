#include "histogram.h"

// Each block counts in shared memory and then adds its counts to the grid's.
__global__ void countBytes(const unsigned char *bytes, int size,
                           unsigned *counts) {
  __shared__ unsigned local[256];
  local[threadIdx.x] = 0;
  __syncthreads();
  int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += stride)
    atomicAdd(&local[bytes[i]], 1);
  __syncthreads();
  atomicAdd(&counts[threadIdx.x], local[threadIdx.x]);
}

int histogram(const unsigned char *bytes, int size, unsigned counts[256]) {
  unsigned char *deviceBytes = nullptr;
  unsigned *deviceCounts = nullptr;
  cudaMalloc(&deviceBytes, size);
  cudaMalloc(&deviceCounts, 256 * sizeof(unsigned));
  cudaMemcpy(deviceBytes, bytes, size, cudaMemcpyHostToDevice);
  cudaMemset(deviceCounts, 0, 256 * sizeof(unsigned));
  countBytes<<<4, 256>>>(deviceBytes, size, deviceCounts);
  cudaMemcpy(counts, deviceCounts, 256 * sizeof(unsigned),
             cudaMemcpyDeviceToHost);
  cudaFree(deviceBytes);
  cudaFree(deviceCounts);
  // The first error of all these calls, and of the kernel.
  return cudaGetLastError();
}
