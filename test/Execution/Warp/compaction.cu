// RUN: %check-execution %s
// Ballots that give each thread its place: filtering with one atomic a warp.
// The threads of the last, partial, round are those whose loop still runs.
#include "../check.h"

__global__ void filter(const int *in, int n, int *out, int *count) {
  int lane = threadIdx.x & 31;
  for (int base = blockIdx.x * blockDim.x; base < n;
       base += gridDim.x * blockDim.x) {
    int i = base + threadIdx.x;
    bool wanted = i < n && in[i] % 3 == 0;
    unsigned votes = __ballot_sync(0xffffffff, wanted);
    int leader = __ffs(votes) - 1, place = 0;
    if (votes && lane == leader)
      place = atomicAdd(count, __popc(votes));
    place = __shfl_sync(0xffffffff, place, votes ? leader : 0);
    if (wanted)
      out[place + __popc(votes & ((1u << lane) - 1))] = in[i];
  }
}

// The aggregation that the active mask is for.
__device__ int aggregated(int *counter) {
  unsigned active = __activemask();
  int lane = threadIdx.x & 31, leader = __ffs(active) - 1, old = 0;
  if (lane == leader)
    old = atomicAdd(counter, __popc(active));
  return __shfl_sync(active, old, leader) + __popc(active & ((1u << lane) - 1));
}

__global__ void filterDivergent(const int *in, int n, int *out, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] % 3 == 0)
    out[aggregated(count)] = in[i];
}

void check(void (*kernel)(const int *, int, int *, int *), int blocks) {
  int n = 3000;
  DeviceArray<int> in(iota<int>(n)), out(1000), count(1);
  kernel<<<blocks, 96>>>(in, n, out, count);
  expectValue(count.read()[0], 1000, "count");
  std::vector<int> got = out.read();
  std::vector<char> seen(n);
  for (int v : got)
    seen[v] += 1;
  for (int i = 0; i < n; ++i)
    if (seen[i] != (i % 3 == 0)) {
      printf("%d is there %d times\n", i, seen[i]);
      exit(1);
    }
}

int main() {
  check(filter, 4);
  check(filterDivergent, 32);
}
