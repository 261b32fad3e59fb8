// RUN: %check-execution %s
// REQUIRES: cccl

// <cuda/atomic> also declares cuda::std::atomic, for host and device.

#include "../check.h"
#include <cuda/atomic>

__global__ void store(cuda::std::atomic<int> *cell) {
  cell->store(42, cuda::std::memory_order_release);
}

int main() {
  cuda::std::atomic<int> *cell;
  CUDA(cudaMallocManaged(&cell, sizeof *cell));
  store<<<1, 1>>>(cell);
  CUDA(cudaDeviceSynchronize());
  expectValue(cell->load(), 42, "cell");
}
