// RUN: %check-execution %s
// A static shared array; each block has its own.
#include "../check.h"

__global__ void kernel(float *out) {
  __shared__ float tile[128];
  tile[threadIdx.x] = threadIdx.x + 1000.0f * blockIdx.x;
  __syncthreads();
  out[blockIdx.x * 128 + threadIdx.x] = tile[127 - threadIdx.x];
}

int main() {
  DeviceArray<float> out(5 * 128);
  kernel<<<5, 128>>>(out);
  expect(out, [](int i) { return 127 - i % 128 + 1000 * (i / 128); });
}
