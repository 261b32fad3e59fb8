// RUN: %check-execution %s
// Steps of a scan over the whole grid, with a barrier of the grid after each:
// threads keep values, shared and dynamic shared memory across it. Then a loop
// whose end one thread decides for all.
#include "../check.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void scan(int *a, int *b, int *out, int *rounds, int n) {
  cg::grid_group grid = cg::this_grid();
  __shared__ int own[64];
  extern __shared__ int doubled[];
  int i = grid.thread_rank();
  own[threadIdx.x] = i;
  doubled[threadIdx.x] = 2 * i;
  int tripled = 3 * i;
  int *from = a, *to = b;
  for (int distance = 1; distance < n; distance *= 2) {
    if (i < n)
      to[i] = i >= distance ? from[i] + from[i - distance] : from[i];
    grid.sync();
    int *swap = from;
    from = to;
    to = swap;
  }
  while (*rounds < 5) {
    grid.sync();
    if (i == 0)
      ++*rounds;
    grid.sync();
  }
  // Threads may leave before the rest meets again. (A whole block may not.)
  if (blockIdx.x == 7 && threadIdx.x >= 32)
    return;
  grid.sync();
  if (i < n)
    out[i] =
        from[i] + own[63 - threadIdx.x] + tripled + doubled[63 - threadIdx.x];
}

int main() {
  int n = 500;
  DeviceArray<int> a(std::vector<int>(n, 1)), b(n), out(n), rounds(1);
  int *pa = a, *pb = b, *po = out, *pr = rounds;
  void *args[] = {&pa, &pb, &po, &pr, &n};
  CUDA(cudaLaunchCooperativeKernel((void *)scan, dim3(8), dim3(64), args,
                                   64 * sizeof(int), 0));
  expect(out, [](int i) {
    int mirror = i / 64 * 64 + 63 - i % 64;
    return i / 64 == 7 && i % 64 >= 32 ? 0
                                       : i + 1 + mirror + 3 * i + 2 * mirror;
  });
  expect(rounds, [](int) { return 5; });
}
