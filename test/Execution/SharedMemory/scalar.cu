// RUN: %check-execution %s
// A shared scalar: one thread writes, all read.
#include "../check.h"

__global__ void kernel(const int *in, int *out) {
  __shared__ int first;
  __shared__ bool even;
  if (threadIdx.x == 0)
    first = in[blockIdx.x];
  if (threadIdx.x == 33)
    even = in[blockIdx.x] % 2 == 0;
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = even ? first : -first;
}

int main() {
  DeviceArray<int> in(iota<int>(4)), out(4 * 64);
  kernel<<<4, 64>>>(in, out);
  expect(out, [](int i) { return i / 64 % 2 ? -(i / 64) : i / 64; });
}
