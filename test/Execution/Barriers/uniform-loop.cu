// RUN: %check-execution %s
// A loop with a constant bound and one with a bound from an argument.
#include "../check.h"

const int kThreads = 64;

__global__ void rotate(const int *in, int *out, int rounds) {
  __shared__ int tile[kThreads];
  int t = threadIdx.x, value = in[t];
  for (int round = 0; round < 5; ++round) {
    tile[t] = value;
    __syncthreads();
    value = tile[(t + 1) % kThreads] + 1;
    __syncthreads();
  }
  for (int round = 0; round < rounds; ++round) {
    tile[t] = value;
    __syncthreads();
    value = tile[(t + 3) % kThreads];
    __syncthreads();
  }
  out[t] = value;
}

int main() {
  DeviceArray<int> in(iota<int>(kThreads)), out(kThreads);
  for (int rounds : {7, 1, 0}) {
    rotate<<<1, kThreads>>>(in, out, rounds);
    expect(out, [=](int i) { return (i + 5 + 3 * rounds) % kThreads + 5; });
  }
}
