// RUN: %check-execution %s
// Pointers chosen before a barrier, to global and to shared memory.
#include "../check.h"

__global__ void kernel(const int *low, const int *high, int *out) {
  __shared__ int first[32], second[32];
  int t = threadIdx.x;
  const int *source = t % 2 ? high : low;
  int *mine = t < 16 ? &first[t] : &second[t];
  const int *theirs = t < 16 ? second : first;
  first[t] = second[t] = 0;
  __syncthreads();
  *mine = t + 1;
  __syncthreads();
  out[t] = source[t] + theirs[31 - t];
}

int main() {
  DeviceArray<int> low(iota<int>(32)), high(std::vector<int>(32, 500)), out(32);
  kernel<<<1, 32>>>(low, high, out);
  expect(out, [](int t) { return (t % 2 ? 500 : t) + 32 - t; });
}
