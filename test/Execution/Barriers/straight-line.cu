// RUN: %check-execution %s
// Two barriers in a row of statements: values go through shared memory twice.
#include "../check.h"

const int kThreads = 96;

__global__ void reverseTwice(const int *in, int *out) {
  __shared__ int tile[kThreads];
  int t = threadIdx.x, i = blockIdx.x * kThreads + t;
  tile[t] = in[i];
  __syncthreads();
  int mirrored = tile[kThreads - 1 - t];
  __syncthreads();
  tile[t] = mirrored * 10;
  __syncthreads();
  out[i] = tile[(t + 1) % kThreads];
}

int main() {
  DeviceArray<int> in(iota<int>(3 * kThreads)), out(3 * kThreads);
  reverseTwice<<<3, kThreads>>>(in, out);
  expect(out, [](int i) {
    int block = i / kThreads, t = (i + 1) % kThreads;
    return 10 * (block * kThreads + kThreads - 1 - t);
  });
}
