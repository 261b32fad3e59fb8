// RUN: %check-execution %s
// A spin lock between blocks protects an update of two variables.
#include "../check.h"

__device__ int lock;

__global__ void kernel(volatile int *count, volatile int *sum) {
  if (threadIdx.x != 0)
    return;
  while (atomicCAS(&lock, 0, 1) != 0)
    ;
  __threadfence();
  *count = *count + 1;
  *sum = *sum + *count;
  __threadfence();
  atomicExch(&lock, 0);
}

int main() {
  DeviceArray<int> count(1), sum(1);
  kernel<<<50, 32>>>(count, sum);
  expect(count, [](int) { return 50; });
  expect(sum, [](int) { return 50 * 51 / 2; });
}
