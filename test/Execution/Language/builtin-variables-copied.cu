// RUN: %check-execution %s
// The built-in variables as whole values.
#include "../check.h"

__device__ unsigned product(dim3 d) { return d.x * d.y * d.z; }
__device__ unsigned sum(uint3 d) { return d.x + 100 * d.y + 10000 * d.z; }

__global__ void kernel(unsigned *out) {
  dim3 block = blockIdx;
  uint3 thread = threadIdx;
  const dim3 size = blockDim;
  unsigned i = (block.y * gridDim.x + block.x) * product(blockDim) +
               thread.y * size.x + thread.x;
  out[i] = sum(thread) + product(gridDim) * 1000000;
}

int main() {
  DeviceArray<unsigned> out(4 * 3 * 8 * 2);
  kernel<<<dim3(4, 3), dim3(8, 2)>>>(out);
  expect(out,
         [](int i) { return 12000000u + unsigned(i % 8 + 100 * (i / 8 % 2)); });
}
