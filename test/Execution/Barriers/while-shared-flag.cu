// RUN: %check-execution %s
// Odd-even sort: the loop goes on while a flag in shared memory says so.
#include "../check.h"

const int kThreads = 50;

__global__ void sort(int *data, int *passes) {
  __shared__ int tile[kThreads];
  __shared__ int changed;
  int t = threadIdx.x, count = 0;
  tile[t] = data[blockIdx.x * kThreads + t];
  if (t == 0)
    changed = 1;
  __syncthreads();
  while (changed) {
    __syncthreads();
    if (t == 0)
      changed = 0;
    for (int odd = 0; odd < 2; ++odd) {
      __syncthreads();
      if (t % 2 == odd && t + 1 < kThreads && tile[t] > tile[t + 1]) {
        int swap = tile[t];
        tile[t] = tile[t + 1];
        tile[t + 1] = swap;
        atomicExch(&changed, 1);
      }
    }
    __syncthreads();
    ++count;
  }
  data[blockIdx.x * kThreads + t] = tile[t];
  if (t == 0)
    passes[blockIdx.x] = count;
}

int main() {
  std::vector<int> values(3 * kThreads);
  for (int i = 0; i < kThreads; ++i) {
    values[i] = i;
    values[kThreads + i] = kThreads - 1 - i;
    values[2 * kThreads + i] = i * 21 % kThreads;
  }
  DeviceArray<int> data(values), passes(3);
  sort<<<3, kThreads>>>(data, passes);
  expect(data, [](int i) { return i % kThreads; });
  std::vector<int> counts = passes.read();
  expectValue(counts[0], 1, "passes over sorted values");
  expectValue(counts[1], kThreads / 2 + 1, "passes over reversed values");
}
