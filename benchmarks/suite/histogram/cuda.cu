// Each block counts in shared memory with atomics, and adds its counts.

#include "../device.h"
#include "problem.h"

const int kThreads = 256, kBlocks = 240;

__global__ void count(const uint32_t *values, unsigned *result, int n) {
  __shared__ unsigned counts[kBins];
  for (int i = threadIdx.x; i < kBins; i += blockDim.x)
    counts[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += blockDim.x * gridDim.x) {
    uint32_t word = values[i];
    atomicAdd(&counts[word & 255], 1u);
    atomicAdd(&counts[word >> 8 & 255], 1u);
    atomicAdd(&counts[word >> 16 & 255], 1u);
    atomicAdd(&counts[word >> 24], 1u);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < kBins; i += blockDim.x)
    atomicAdd(&result[i], counts[i]);
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  suite::Device<uint32_t> values(problem.values);
  suite::Device<unsigned> result(kBins);
  program.measure("cuda", [&] {
    result.clear();
    count<<<kBlocks, kThreads>>>(values, result, problem.words);
    suite::wait();
  });
  program.result("cuda", result.read());
}
