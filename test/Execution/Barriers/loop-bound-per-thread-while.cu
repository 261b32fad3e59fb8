// RUN: %check-execution %s
// Collatz: each warp loops as long as its own number asks, with a barrier in
// the loop, and ends after it.
#include "../check.h"

const int kThreads = 256;

__global__ void collatz(int *steps, int *seen) {
  __shared__ int alive[20];
  int t = threadIdx.x, number = t / 32 + 1, count = 0, others = 0;
  for (int i = t; i < 20; i += kThreads)
    alive[i] = 0;
  __syncthreads();
  while (number != 1) {
    atomicAdd(&alive[count], 1);
    __syncthreads();
    others += alive[count];
    number = number % 2 ? 3 * number + 1 : number / 2;
    ++count;
  }
  steps[t] = count;
  seen[t] = others;
}

static int stepsOf(int number) {
  int count = 0;
  for (; number != 1; ++count)
    number = number % 2 ? 3 * number + 1 : number / 2;
  return count;
}

int main() {
  DeviceArray<int> steps(kThreads), seen(kThreads);
  collatz<<<1, kThreads>>>(steps, seen);
  expect(steps, [](int i) { return stepsOf(i / 32 + 1); });
  expect(seen, [](int i) {
    int others = 0;
    for (int round = 0; round < stepsOf(i / 32 + 1); ++round)
      for (int t = 0; t < kThreads; ++t)
        others += stepsOf(t / 32 + 1) > round;
    return others;
  });
}
