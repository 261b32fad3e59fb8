// RUN: %check-execution %s
// #pragma unroll on loops that can and cannot be unrolled.
#include "../check.h"

__global__ void kernel(const int *in, int *out, int n) {
  int t = threadIdx.x, sum = 0;
#pragma unroll
  for (int i = 0; i < 8; ++i)
    sum += in[(t + i) % 64] * i;
#pragma unroll 4
  for (int i = 0; i < n; ++i)
    sum ^= in[i] << (i % 5);
#pragma unroll 1
  for (int i = 0; i < 3; ++i)
    sum -= i;
#pragma unroll
  for (int i = 0; i < t; i += 3) {
    if (i > 20)
      break;
    sum += i;
  }
  out[t] = sum;
}

int main() {
  const int n = 13;
  DeviceArray<int> in(iota<int>(64)), out(64);
  kernel<<<1, 64>>>(in, out, n);
  expect(out, [](int t) {
    int sum = 0;
    for (int i = 0; i < 8; ++i)
      sum += (t + i) % 64 * i;
    for (int i = 0; i < n; ++i)
      sum ^= i << (i % 5);
    sum -= 3;
    for (int i = 0; i < t && i <= 20; i += 3)
      sum += i;
    return sum;
  });
}
