// RUN: %heddle %s -o %t && %t 2>&1 | FileCheck %s
// Endless recursion in a kernel.
#include <cstdio>

__device__ __noinline__ int deeper(int n) {
  volatile int kept[64];
  kept[n & 63] = n;
  return n < 0 ? 0 : deeper(n + 1) + kept[n & 63];
}

__global__ void recursive(int *p) { *p = deeper(*p); }

int main() {
  int *p;
  cudaMallocManaged(&p, sizeof *p);
  *p = 0;
  recursive<<<1, 1>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}

// CHECK: heddle: kernel 'recursive' <<<(1,1,1), (1,1,1)>>>: stack overflow, at address 0x
// CHECK: heddle: HEDDLE_STACK_KB=<number> makes the stacks of a kernel's threads larger
// CHECK: cudaErrorIllegalAddress
