// RUN: %check-execution %s
// for (;;) that all threads leave by the same return.
#include "../check.h"

const int kThreads = 32;

__global__ void untilSmall(int *out) {
  __shared__ int total;
  int t = threadIdx.x, value = t + blockIdx.x;
  for (;;) {
    if (t == 0)
      total = 0;
    __syncthreads();
    atomicAdd(&total, value);
    __syncthreads();
    if (total < 40) {
      out[blockIdx.x * kThreads + t] = value;
      return;
    }
    __syncthreads();
    value /= 2;
  }
}

int main() {
  DeviceArray<int> out(4 * kThreads);
  untilSmall<<<4, kThreads>>>(out);
  expect(out, [](int i) {
    for (int shift = 0;; ++shift) {
      int total = 0;
      for (int t = 0; t < kThreads; ++t)
        total += (t + i / kThreads) >> shift;
      if (total < 40)
        return (i % kThreads + i / kThreads) >> shift;
    }
  });
}
