// RUN: %check-execution %s
// A barrier that only some of the blocks pass.
#include "../check.h"

__global__ void kernel(int *out) {
  __shared__ int tile[64];
  int t = threadIdx.x, value = t;
  tile[t] = 2 * t;
  if (blockIdx.x >= 2) {
    __syncthreads();
    value = tile[63 - t];
  }
  out[blockIdx.x * 64 + t] = value;
}

int main() {
  DeviceArray<int> out(5 * 64);
  kernel<<<5, 64>>>(out);
  expect(out, [](int i) {
    int t = i % 64;
    return i / 64 >= 2 ? 2 * (63 - t) : t;
  });
}
