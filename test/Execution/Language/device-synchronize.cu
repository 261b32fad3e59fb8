// RUN: %check-execution %s -rdc=true

// A thread waits for the kernel it has launched and reads what that wrote. CUDA
// 12 has this no more; programs of before have.

#include "../check.h"

__global__ void child(int *values, int factor) {
  values[threadIdx.x] = threadIdx.x * factor;
}

__global__ void parent(int (*results)[8], int *out) {
  int t = threadIdx.x;
  child<<<1, 8>>>(results[t], t + 1);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return;
  __syncthreads();
  int sum = 0;
  for (int value : results[3 - t])
    sum += value;
  out[t] = sum;
}

int main() {
  DeviceArray<int> out(4), results(32);
  parent<<<1, 4>>>((int (*)[8])results.data(), out);
  expect(out, [](int t) { return (4 - t) * 28; });
}
