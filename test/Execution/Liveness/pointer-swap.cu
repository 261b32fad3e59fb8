// RUN: %check-execution %s
// Double buffering: two pointers trade places after each barrier.
#include "../check.h"

const int kThreads = 32;

__global__ void scan(const int *in, int *out) {
  __shared__ int front[kThreads], back[kThreads];
  int t = threadIdx.x;
  int *source = front, *target = back;
  source[t] = in[t];
  __syncthreads();
  for (int offset = 1; offset < kThreads; offset *= 2) {
    target[t] = source[t] + (t >= offset ? source[t - offset] : 0);
    __syncthreads();
    int *swap = source;
    source = target;
    target = swap;
  }
  out[t] = source[t];
}

int main() {
  DeviceArray<int> in(iota<int>(kThreads)), out(kThreads);
  scan<<<1, kThreads>>>(in, out);
  expect(out, [](int t) { return t * (t + 1) / 2; });
}
