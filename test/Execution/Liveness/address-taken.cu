// RUN: %check-execution %s
// A local variable lives in memory because its address is taken; it keeps its
// value, and the pointer its meaning, across barriers.
#include "../check.h"

__device__ void bump(int *value, int by) { *value += by; }

__global__ void kernel(int *out) {
  __shared__ int tile[32];
  int t = threadIdx.x, first = t, second = 100 * t;
  int *chosen = t % 2 ? &first : &second;
  bump(chosen, 5);
  tile[t] = *chosen;
  __syncthreads();
  bump(chosen, tile[31 - t]);
  bump(&first, 1);
  __syncthreads();
  out[t] = first + second * 7;
}

int main() {
  DeviceArray<int> out(32);
  kernel<<<1, 32>>>(out);
  expect(out, [](int t) {
    int u = 31 - t, first = t + 1, second = 100 * t;
    (t % 2 ? first : second) += 5 + (u % 2 ? u : 100 * u) + 5;
    return first + second * 7;
  });
}
