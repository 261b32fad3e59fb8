// RUN: %check-execution %s
// Pointers to shared and to global memory go through the same function.
#include "../check.h"

__device__ int sum(const int *values, int count) {
  int total = 0;
  for (int i = 0; i < count; ++i)
    total += values[i];
  return total;
}

__device__ void fill(int (&row)[8], int value) {
  for (int &slot : row)
    slot = value++;
}

__global__ void kernel(const int *in, int *out) {
  __shared__ int tile[16][8];
  int t = threadIdx.x;
  fill(tile[t], t);
  __syncthreads();
  const int *source = t % 2 ? tile[15 - t] : in;
  out[t] = sum(source, 8) * 1000 + sum(&tile[0][0], 128);
}

int main() {
  DeviceArray<int> in(iota<int>(8)), out(16);
  kernel<<<1, 16>>>(in, out);
  expect(out, [](int t) {
    return (28 + (t % 2 ? 8 * (15 - t) : 0)) * 1000 + 28 * 16 + 8 * 120;
  });
}
