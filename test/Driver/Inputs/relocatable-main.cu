#include "relocatable.h"
#include <cstdio>

// Static ones have namesakes in the other file.
static __device__ int same(int x) { return x + 1; }
static __device__ int hidden = 5;
static __global__ void local(int *p) { p[0] = same(1) + hidden; }

__global__ void parent(int *p) {
  remote<<<1, 1>>>(p);
  bump<<<1, 4>>>(p, 3);
  local<<<1, 1>>>(p + 2);
  Base base(7);
  p[3] = helper(4) + counter + (int)table[2] + base.get();
}

void runOther(int *p);

int main() {
  int *p, zero = 0;
  cudaMallocManaged(&p, 4 * sizeof(int));
  local<<<1, 1>>>(p);
  cudaDeviceSynchronize();
  printf("%d", p[0]);
  cudaMemcpyToSymbol(hidden, &zero, sizeof(int));
  runOther(p);
  printf(" %d", p[0]);
  cudaMemset(p, 0, 4 * sizeof(int));
  parent<<<1, 1>>>(p);
  cudaDeviceSynchronize();
  printf(" %d %d %d %d\n", p[0], p[1], p[2], p[3]);
}
