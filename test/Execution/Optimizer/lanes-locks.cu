// RUN: %check-execution %s --map=lanes
// Threads that wait for a lock cannot be lanes that wait for each other.
#include "../check.h"

__device__ int locked;

__global__ void add(volatile int *sum) {
  while (atomicCAS(&locked, 0, 1) != 0) {
  }
  *sum = *sum + threadIdx.x;
  __threadfence();
  atomicExch(&locked, 0);
}

// What lets it go on is a float that changes.
__global__ void addFloat(float *sum, const float *in) {
  unsigned *bits = (unsigned *)sum, old = *bits, seen = old;
  do {
    old = seen;
    float next = __uint_as_float(old) + in[threadIdx.x];
    seen = atomicCAS(bits, old, __float_as_uint(next));
  } while (seen != old);
}

// Each thread waits for the one before it.
__global__ void chain(int *ready, int *sums) {
  int t = threadIdx.x;
  if (t > 0) {
    while (ready[t - 1] == 0)
      __threadfence();
    sums[t] = sums[t - 1] + t;
  }
  __threadfence();
  ready[t] = 1;
}

int main() {
  constexpr int threads = 50;
  DeviceArray<int> sum(1);
  add<<<3, threads>>>(sum);
  expect(sum, [](int) { return 3 * threads * (threads - 1) / 2; });
  DeviceArray<float> in(iota<float>(threads)), total(1);
  addFloat<<<3, threads>>>(total, in);
  expect(total, [](int) { return 3 * threads * (threads - 1) / 2; });
  DeviceArray<int> ready(threads), sums(threads);
  chain<<<1, threads>>>(ready, sums);
  expect(sums, [](int t) { return t * (t + 1) / 2; });
  return 0;
}
