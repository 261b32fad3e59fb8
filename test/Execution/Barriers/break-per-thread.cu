// RUN: %check-execution %s
// Each thread breaks out in a round of its own and passes no barrier after it.
#include "../check.h"

const int kThreads = 48;

__global__ void leave(int *out) {
  __shared__ int tile[kThreads];
  int t = threadIdx.x, sum = 0, round = 0;
  while (true) {
    tile[t] = round + 1;
    __syncthreads();
    sum += tile[kThreads - 1];
    __syncthreads();
    if (round * 5 >= t)
      break;
    ++round;
  }
  out[t] = sum * 100 + round;
}

int main() {
  DeviceArray<int> out(kThreads);
  leave<<<1, kThreads>>>(out);
  expect(out, [](int t) {
    int rounds = (t + 4) / 5;
    return (rounds + 1) * (rounds + 2) / 2 * 100 + rounds;
  });
}
