// RUN: %check-execution %s
// REQUIRES: cccl
// Reductions and scans that go on in memory.
#include "../check.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/atomic>
namespace cg = cooperative_groups;

using Atomic = cuda::atomic<int, cuda::thread_scope_device>;

__global__ void reduceInto(Atomic *sum, Atomic *most, Atomic *last,
                           int *plain) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  cg::reduce_update_async(tile, *sum, t, cg::plus<int>());
  cg::reduce_update_async(tile, *most, t, cg::greater<int>());
  cg::reduce_store_async(tile, *last, 5, cg::plus<int>());
  cg::reduce_store_async(tile, plain + t / 16, t, cg::less<int>());
}

// Each thread takes some places; the places of all are one after another.
__global__ void allocate(Atomic *exclusive, Atomic *inclusive, int *taken) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, wanted = t % 3;
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  int at = cg::exclusive_scan_update(tile, *exclusive, wanted);
  for (int i = 0; i < wanted; ++i)
    atomicAdd(&taken[at + i], 1);
  int end =
      cg::inclusive_scan_update(tile, *inclusive, wanted, cg::plus<int>());
  for (int i = 0; i < wanted; ++i)
    atomicAdd(&taken[end - 1 - i], 10);
}

int main() {
  const int n = 192;
  DeviceArray<int> cells(5), plain(n / 16), taken(n);
  Atomic *atomics = reinterpret_cast<Atomic *>(cells.data());
  reduceInto<<<3, n / 3>>>(&atomics[0], &atomics[1], &atomics[2], plain);
  std::vector<int> got = cells.read();
  expectValue(got[0], n * (n - 1) / 2, "sum");
  expectValue(got[1], n - 1, "most");
  expectValue(got[2], 80, "stored");
  expect(plain, [](int i) { return 16 * i; });
  allocate<<<3, n / 3>>>(&atomics[3], &atomics[4], taken);
  expectValue(cells.read()[3], n, "exclusive");
  expectValue(cells.read()[4], n, "inclusive");
  expect(taken, [](int) { return 11; });
}
