// RUN: %check-execution %s
// Between barriers threads go their own ways: loops of different lengths,
// branches, breaks.
#include "../check.h"

const int kThreads = 64;

__device__ __host__ int work(int seed) {
  int value = seed;
  for (int i = 0; i < seed % 7; ++i) {
    if (value % 5 == 4)
      break;
    if (value % 3 == 0) {
      value += 7;
      continue;
    }
    value = value * 2 + i;
  }
  return value % 1000;
}

__global__ void kernel(int *out) {
  __shared__ int tile[kThreads];
  int t = threadIdx.x;
  tile[t] = work(t);
  __syncthreads();
  int second = work(tile[kThreads - 1 - t]);
  __syncthreads();
  if (t % 4 < 3)
    tile[t] = second;
  __syncthreads();
  out[t] = work(tile[(t + 1) % kThreads] + t);
}

int main() {
  DeviceArray<int> out(kThreads);
  kernel<<<1, kThreads>>>(out);
  expect(out, [](int t) {
    int u = (t + 1) % kThreads;
    int tile = u % 4 < 3 ? work(work(kThreads - 1 - u)) : work(u);
    return work(tile + t);
  });
}
