// RUN: %check-execution %s
// A __host__ __device__ function may differ between the two sides.
#include "../check.h"

__host__ __device__ int side() {
#ifdef __CUDA_ARCH__
  return 1;
#else
  return 2;
#endif
}

template <typename T> __host__ __device__ T twice(T x) { return x + x; }

__host__ __device__ inline int both(int x) { return twice(side()) * 100 + x; }

__global__ void kernel(int *out) { out[threadIdx.x] = both(threadIdx.x); }

int main() {
  DeviceArray<int> out(32);
  kernel<<<1, 32>>>(out);
  expect(out, [](int t) { return 200 + t; });
  expectValue(both(7), 407, "on the host");
}
