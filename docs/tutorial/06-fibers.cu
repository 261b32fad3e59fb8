// RUN: %check-execution %s
//
// 6. Fibers: a stack for each thread
//
// There is a second way to run a block: give each thread its own stack, a fiber,
// and switch to the next thread at each barrier. It is slow, since a switch
// costs as much as dozens of additions, but it works for every kernel. Heddle
// uses it where it cannot split a kernel (a barrier in a recursive function),
// with -G, and in its own tests as the reference for fission.
//
//     heddle --lowering=fission 06-fibers.cu -o fission && ./fission
//     heddle --lowering=fibers  06-fibers.cu -o fibers  && ./fibers
//
// Both print the same. If a program of yours behaves differently with the two,
// it has a race, or Heddle has a bug; please report it.

#include <cstdio>

const int kThreads = 32;

// An odd-even sort: neighbours are compared and swapped until nothing changes.
__global__ void sort(int *data, int *passes) {
  __shared__ int tile[kThreads];
  __shared__ int changed;
  int t = threadIdx.x, count = 0;
  tile[t] = data[t];
  do {
    __syncthreads();
    if (t == 0)
      changed = 0;
    for (int odd = 0; odd < 2; ++odd) {
      __syncthreads();
      if (t % 2 == odd && t + 1 < kThreads && tile[t] > tile[t + 1]) {
        int swap = tile[t];
        tile[t] = tile[t + 1];
        tile[t + 1] = swap;
        atomicExch(&changed, 1);
      }
    }
    __syncthreads();
    ++count;
  } while (changed);
  data[t] = tile[t];
  if (t == 0)
    *passes = count;
}

int main() {
  int values[kThreads], *data, *passes, count = 0;
  for (int i = 0; i < kThreads; ++i)
    values[i] = i * 13 % kThreads;
  cudaMalloc(&data, sizeof values);
  cudaMalloc(&passes, sizeof count);
  cudaMemcpy(data, values, sizeof values, cudaMemcpyHostToDevice);
  sort<<<1, kThreads>>>(data, passes);
  cudaMemcpy(values, data, sizeof values, cudaMemcpyDeviceToHost);
  cudaMemcpy(&count, passes, sizeof count, cudaMemcpyDeviceToHost);
  cudaFree(data);
  cudaFree(passes);

  printf("sorted in %d passes\n", count);
  for (int i = 0; i < kThreads; ++i)
    if (values[i] != i)
      return 1;
  return 0;
}
