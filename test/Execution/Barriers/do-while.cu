// RUN: %check-execution %s
// do/while runs its body, and its barrier, at least once.
#include "../check.h"

const int kThreads = 64;

__global__ void doubling(int *out, int limit) {
  __shared__ int tile[kThreads];
  int t = threadIdx.x, step = 1, sum = t;
  do {
    tile[t] = sum;
    __syncthreads();
    sum += tile[(t + step) % kThreads];
    __syncthreads();
    step *= 2;
  } while (step < limit);
  out[t] = sum;
}

int main() {
  DeviceArray<int> out(kThreads);
  for (int limit : {0, 8, kThreads}) {
    doubling<<<1, kThreads>>>(out, limit);
    int width = std::max(2, limit);
    expect(out, [=](int t) {
      int sum = 0;
      for (int i = 0; i < width; ++i)
        sum += (t + i) % kThreads;
      return sum;
    });
  }
}
