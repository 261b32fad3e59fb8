// RUN: %check-execution %s
// Blocks that have nothing to do return before the first barrier.
#include "../check.h"

__global__ void oddBlocks(int *out) {
  __shared__ int tile[32];
  int t = threadIdx.x;
  if (blockIdx.x % 2 == 0)
    return;
  tile[t] = t + blockIdx.x;
  __syncthreads();
  out[blockIdx.x * 32 + t] = tile[31 - t];
}

int main() {
  DeviceArray<int> out(7 * 32);
  oddBlocks<<<7, 32>>>(out);
  expect(out, [](int i) {
    int block = i / 32;
    return block % 2 ? 31 - i % 32 + block : 0;
  });
}
