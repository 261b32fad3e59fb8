// RUN: %check-execution %s
// Differences that do not overflow one after another, but whose constants would
// together.
#include "../check.h"

__host__ __device__ long long far(int t) { return t - 5 - 2147483647; }

__host__ __device__ long long near(int t) {
  return t + 2147483600 - 2147483630;
}

__global__ void run(long long *out) {
  int t = threadIdx.x;
  if (t >= 5)
    out[t] = far(t);
  if (t < 40)
    out[t] += near(t) * 3;
}

int main() {
  DeviceArray<long long> out(64);
  run<<<1, 64>>>(out);
  expect(out, [](int t) {
    return (t >= 5 ? far(t) : 0) + (t < 40 ? near(t) * 3 : 0);
  });
  return 0;
}
