// RUN: %check-execution %s
// Each thread computes its own number of rounds and ends after them: a barrier
// waits only for threads that have not ended. (The threads of a warp agree,
// because a GPU wants it so; the program does not say it.)
#include "../check.h"

const int kThreads = 160;

__global__ void rounds(int *out) {
  __shared__ int tile[kThreads];
  int t = threadIdx.x, sum = 0;
  for (int round = 0; round <= t / 32; ++round) {
    tile[t] = 1000 * round + t;
    __syncthreads();
    // Of those that are still here, and of those that left last.
    sum += tile[kThreads - 1 - t % 32];
    sum += round > 0 ? tile[32 * round - 1] : 0;
    __syncthreads();
  }
  out[blockIdx.x * kThreads + t] = sum;
}

int main() {
  DeviceArray<int> out(2 * kThreads);
  rounds<<<2, kThreads>>>(out);
  expect(out, [](int i) {
    int t = i % kThreads, sum = 0;
    for (int round = 0; round <= t / 32; ++round) {
      sum += 1000 * round + kThreads - 1 - t % 32;
      sum += round > 0 ? 1000 * (round - 1) + 32 * round - 1 : 0;
    }
    return sum;
  });
}
