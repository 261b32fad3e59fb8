// RUN: %check-execution %s
// A device function that returns before its barrier, for the whole block or
// for threads that pass no barrier afterwards.
#include "../check.h"

const int kThreads = 64;

__device__ int shifted(int *tile, int by) {
  int t = threadIdx.x;
  if (by == 0)
    return t;
  __syncthreads();
  tile[t] = t;
  __syncthreads();
  return tile[(t + by) % kThreads];
}

__device__ int firstHalf(int *tile) {
  int t = threadIdx.x;
  if (t >= kThreads / 2)
    return -1;
  __syncthreads();
  return tile[t ^ 1];
}

__global__ void kernel(int *out) {
  __shared__ int tile[kThreads];
  int t = threadIdx.x, value = 0;
  for (int by = 0; by < 3; ++by)
    value = 100 * value + shifted(tile, by);
  __syncthreads();
  tile[t] = value;
  out[t] = firstHalf(tile);
}

int main() {
  DeviceArray<int> out(kThreads);
  kernel<<<1, kThreads>>>(out);
  expect(out, [](int i) {
    int t = i ^ 1;
    return i >= kThreads / 2 ? -1 : (t * 100 + t + 1) * 100 + t + 2;
  });
}
