// RUN: %check-execution %s
// A shared array declared in a device function is one array for the block,
// whichever call names it.
#include "../check.h"

__device__ int *board() {
  __shared__ int tile[64];
  return tile;
}

__device__ int counted() {
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  atomicAdd(&count, 1);
  __syncthreads();
  return count;
}

__global__ void kernel(int *out) {
  board()[threadIdx.x] = threadIdx.x;
  int count = counted();
  out[threadIdx.x] = board()[63 - threadIdx.x] + 1000 * count;
}

int main() {
  DeviceArray<int> out(64);
  kernel<<<1, 64>>>(out);
  expect(out, [](int t) { return 63 - t + 64000; });
}
