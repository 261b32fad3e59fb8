// RUN: %check-execution --auto %s
// Cooperative launches: a barrier of the whole grid.
#include "../check.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// A sum over the grid in one kernel, again and again.
__global__ void rounds(int *values, int n, int *sums, int count) {
  cg::grid_group grid = cg::this_grid();
  __shared__ int partial;
  for (int round = 0; round < count; ++round) {
    if (threadIdx.x == 0)
      partial = 0;
    __syncthreads();
    for (int i = grid.thread_rank(); i < n; i += grid.size())
      atomicAdd(&partial, values[i]);
    __syncthreads();
    if (threadIdx.x == 0)
      atomicAdd(&sums[round], partial);
    grid.sync();
    for (int i = grid.thread_rank(); i < n; i += grid.size())
      values[i] += sums[round] % 7;
    cg::sync(grid);
  }
}

__global__ void valid(int *out) {
  if (threadIdx.x == 0)
    *out = cg::this_grid().is_valid();
}

int main() {
  int device = 0, supported = 0, processors = 0, perProcessor = 0;
  CUDA(
      cudaDeviceGetAttribute(&supported, cudaDevAttrCooperativeLaunch, device));
  expectValue(supported, 1, "cooperative launches");
  CUDA(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount,
                              device));
  CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&perProcessor, rounds, 64,
                                                     0));

  int n = 1000, count = 5;
  DeviceArray<int> values(iota<int>(n)), sums(count);
  int *valuesPointer = values, *sumsPointer = sums;
  void *arguments[] = {&valuesPointer, &n, &sumsPointer, &count};
  CUDA(
      cudaLaunchCooperativeKernel(rounds, dim3(12), dim3(64), arguments, 0, 0));
  std::vector<int> mine = iota<int>(n);
  expect(sums, [&](int) {
    int sum = 0;
    for (int v : mine)
      sum += v;
    for (int &v : mine)
      v += sum % 7;
    return sum;
  });
  expect(values, [&](int i) { return mine[i]; });

  dim3 tooMany(processors * perProcessor + 1);
  cudaError_t error =
      cudaLaunchCooperativeKernel((void *)rounds, tooMany, 64, arguments, 0, 0);
  expectValue(int(error), int(cudaErrorCooperativeLaunchTooLarge), "error");
  cudaGetLastError();

  DeviceArray<int> flag(1);
  int *flagPointer = flag;
  void *flagArguments[] = {&flagPointer};
  CUDA(cudaLaunchCooperativeKernel((void *)valid, 1, 32, flagArguments, 0, 0));
  expectValue(flag.read()[0], 1, "valid");
}
