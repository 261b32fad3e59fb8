// RUN: %check-execution %s
// Barriers that come first, last, and right after each other.
#include "../check.h"

__global__ void shift(int *data) {
  __syncthreads();
  __syncthreads();
  int next = data[(threadIdx.x + 1) % blockDim.x];
  __syncthreads();
  __syncthreads();
  __syncthreads();
  data[threadIdx.x] = next;
  __syncthreads();
}

__global__ void onlyBarrier() { __syncthreads(); }

int main() {
  DeviceArray<int> data(iota<int>(64));
  onlyBarrier<<<2, 64>>>();
  shift<<<1, 64>>>(data);
  expect(data, [](int i) { return (i + 1) % 64; });
}
