// RUN: %check-execution %s
// The block that finishes last, found by a ticket, adds up the others' results.
#include "../check.h"

const int kThreads = 64, kBlocks = 12;
__device__ unsigned finished;

__global__ void sum(const int *in, int *partial, int *out) {
  __shared__ int tile[kThreads];
  __shared__ bool last;
  int t = threadIdx.x;
  tile[t] = in[blockIdx.x * kThreads + t];
  for (int stride = kThreads / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (t < stride)
      tile[t] += tile[t + stride];
  }
  if (t == 0) {
    partial[blockIdx.x] = tile[0];
    __threadfence();
    last = atomicInc(&finished, kBlocks - 1) == kBlocks - 1;
  }
  __syncthreads();
  if (!last)
    return;
  if (t == 0) {
    int total = 0;
    for (int i = 0; i < kBlocks; ++i)
      total += ((volatile int *)partial)[i];
    *out = total;
  }
}

int main() {
  const int n = kThreads * kBlocks;
  DeviceArray<int> in(iota<int>(n)), partial(kBlocks), out(1);
  for (int repeat = 0; repeat < 3; ++repeat) {
    sum<<<kBlocks, kThreads>>>(in, partial, out);
    expect(out, [](int) { return n * (n - 1) / 2; });
  }
}
