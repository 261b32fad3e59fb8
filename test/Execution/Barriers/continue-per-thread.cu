// RUN: %check-execution %s
// Threads that `continue` after the barrier skip the rest of the body and meet
// the others at the barrier of the next round.
#include "../check.h"

const int kThreads = 64;

__global__ void kernel(int *out) {
  __shared__ int tile[kThreads];
  int t = threadIdx.x;
  tile[t] = t;
  for (int round = 0; round < 6; ++round) {
    __syncthreads();
    int next = tile[(t + 1) % kThreads];
    __syncthreads();
    if ((t + round) % 3 == 0)
      continue;
    tile[t] = next;
    if (next % 2)
      continue;
    tile[t] += 1;
  }
  out[t] = tile[t];
}

int main() {
  DeviceArray<int> out(kThreads);
  kernel<<<1, kThreads>>>(out);
  std::vector<int> tile = iota<int>(kThreads);
  for (int round = 0; round < 6; ++round) {
    std::vector<int> old = tile;
    for (int t = 0; t < kThreads; ++t) {
      int next = old[(t + 1) % kThreads];
      if ((t + round) % 3)
        tile[t] = next % 2 ? next : next + 1;
    }
  }
  expect(out, [&](int t) { return tile[t]; });
}
