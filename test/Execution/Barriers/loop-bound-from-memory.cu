// RUN: %check-execution %s
// The number of rounds is loaded from memory and differs between blocks.
#include "../check.h"

const int kThreads = 48;

__global__ void rotate(const int *rounds, int *out) {
  __shared__ int tile[kThreads];
  int t = threadIdx.x, value = t;
  for (int round = 0; round < rounds[blockIdx.x]; ++round) {
    tile[t] = value;
    __syncthreads();
    value = tile[(t + round) % kThreads];
    __syncthreads();
  }
  out[blockIdx.x * kThreads + t] = value;
}

int main() {
  const std::vector<int> rounds = {4, 0, 9, 1, 6};
  DeviceArray<int> bounds(rounds), out(rounds.size() * kThreads);
  rotate<<<rounds.size(), kThreads>>>(bounds, out);
  expect(out, [&](int i) {
    int r = rounds[i / kThreads];
    return (i % kThreads + r * (r - 1) / 2) % kThreads;
  });
}
