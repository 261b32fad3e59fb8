// What two files of one program share on the device.
#pragma once

extern __device__ int counter;
extern __constant__ float table[4];
__device__ int helper(int x);
__global__ void remote(int *p);

template <class T> __global__ void bump(T *p, T by) { p[threadIdx.x] += by; }

struct Base {
  __device__ Base(int value);
  __device__ virtual int get() const;
  int value;
};
