// RUN: %check-execution %s
// Every third thread returns at once, others after the first barrier; the rest
// meet in a loop.
#include "../check.h"

const int kThreads = 96;

__global__ void survivors(int *out) {
  __shared__ int tile[kThreads];
  int t = threadIdx.x;
  tile[t] = t;
  if (t % 3 == 0)
    return;
  __syncthreads();
  if (t % 3 == 1)
    return;
  __syncthreads();
  int sum = 0;
  for (int round = 0; round < 3; ++round) {
    sum += tile[t - 1] + tile[(t + 3) % kThreads];
    __syncthreads();
    tile[t] += 1;
    __syncthreads();
  }
  out[t] = sum;
}

int main() {
  DeviceArray<int> out(kThreads);
  survivors<<<1, kThreads>>>(out);
  expect(out, [](int t) {
    return t % 3 != 2 ? 0 : 3 * (t - 1) + 3 * ((t + 3) % kThreads) + 0 + 1 + 2;
  });
}
