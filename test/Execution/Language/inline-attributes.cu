// RUN: %check-execution %s
// __noinline__, __forceinline__, __launch_bounds__, __grid_constant__ and
// static functions.
#include "../check.h"

__device__ __noinline__ int slow(int *value) { return *value += 1; }
__device__ __forceinline__ int quick(int value) { return value * 2; }
static __device__ inline int local(int value) { return value - 3; }

__global__ void __launch_bounds__(64, 2) kernel(int *out) {
  int t = threadIdx.x, value = t;
  for (int i = 0; i < 3; ++i)
    slow(&value);
  int twice = quick(value);
  out[t] = twice + local(slow(&value));
}

struct Weights {
  int factor[4], offset;
};

__global__ void weighted(const __grid_constant__ Weights weights, int *out) {
  int t = threadIdx.x;
  out[t] = weights.factor[t % 4] * t + weights.offset;
}

int main() {
  DeviceArray<int> out(64);
  kernel<<<1, 64>>>(out);
  expect(out, [](int t) { return 2 * (t + 3) + t + 4 - 3; });
  weighted<<<1, 64>>>(Weights{{1, 3, 5, 7}, 9}, out);
  expect(out, [](int t) { return (2 * (t % 4) + 1) * t + 9; });
}
