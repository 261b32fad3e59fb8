// RUN: %check-execution %s
// A device function template with a barrier, used with two types and two
// operations in one kernel.
#include "../check.h"

const int kThreads = 64;

struct Plus {
  template <typename T> __device__ T operator()(T a, T b) const {
    return a + b;
  }
};
struct Max {
  template <typename T> __device__ T operator()(T a, T b) const {
    return a > b ? a : b;
  }
};

template <typename T, typename Operation>
__device__ T reduce(T value, Operation operation) {
  __shared__ T tile[kThreads];
  tile[threadIdx.x] = value;
  for (int stride = kThreads / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (threadIdx.x < stride)
      tile[threadIdx.x] =
          operation(tile[threadIdx.x], tile[threadIdx.x + stride]);
  }
  __syncthreads();
  T result = tile[0];
  __syncthreads();
  return result;
}

__global__ void kernel(double *out) {
  int t = threadIdx.x;
  int sum = reduce(t, Plus());
  int most = reduce(t ^ 21, Max());
  float halves = reduce(0.5f * t, Plus());
  out[t] = sum + 10000.0 * most + halves;
}

int main() {
  DeviceArray<double> out(kThreads);
  kernel<<<1, kThreads>>>(out);
  expect(out, [](int) { return 2016 + 10000.0 * 63 + 1008; });
}
