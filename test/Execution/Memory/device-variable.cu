// RUN: %check-execution %s
// __device__ variables, set and read from both sides.
#include "../check.h"

__device__ int counter = 7;
__device__ double values[10];
__device__ static int hidden = 3;

__global__ void kernel() {
  if (blockIdx.x == 0 && threadIdx.x < 10)
    values[threadIdx.x] = values[threadIdx.x] * 2 + hidden;
  atomicAdd(&counter, 1);
}

int main() {
  std::vector<double> host(10, 0.5);
  CUDA(cudaMemcpyToSymbol(values, host.data(), 10 * sizeof(double)));
  kernel<<<2, 5>>>();
  kernel<<<1, 32>>>();
  int count = 0;
  CUDA(cudaMemcpyFromSymbol(&count, counter, sizeof count));
  expectValue(count, 7 + 10 + 32, "counter");
  CUDA(cudaMemcpyFromSymbol(host.data(), values, 10 * sizeof(double)));
  expect(host, [](int i) { return i < 5 ? 11 : 4; });
}
