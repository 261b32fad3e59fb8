// RUN: %check-execution %s
// A value that only some threads have: set under a condition before a barrier,
// used under the same condition after it.
#include "../check.h"

__global__ void kernel(const int *in, int *out, int n) {
  __shared__ int tile[64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t, value;
  if (i < n)
    value = in[i] * 3;
  tile[t] = i < n ? value : 0;
  __syncthreads();
  if (i < n)
    out[i] = value + tile[63 - t];
}

int main() {
  const int n = 150;
  DeviceArray<int> in(iota<int>(n)), out(n);
  kernel<<<3, 64>>>(in, out, n);
  expect(out, [](int i) {
    int other = i / 64 * 64 + 63 - i % 64;
    return 3 * i + (other < n ? 3 * other : 0);
  });
}
