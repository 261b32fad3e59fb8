// RUN: %heddle -O3 --lowering=fission %s -o %t
// RUN: bash -c 'timeout 2 %t; test $? -eq 124'
// RUN: %heddle -O0 %s -o %t
// RUN: bash -c 'timeout 2 %t; test $? -eq 124'
// RUN: %heddle -O3 --lowering=fibers %s -o %t
// RUN: bash -c 'timeout 2 %t; test $? -eq 124'
// A loop with a barrier in it may be endless, and is then not dead code: the
// program hangs, as it does on a GPU.
#include <cuda_runtime.h>

__global__ void wait(const int *p) {
  while (true) {
    __syncthreads();
    if (p[threadIdx.x] == 12345)
      break;
  }
}

int main() {
  int *p;
  cudaMalloc(&p, 64 * sizeof(int));
  cudaMemset(p, 0, 64 * sizeof(int));
  wait<<<4, 64>>>(p);
  cudaDeviceSynchronize();
}
