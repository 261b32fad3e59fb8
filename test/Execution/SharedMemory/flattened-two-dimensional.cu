// RUN: %check-execution %s
// A shared matrix addressed by a linear index, and a linear array addressed as
// a matrix.
#include "../check.h"

__global__ void kernel(int *out) {
  __shared__ int square[12][12], flat[144];
  int t = threadIdx.x;
  int *linear = &square[0][0];
  linear[t] = t;
  flat[t / 12 + t % 12 * 12] = t;
  __syncthreads();
  int (*matrix)[12] = reinterpret_cast<int (*)[12]>(flat);
  out[t] = square[t % 12][t / 12] * 1000 + matrix[t / 12][t % 12];
}

int main() {
  DeviceArray<int> out(144);
  kernel<<<1, 144>>>(out);
  expect(out, [](int t) { return (t % 12 * 12 + t / 12) * 1001; });
}
