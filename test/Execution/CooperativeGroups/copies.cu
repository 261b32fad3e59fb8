// RUN: %check-execution %s
// REQUIRES: cccl
// memcpy_async of a group, in bytes and in elements, with wait and wait_prior.
#include "../check.h"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
namespace cg = cooperative_groups;

enum { threads = 64, elements = 150 };

__global__ void kernel(const int *in, int *out) {
  __shared__ int first[elements], second[elements];
  __shared__ char odd[4][7];
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<16>(block);
  cg::memcpy_async(block, first, in, sizeof(int) * elements);
  cg::memcpy_async(block, second, elements, in + 1000, elements - 10);
  cg::wait_prior<1>(block);
  int sum = first[(threadIdx.x * 7) % elements];
  cg::wait(block);
  sum += second[(threadIdx.x * 3) % (elements - 10)];
  int part = tile.meta_group_rank();
  cg::memcpy_async(tile, odd[part], (const char *)(in + 2000 + part), 7);
  cg::wait(tile);
  sum += odd[part][0] + odd[part][4] * 1000;
  cg::memcpy_async(block, first, in + 500, cuda::aligned_size_t<16>(64));
  cg::wait(block);
  out[threadIdx.x] = sum + first[threadIdx.x % 16];
}

int main() {
  std::vector<int> values(3000);
  for (int i = 0; i < 3000; ++i)
    values[i] = i * i % 100;
  DeviceArray<int> in(values), out(threads);
  kernel<<<1, threads>>>(in, out);
  expect(out, [&](int t) {
    return values[t * 7 % elements] + values[1000 + t * 3 % (elements - 10)] +
           values[2000 + t / 16] + 1000 * values[2001 + t / 16] +
           values[500 + t % 16];
  });
}
