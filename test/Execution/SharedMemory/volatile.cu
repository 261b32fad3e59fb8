// RUN: %check-execution %s
// volatile shared memory, with the barriers that make it well defined.
#include "../check.h"

__global__ void kernel(const int *in, int *out) {
  __shared__ volatile int tile[64];
  int t = threadIdx.x;
  tile[t] = in[t];
  for (int stride = 32; stride > 0; stride /= 2) {
    __syncthreads();
    if (t < stride)
      tile[t] = tile[t] + tile[t + stride];
  }
  __syncthreads();
  out[t] = tile[0];
}

int main() {
  DeviceArray<int> in(iota<int>(64)), out(64);
  kernel<<<1, 64>>>(in, out);
  expect(out, [](int) { return 2016; });
}
