// RUN: %check-execution %s
// Loops left by `break`, before and after the barrier in the body.
#include "../check.h"

const int kThreads = 32;

__global__ void rotate(int *out, int stopBefore, int stopAfter) {
  __shared__ int tile[kThreads];
  int t = threadIdx.x, value = t;
  for (int round = 0; round < 10; ++round) {
    if (round == stopBefore)
      break;
    tile[t] = value;
    __syncthreads();
    value = tile[(t + 1) % kThreads];
    if (round == stopAfter)
      break;
    __syncthreads();
    value += 100;
  }
  __syncthreads();
  tile[t] = value;
  __syncthreads();
  out[t] = tile[kThreads - 1 - t];
}

int main() {
  DeviceArray<int> out(kThreads);
  const int stops[][2] = {{3, 99}, {99, 3}, {0, 0}, {99, 0}, {99, 99}};
  for (auto stop : stops) {
    rotate<<<1, kThreads>>>(out, stop[0], stop[1]);
    int before = stop[0], after = stop[1];
    expect(out, [=](int i) {
      int t = kThreads - 1 - i;
      if (after < before)
        return (t + after + 1) % kThreads + 100 * after;
      int rounds = std::min(before, 10);
      return (t + rounds) % kThreads + 100 * rounds;
    });
  }
}
