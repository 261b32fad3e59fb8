// RUN: %check-execution %s
// A device function that holds a barrier, called twice.
#include "../check.h"

const int kThreads = 64;

__device__ int exchange(int *tile, int value, int distance) {
  tile[threadIdx.x] = value;
  __syncthreads();
  int other = tile[(threadIdx.x + distance) % kThreads];
  __syncthreads();
  return other;
}

__global__ void kernel(int *out) {
  __shared__ int tile[kThreads];
  int value = exchange(tile, threadIdx.x, 5);
  value = exchange(tile, value * 2, 11);
  out[blockIdx.x * kThreads + threadIdx.x] = value;
}

int main() {
  DeviceArray<int> out(2 * kThreads);
  kernel<<<2, kThreads>>>(out);
  expect(out, [](int i) { return (i % kThreads + 16) % kThreads * 2; });
}
