// RUN: %check-execution %s
// REQUIRES: cccl

// CUB's algorithms of a block and of a warp, in one kernel that reuses its
// shared memory.

#include "../check.h"
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/warp/warp_reduce.cuh>

const int threads = 128;

__global__ void run(const int *in, int *sums, int *prefixes, int *warps) {
  using Reduce = cub::BlockReduce<int, threads>;
  using Scan = cub::BlockScan<int, threads>;
  using Warp = cub::WarpReduce<int>;
  __shared__ union {
    Reduce::TempStorage reduce;
    Scan::TempStorage scan;
    Warp::TempStorage warp[threads / 32];
  } memory;
  int i = blockIdx.x * threads + threadIdx.x, value = in[i];
  int sum = Reduce(memory.reduce).Sum(value);
  if (threadIdx.x == 0)
    sums[blockIdx.x] = sum;
  __syncthreads();
  Scan(memory.scan).ExclusiveSum(value, prefixes[i]);
  __syncthreads();
  int ofWarp = Warp(memory.warp[threadIdx.x / 32]).Sum(value);
  if (threadIdx.x % 32 == 0)
    warps[i / 32] = ofWarp;
}

int main() {
  const int blocks = 20, count = blocks * threads;
  std::vector<int> values(count);
  for (int i = 0; i < count; ++i)
    values[i] = i * 7919 % 101;
  auto sum = [&](int begin, int end) {
    int total = 0;
    for (int i = begin; i < end; ++i)
      total += values[i];
    return total;
  };
  DeviceArray<int> in(values), sums(blocks), prefixes(count), warps(count / 32);
  run<<<blocks, threads>>>(in, sums, prefixes, warps);
  expect(sums, [&](int i) { return sum(i * threads, (i + 1) * threads); });
  expect(prefixes, [&](int i) { return sum(i / threads * threads, i); });
  expect(warps, [&](int i) { return sum(i * 32, (i + 1) * 32); });
}
