#include "relocatable.h"

__device__ int counter = 1000;
__constant__ float table[4] = {1, 2, 3, 4};

static __device__ int same(int x) { return x + 100; }
static __device__ int hidden = 7;
static __global__ void local(int *p) { p[0] = same(1) + hidden; }

__device__ int helper(int x) { return x * 10 + hidden; }
__device__ Base::Base(int value) : value(value) {}
__device__ int Base::get() const { return value; }
__global__ void remote(int *p) { p[1] = 77; }

void runOther(int *p) {
  local<<<1, 1>>>(p);
  bump<<<1, 4>>>(p, 0);
  cudaDeviceSynchronize();
}
