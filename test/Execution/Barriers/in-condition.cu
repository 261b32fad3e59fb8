// RUN: %check-execution %s
// The barrier is in a function that the condition of an `if` and of a `while`
// calls, and behind && and ?:.
#include "../check.h"

const int kThreads = 32;

__device__ int total(int *sum, int value) {
  __syncthreads();
  if (threadIdx.x == 0)
    *sum = 0;
  __syncthreads();
  atomicAdd(sum, value);
  __syncthreads();
  return *sum;
}

__global__ void kernel(int *out, int limit) {
  __shared__ int sum;
  int t = threadIdx.x, value = t, rounds = 0;
  while (total(&sum, value) > limit) {
    value /= 2;
    ++rounds;
  }
  bool both = limit > 10 && total(&sum, 1) == kThreads;
  int chosen = both ? total(&sum, rounds) : -1;
  if (total(&sum, both) == 0)
    chosen = -2;
  out[t] = chosen * 1000 + value;
}

int main() {
  DeviceArray<int> out(kThreads);
  for (int limit : {0, 20, 100}) {
    kernel<<<1, kThreads>>>(out, limit);
    expect(out, [=](int t) {
      int rounds = 0;
      for (;; ++rounds) {
        int sum = 0;
        for (int u = 0; u < kThreads; ++u)
          sum += u >> rounds;
        if (sum <= limit)
          break;
      }
      int chosen = limit > 10 ? rounds * kThreads : -2;
      return chosen * 1000 + (t >> rounds);
    });
  }
}
