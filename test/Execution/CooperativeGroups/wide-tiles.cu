// RUN: %check-execution --auto %s
// Tiles of several warps.
#include "../check.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__device__ double larger(double a, double b) { return a < b ? b : a; }

template <int Size> __global__ void kernel(int *out) {
  __shared__ cg::block_tile_memory<512> memory;
  __shared__ int buffer[512];
  cg::thread_block block = cg::this_thread_block(memory);
  auto tile = cg::tiled_partition<Size>(block);
  int t = block.thread_rank();
  int sum = 0;
  // Tiles go round differently often.
  for (int i = 0; i <= int(tile.meta_group_rank()); ++i) {
    buffer[t] = t + i;
    tile.sync();
    sum += buffer[t / Size * Size + (t + 33) % Size];
    tile.sync();
  }
  sum += cg::reduce(tile, t, cg::plus<int>());
  sum += int(cg::reduce(tile, double(t), cg::greater<double>()));
  sum -= int(cg::reduce(tile, -double(t), larger));
  sum += tile.shfl(t, 40) + tile.any(t == 300) * 7 + tile.all(t < 256) * 5;
  auto inner = cg::tiled_partition<32>(tile);
  sum += inner.meta_group_rank() * 1000 + inner.meta_group_size();
  cg::sync(tile);
  out[t] = sum + tile.size() + tile.thread_rank();
}

template <int Size> void check() {
  DeviceArray<int> out(512);
  kernel<Size><<<1, 512>>>(out);
  expect(out, [](int t) {
    int first = t / Size * Size, sum = 0;
    for (int i = 0; i <= t / Size; ++i)
      sum += first + (t + 33) % Size + i;
    sum += Size * first + Size * (Size - 1) / 2 + first + Size - 1;
    sum += first;
    sum +=
        first + 40 + (300 / Size == t / Size) * 7 + (first + Size <= 256) * 5;
    sum += t % Size / 32 * 1000 + Size / 32;
    return sum + Size + t % Size;
  });
}

int main() {
  check<64>();
  check<128>();
  check<256>();
  check<512>();
}
