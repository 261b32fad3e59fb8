// RUN: %check-execution %s
// double is double: sums that float would lose.
#include "../check.h"

__global__ void kernel(double *out, int n) {
  __shared__ double tile[32];
  int t = threadIdx.x;
  double sum = 1ull << 40;
  for (int i = 0; i < n; ++i)
    sum += 0.0009765625 * t; // 2^-10
  tile[t] = sum;
  __syncthreads();
  out[t] = tile[31 - t] - double(1ull << 40);
}

int main() {
  DeviceArray<double> out(32);
  kernel<<<1, 32>>>(out, 100);
  expect(out, [](int t) { return 0.09765625 * (31 - t); });
}
