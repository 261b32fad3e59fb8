// RUN: %check-execution %s
// Blocks of one thread, with barriers in a loop.
#include "../check.h"

__global__ void kernel(int *out, int n) {
  __shared__ int sum;
  sum = 0;
  for (int i = 0; i < n; ++i) {
    __syncthreads();
    sum += i * blockIdx.x;
  }
  __syncthreads();
  out[blockIdx.x] = sum;
}

int main() {
  DeviceArray<int> out(200);
  kernel<<<200, 1>>>(out, 10);
  expect(out, [](int i) { return 45 * i; });
}
