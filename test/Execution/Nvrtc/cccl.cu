// REQUIRES: cccl
// RUN: %heddle -O1 %s -lcuda -lnvrtc -o %t && env HEDDLE_NVRTC_CACHE=0 %t
// Headers of Heddle and of CCCL are found without options, also those that need
// the C++ library, and -default-device does not apply to them.
#include "program.h"

static const char *const source = R"(
#include <cooperative_groups.h>
#include <cub/block/block_reduce.cuh>
#include <cuda/std/cmath>
#include <cuda/std/cstdint>
#include <cuda/std/limits>
#include <cuda_fp16.h>
int added = 10000;
int function(int x) { return x + added; }
extern "C" __global__ void k(int *x) {
  using Reduce = cub::BlockReduce<int, 64>;
  __shared__ Reduce::TempStorage storage;
  int sum = Reduce(storage).Sum(int(threadIdx.x));
  cooperative_groups::this_thread_block().sync();
  if (threadIdx.x == 0)
    *x = function(sum) + int(cuda::std::sqrt(16.0f)) +
         int(__half2float(__float2half(8.0f))) +
         (cuda::std::numeric_limits<int32_t>::max() == 0x7fffffff);
}
)";

int main() {
  Program program(source);
  program.build({"-default-device"});
  int *device, value;
  CUDA(cudaMalloc(&device, sizeof(int)));
  void *arguments[] = {&device};
  DRIVER(cuLaunchKernel(program.kernel("k"), 1, 1, 1, 64, 1, 1, 0, nullptr,
                        arguments, nullptr));
  CUDA(cudaMemcpy(&value, device, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(value == 10000 + 63 * 64 / 2 + 4 + 8 + 1);
}
