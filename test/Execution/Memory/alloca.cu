// RUN: %check-execution %s
// Memory of a size that is only known at run time lasts until the thread ends;
// many threads do not exhaust the stack.
#include "../check.h"

__global__ void fill(int *out, int n) {
  int *a = static_cast<int *>(__builtin_alloca(n * sizeof(int)));
  for (int k = 0; k < 8; ++k)
    a[n - 1 - k * 7 % 8] = k;
  out[blockIdx.x * blockDim.x + threadIdx.x] = a[n - 1 - threadIdx.x % 8];
}

int main() {
  const int threads = 256, blocks = 512;
  DeviceArray<int> out(threads * blocks);
  fill<<<blocks, threads>>>(out, 5000);
  expect(out, [&](int i) { return i * 7 % 8; });
}
