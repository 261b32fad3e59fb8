// RUN: %check-execution %s
// A loop carries a pointer that each thread has another value of: `p[1]` of one
// thread is `p[0]` of the next, and the barrier between has to stay.
#include "../check.h"

const int kThreads = 96, kRounds = 8;

__global__ void walk(const int *in, int *out) {
  __shared__ int tile[kThreads + kRounds + 1];
  int t = threadIdx.x, sum = 0;
  for (int i = t; i < kThreads + kRounds + 1; i += kThreads)
    tile[i] = 0;
  __syncthreads();
  int *p = tile + t;
  for (int k = 0; k < kRounds; ++k) {
    p[0] = in[t] + k;
    __syncthreads();
    sum = sum * 3 + p[1];
    __syncthreads();
    ++p;
  }
  out[t] = sum;
}

int main() {
  DeviceArray<int> in(iota<int>(kThreads)), out(kThreads);
  walk<<<1, kThreads>>>(in, out);
  expect(out, [](int t) {
    int sum = 0;
    for (int k = 0; k < kRounds; ++k)
      sum = sum * 3 + (t + 1 < kThreads ? t + 1 + k : 0);
    return sum;
  });
}
