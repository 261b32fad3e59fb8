// RUN: %check-execution %s
// A loop made of gotos, and a goto over a barrier.
#include "../check.h"

const int kThreads = 32;

__global__ void kernel(int *out, int rounds) {
  __shared__ int tile[kThreads];
  int t = threadIdx.x, value = t, round = 0;
again:
  if (round == rounds)
    goto done;
  tile[t] = value;
  __syncthreads();
  value = tile[(t + 1) % kThreads];
  __syncthreads();
  if (++round % 2)
    goto again;
  tile[t] = value + 100;
  __syncthreads();
  value = tile[kThreads - 1 - t];
  __syncthreads();
  goto again;
done:
  out[t] = value;
}

int main() {
  DeviceArray<int> out(kThreads);
  for (int rounds : {0, 1, 2, 5}) {
    kernel<<<1, kThreads>>>(out, rounds);
    std::vector<int> values = iota<int>(kThreads), old;
    for (int round = 1; round <= rounds; ++round) {
      old = values;
      for (int t = 0; t < kThreads; ++t)
        values[t] = old[(t + 1) % kThreads];
      old = values;
      for (int t = 0; t < kThreads && round % 2 == 0; ++t)
        values[t] = old[kThreads - 1 - t] + 100;
    }
    expect(out, [&](int t) { return values[t]; });
  }
}
