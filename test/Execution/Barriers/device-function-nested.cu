// RUN: %check-execution %s
// Barriers two calls deep, one of them in a loop.
#include "../check.h"

const int kThreads = 32;

__device__ void store(int *tile, int value) {
  __syncthreads();
  tile[threadIdx.x] = value;
  __syncthreads();
}

__device__ int maximum(int *tile, int value) {
  for (int stride = 1; stride < kThreads; stride *= 2) {
    store(tile, value);
    value = max(value, tile[threadIdx.x ^ stride]);
  }
  return value;
}

__device__ int range(int *tile, int value) {
  return maximum(tile, value) + maximum(tile, -value);
}

__global__ void kernel(const int *in, int *out) {
  __shared__ int tile[kThreads];
  int i = blockIdx.x * kThreads + threadIdx.x;
  out[i] = range(tile, in[i]);
}

int main() {
  std::vector<int> values(3 * kThreads);
  for (int i = 0; i < 3 * kThreads; ++i)
    values[i] = (i * 37 + 11) % 101 - 50;
  DeviceArray<int> in(values), out(3 * kThreads);
  kernel<<<3, kThreads>>>(in, out);
  expect(out, [&](int i) {
    int low = 1000, high = -1000;
    for (int t = 0; t < kThreads; ++t) {
      low = std::min(low, values[i / kThreads * kThreads + t]);
      high = std::max(high, values[i / kThreads * kThreads + t]);
    }
    return high - low;
  });
}
