// RUN: %check-execution %s
// A remainder stays under the condition that keeps its divisor from being 0:
// in a loop that does not run, in an if, and across what a warp does together.
#include "../check.h"

__global__ void inLoop(int *out, int count, int divisor) {
  int sum = 0;
  for (int i = 0; i < count; ++i)
    sum += (int)threadIdx.x % divisor;
  out[threadIdx.x] = sum + 1;
}

__global__ void inIf(int *out, const int *divisors) {
  int t = threadIdx.x;
  int value = 5;
  if (divisors[t] != 0)
    value = 100 % divisors[t];
  __syncthreads();
  out[t] = value;
}

__device__ int sum(unsigned mask, int t) {
  int v = t, size = __popc(mask);
  int rank = __popc(mask & ((1u << (threadIdx.x & 31)) - 1));
  for (int d = 1; d < size; d *= 2) {
    int other = __shfl_down_sync(mask, v, d);
    if (rank % (2 * d) == 0)
      v += other;
  }
  return v;
}
__global__ void inWarp(int *out, int how) {
  int t = threadIdx.x;
  if (how == 0) {
    if (t % 32 < 16)
      out[t] = sum(__activemask(), t);
    return;
  }
  out[t] = sum(~0u, t);
}

int main() {
  DeviceArray<int> out(64);
  inLoop<<<1, 64>>>(out, 0, 0);
  expect(out, [](int) { return 1; });
  std::vector<int> divisors = iota<int>(64);
  for (int i = 0; i < 64; i += 3)
    divisors[i] = 0;
  inIf<<<1, 64>>>(out, DeviceArray<int>(divisors));
  expect(out, [](int i) { return i % 3 == 0 ? 5 : 100 % i; });
  DeviceArray<int> sums(70);
  inWarp<<<1, 70>>>(sums, 0);
  printf("%d %d %d\n", sums.read()[0], sums.read()[32], sums.read()[64]);
  expectValue(sums.read()[0], 120, "first half");
  expectValue(sums.read()[32], 632, "second warp's");
}
