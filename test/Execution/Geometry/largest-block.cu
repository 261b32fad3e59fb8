// RUN: %check-execution %s
// A block of 1024 threads, in one and in two dimensions.
#include "../check.h"

__global__ void sum(int *out) {
  __shared__ int tile[1024];
  int t = threadIdx.y * blockDim.x + threadIdx.x;
  tile[t] = t;
  for (int stride = 512; stride > 0; stride /= 2) {
    __syncthreads();
    if (t < stride)
      tile[t] += tile[t + stride];
  }
  __syncthreads();
  out[blockIdx.x * 1024 + t] = tile[0] + t;
}

int main() {
  DeviceArray<int> out(2 * 1024);
  sum<<<2, 1024>>>(out);
  expect(out, [](int i) { return 1023 * 512 + i % 1024; });
  sum<<<2, dim3(32, 32)>>>(out);
  expect(out, [](int i) { return 1023 * 512 + i % 1024; });
}
