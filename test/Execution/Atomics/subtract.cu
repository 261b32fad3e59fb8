// RUN: %check-execution %s
// atomicSub on int and unsigned, global and shared.
#include "../check.h"

__global__ void kernel(int *signedSum, unsigned *unsignedSum, int *out) {
  __shared__ int local;
  if (threadIdx.x == 0)
    local = 10000;
  __syncthreads();
  atomicSub(signedSum, int(threadIdx.x));
  atomicSub(unsignedSum, 2u);
  atomicSub(&local, int(threadIdx.x));
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = local;
}

int main() {
  DeviceArray<int> signedSum(1), out(2);
  DeviceArray<unsigned> unsignedSum(std::vector{100u});
  kernel<<<2, 64>>>(signedSum, unsignedSum, out);
  expect(signedSum, [](int) { return -4032; });
  expect(unsignedSum, [](int) { return 100u - 256u; });
  expect(out, [](int) { return 10000 - 2016; });
}
