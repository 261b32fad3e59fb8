// RUN: %check-execution %s
// __managed__ variables and cudaMallocManaged memory: one address, both sides.
#include "../check.h"

__managed__ int total;
__managed__ int table[32] = {5};

__global__ void kernel(int *data) {
  data[threadIdx.x] += table[threadIdx.x];
  atomicAdd(&total, data[threadIdx.x]);
}

int main() {
  int *data = nullptr;
  CUDA(cudaMallocManaged(&data, 32 * sizeof(int)));
  expectValue(table[0], 5, "table[0]");
  for (int i = 0; i < 32; ++i) {
    data[i] = i;
    table[i] = 100;
  }
  total = 1;
  kernel<<<1, 32>>>(data);
  CUDA(cudaDeviceSynchronize());
  expectValue(total, 1 + 496 + 3200, "total");
  expectValue(data[31], 131, "data[31]");
  CUDA(cudaFree(data));
}
