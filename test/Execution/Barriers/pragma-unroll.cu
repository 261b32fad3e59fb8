// RUN: %check-execution %s
// Loops with barriers that the compiler is asked to unroll, or not to.
#include "../check.h"

const int kThreads = 32;

__global__ void kernel(int *out, int rounds) {
  __shared__ int tile[kThreads];
  int t = threadIdx.x, value = t;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    tile[t] = value;
    __syncthreads();
    value = tile[(t + i) % kThreads];
    __syncthreads();
  }
#pragma unroll 1
  for (int i = 0; i < 4; ++i) {
    tile[t] = value;
    __syncthreads();
    value = tile[(t + i) % kThreads];
    __syncthreads();
  }
#pragma unroll 4
  for (int i = 0; i < rounds; ++i) {
    tile[t] = value;
    __syncthreads();
    value = tile[(t + 1) % kThreads];
    __syncthreads();
  }
  out[t] = value;
}

int main() {
  DeviceArray<int> out(kThreads);
  kernel<<<1, kThreads>>>(out, 7);
  expect(out, [](int t) { return (t + 6 + 6 + 7) % kThreads; });
}
