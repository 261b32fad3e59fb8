// RUN: %check-execution --auto %s

// `nanosleep` in a loop that waits lets the other threads run.

#include "../check.h"

__global__ void relay(volatile int *turn, int *order) {
  int t = threadIdx.x;
  while (*turn != t)
    asm volatile("nanosleep.u32 %0;" ::"r"(20));
  order[t] = atomicAdd(order + 64, 1);
  __threadfence();
  *turn = t - 1;
}

int main() {
  DeviceArray<int> turn(1), order(65);
  int first = 63;
  CUDA(cudaMemset(order, 0, 65 * sizeof(int)));
  CUDA(cudaMemcpy(turn, &first, sizeof first, cudaMemcpyHostToDevice));
  relay<<<1, 64>>>(turn, order);
  expect(order, [](int t) { return t == 64 ? 64 : 63 - t; });
}
