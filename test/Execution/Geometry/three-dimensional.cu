// RUN: %check-execution %s
// A 3D grid of 3D blocks: every index of every thread is visited once.
#include "../check.h"

__global__ void kernel(unsigned *out) {
  unsigned block =
      (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  unsigned thread =
      (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  out[block * threads + thread] += 1 + threadIdx.x + 10 * threadIdx.y +
                                   100 * threadIdx.z + 1000 * blockIdx.x +
                                   10000 * blockIdx.y + 100000 * blockIdx.z;
}

int main() {
  DeviceArray<unsigned> out(2 * 3 * 4 * 5 * 6 * 7);
  kernel<<<dim3(2, 3, 4), dim3(5, 6, 7)>>>(out);
  expect(out, [](int i) {
    int thread = i % 210, block = i / 210;
    return 1 + thread % 5 + 10 * (thread / 5 % 6) + 100 * (thread / 30) +
           1000 * (block % 2) + 10000 * (block / 2 % 3) + 100000 * (block / 6);
  });
}
