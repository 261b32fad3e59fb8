// RUN: %check-execution %s
// Warps leave a loop by `return`, each in its own round, before the barrier.
#include "../check.h"

const int kThreads = 256;

__global__ void leave(const int *lastRound, int *out) {
  __shared__ int tile[kThreads];
  int t = threadIdx.x, sum = 0;
  tile[t] = 0;
  __syncthreads();
  for (int round = 0; round < 10; ++round) {
    if (round == lastRound[t]) {
      out[t] = sum;
      return;
    }
    tile[t] = round;
    __syncthreads();
    sum += tile[(t + 39) % kThreads];
    __syncthreads();
  }
  out[t] = 1000 + sum;
}

int main() {
  std::vector<int> last(kThreads);
  for (int t = 0; t < kThreads; ++t)
    last[t] = t / 32 * 5 % 13;
  DeviceArray<int> lastRound(last), out(kThreads);
  leave<<<1, kThreads>>>(lastRound, out);
  expect(out, [&](int t) {
    int sum = 0, other = last[(t + 39) % kThreads];
    // Who has left leaves its last round's number behind.
    for (int round = 0; round < std::min(10, last[t]); ++round)
      sum += other == 0 ? 0 : std::min(round, other - 1);
    return last[t] < 10 ? sum : 1000 + sum;
  });
}
