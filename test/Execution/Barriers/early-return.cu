// RUN: %check-execution %s
// The tail of the last block returns before the barrier.
#include "../check.h"

const int kThreads = 64;

__global__ void neighbours(const int *in, int *out, int n) {
  __shared__ int tile[kThreads];
  int t = threadIdx.x, i = blockIdx.x * kThreads + t;
  if (i >= n)
    return;
  tile[t] = in[i];
  __syncthreads();
  int left = t > 0 ? tile[t - 1] : -1;
  int right = t + 1 < kThreads && i + 1 < n ? tile[t + 1] : -2;
  out[i] = 1000 * left + right;
}

int main() {
  for (int n : {200, 192, 129, 1}) {
    DeviceArray<int> in(iota<int>(n)), out(n);
    neighbours<<<(n + kThreads - 1) / kThreads, kThreads>>>(in, out, n);
    expect(out, [=](int i) {
      int left = i % kThreads ? i - 1 : -1;
      int right = (i + 1) % kThreads && i + 1 < n ? i + 1 : -2;
      return 1000 * left + right;
    });
  }
}
