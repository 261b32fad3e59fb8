// RUN: %check-execution %s
// A union of two arrays: the phases of a kernel use the same shared memory for
// different things.
#include "../check.h"

__global__ void kernel(const int *in, double *out) {
  __shared__ union {
    int counts[64];
    double sums[32];
  } memory;
  int t = threadIdx.x;
  memory.counts[t] = in[t];
  memory.counts[t + 32] = in[t + 32];
  __syncthreads();
  double sum = memory.counts[2 * t] + memory.counts[2 * t + 1];
  __syncthreads();
  memory.sums[t] = sum * 0.5;
  __syncthreads();
  out[t] = memory.sums[31 - t];
}

int main() {
  DeviceArray<int> in(iota<int>(64));
  DeviceArray<double> out(32);
  kernel<<<1, 32>>>(in, out);
  expect(out, [](int t) { return (4 * (31 - t) + 1) * 0.5; });
}
