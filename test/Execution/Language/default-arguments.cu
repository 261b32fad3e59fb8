// RUN: %check-execution %s
// Default arguments of device functions and of a kernel.
#include "../check.h"

__device__ int scaled(int x, int factor = 2, int shift = 1) {
  return x * factor + shift;
}

__global__ void kernel(int *out, int bonus = 1000) {
  int t = threadIdx.x;
  out[t] = scaled(t) + scaled(t, 3) + scaled(t, 4, 5) + bonus;
}

int main() {
  DeviceArray<int> out(32);
  kernel<<<1, 32>>>(out);
  expect(out, [](int t) { return 9 * t + 7 + 1000; });
  kernel<<<1, 32>>>(out, 1);
  expect(out, [](int t) { return 9 * t + 7 + 1; });
}
