// RUN: %check-execution %s
// Shared arrays of the same name in two kernels have nothing to do with each
// other; memory of a former block or launch is not relied upon.
#include "../check.h"

__global__ void ints(int *out) {
  __shared__ int tile[64];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x];
}

__global__ void bytes(int *out) {
  __shared__ unsigned char tile[3][64];
  for (int i = 0; i < 3; ++i)
    tile[i][threadIdx.x] = out[threadIdx.x] + 100 * i;
  __syncthreads();
  out[threadIdx.x] =
      tile[0][63 - threadIdx.x] + tile[1][threadIdx.x] + tile[2][threadIdx.x];
}

int main() {
  DeviceArray<int> out(64);
  ints<<<1, 64>>>(out);
  bytes<<<1, 64>>>(out);
  expect(out, [](int t) {
    int value = 63 - t;
    return t + value + 100 + (value + 200) % 256;
  });
}
