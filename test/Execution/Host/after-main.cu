// Destructors of global variables call the API after the thread's own state,
// like the stack of its contexts, is gone.
//
// RUN: %heddle %s -o %t && %t | FileCheck %s

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

struct Memory {
  int *data = nullptr;
  cudaStream_t stream = nullptr;

  ~Memory() {
    // Memory that was the thread's is the program's now.
    const int count = 4096;
    static long *blocks[count];
    for (int i = 0; i < count; ++i) {
      blocks[i] = (long *)malloc(8 + i % 16 * 8);
      *blocks[i] = i;
    }
    cudaError_t set = cudaSetDevice(0), freed = cudaFree(data);
    cudaStreamSynchronize(0);
    cudaStreamSynchronize(cudaStreamPerThread);
    cudaError_t destroyed = cudaStreamDestroy(stream);
    cudaStreamAttrValue value = {};
    cudaStreamGetAttribute(cudaStreamPerThread,
                           cudaStreamAttributeSynchronizationPolicy, &value);
    int changed = 0;
    for (int i = 0; i < count; ++i)
      changed += *blocks[i] != i;
    // CHECK: errors 0 0 0, changed 0
    printf("errors %d %d %d, changed %d\n", set, freed, destroyed, changed);
  }
};

Memory memory;

__global__ void fill(int *data) { data[threadIdx.x] = threadIdx.x; }

int main() {
  cudaSetDevice(0);
  cudaMalloc(&memory.data, 64 * sizeof(int));
  cudaStreamCreate(&memory.stream);
  fill<<<1, 64, 0, memory.stream>>>(memory.data);
  fill<<<1, 64, 0, cudaStreamPerThread>>>(memory.data);
  cudaDeviceSynchronize();
  cudaStreamAttrValue value = {};
  value.syncPolicy = cudaSyncPolicyYield;
  cudaStreamSetAttribute(cudaStreamPerThread,
                         cudaStreamAttributeSynchronizationPolicy, &value);
  return 0;
}
