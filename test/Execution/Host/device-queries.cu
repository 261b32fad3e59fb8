// RUN: %check-execution %s
// Properties, attributes and occupancy are consistent with each other.
#include "../check.h"

__global__ void __launch_bounds__(128) kernel(int *out) {
  __shared__ int tile[100];
  if (threadIdx.x < 100)
    tile[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x % 100];
}

static void require(bool holds, const char *what) {
  printf("%s: %s\n", what, holds ? "yes" : "no");
  if (!holds)
    exit(1);
}

int main() {
  int count = 0, device = -1, maximum = 0, blocks = 0, minGrid = 0, best = 0;
  CUDA(cudaGetDeviceCount(&count));
  CUDA(cudaGetDevice(&device));
  require(count >= 1 && device == 0, "the first device is chosen");
  cudaDeviceProp properties;
  CUDA(cudaGetDeviceProperties(&properties, device));
  require(properties.name[0] != 0, "it has a name");
  require(properties.warpSize == 32, "warps have 32 threads");
  require(properties.maxThreadsPerBlock == 1024, "blocks have up to 1024");
  require(properties.totalGlobalMem > 1 << 28, "there is memory");
  CUDA(cudaDeviceGetAttribute(&maximum, cudaDevAttrMaxThreadsPerBlock, 0));
  require(maximum == 1024, "the attribute agrees");
  cudaFuncAttributes attributes;
  CUDA(cudaFuncGetAttributes(&attributes, kernel));
  require(attributes.sharedSizeBytes == 400, "the kernel's shared memory");
  require(attributes.maxThreadsPerBlock == 128, "the kernel's launch bounds");
  CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 128, 0));
  require(blocks >= 1, "a block fits");
  CUDA(cudaOccupancyMaxPotentialBlockSize(&minGrid, &best, kernel, 0, 0));
  require(minGrid >= 1 && best >= 32 && best <= 128, "a block size to use");
  size_t free = 0, total = 0;
  CUDA(cudaMemGetInfo(&free, &total));
  require(free <= total && free > 0, "memory is free");
}
