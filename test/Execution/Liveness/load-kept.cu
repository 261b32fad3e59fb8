// RUN: %check-execution %s
// A value loaded before a barrier is kept, not loaded again: by the time it is
// used, another thread has overwritten the memory.
#include "../check.h"

__global__ void kernel(int *data, int *out) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  tile[t] = t * t;
  __syncthreads();
  int fromGlobal = data[t], fromShared = tile[63 - t];
  __syncthreads();
  data[63 - t] = -1;
  tile[t] = -2;
  __syncthreads();
  out[t] = fromGlobal * 10000 + fromShared + data[t] + tile[t];
}

int main() {
  DeviceArray<int> data(iota<int>(64)), out(64);
  kernel<<<1, 64>>>(data, out);
  expect(out, [](int t) { return t * 10000 + (63 - t) * (63 - t) - 3; });
}
