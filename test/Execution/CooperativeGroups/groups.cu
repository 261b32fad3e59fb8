// RUN: %check-execution %s
// Ranks and sizes of blocks, tiles and grids, and reductions as every course
// writes them.
#include "../check.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void properties(unsigned *out) {
  cg::thread_block block = cg::this_thread_block();
  cg::grid_group grid = cg::this_grid();
  auto tile = cg::tiled_partition<16>(block);
  cg::thread_block_tile<4, cg::thread_block_tile<16, cg::thread_block>> inner =
      cg::tiled_partition<4>(tile);
  cg::thread_block_tile<16> forgetful = tile;
  unsigned *mine = out + grid.thread_rank() * 20;
  mine[0] = block.thread_rank();
  mine[1] = block.size() * 1000 + block.num_threads();
  mine[2] = block.group_index().x * 100 + block.group_index().y;
  mine[3] = block.thread_index().x * 10000 + block.thread_index().y * 100 +
            block.thread_index().z;
  mine[4] = block.dim_threads().x + block.group_dim().y;
  mine[5] = tile.thread_rank() * 100 + tile.size();
  mine[6] = tile.meta_group_rank() * 100 + tile.meta_group_size();
  mine[7] = inner.thread_rank() * 100 + inner.num_threads();
  mine[8] = inner.meta_group_rank() * 100 + inner.meta_group_size();
  mine[9] = forgetful.meta_group_rank() * 100 + forgetful.meta_group_size();
  mine[10] = grid.size() + grid.num_blocks() * 10000;
  mine[11] = grid.block_rank() * 100 + grid.dim_blocks().x;
  mine[12] = cg::thread_rank(block) * 1000 + cg::group_size(tile);
  cg::thread_group any = tile;
  mine[13] = any.thread_rank() * 100 + any.size();
  cg::thread_group whole = block;
  mine[14] = whole.thread_rank() * 1000 + whole.size();
  cg::thread_group eight = cg::tiled_partition(block, 8);
  mine[15] = eight.thread_rank() * 100 + eight.size();
  mine[16] = cg::this_thread().size() * 10 + cg::this_thread().thread_rank();
}

// A function that takes any group, with each kind.
__device__ int sum(cg::thread_group group, int *buffer, int value) {
  int lane = group.thread_rank();
  for (int i = group.size() / 2; i > 0; i /= 2) {
    buffer[lane] = value;
    group.sync();
    if (lane < i)
      value += buffer[lane + i];
    group.sync();
  }
  return value;
}

__global__ void sums(int *out) {
  __shared__ int buffer[128];
  cg::thread_block block = cg::this_thread_block();
  int rank = block.thread_rank();
  int all = sum(block, buffer, rank);
  if (rank == 0)
    out[0] = all;
  cg::sync(block);
  auto tile = cg::tiled_partition<32>(block);
  int ofTile = sum(tile, buffer + rank / 32 * 32, rank);
  if (tile.thread_rank() == 0)
    out[1 + tile.meta_group_rank()] = ofTile;
  block.sync();
  cg::thread_group small = cg::tiled_partition(block, 4);
  int ofSmall = sum(small, buffer + rank / 4 * 4, rank);
  if (small.thread_rank() == 0)
    out[5 + rank / 4] = ofSmall;
  auto token = block.barrier_arrive();
  block.barrier_wait(static_cast<cg::thread_block::arrival_token &&>(token));
}

template <int Size> __device__ int shuffleSum(int value) {
  cg::thread_block_tile<Size> tile =
      cg::tiled_partition<Size>(cg::this_thread_block());
  for (int i = tile.size() / 2; i > 0; i /= 2)
    value += tile.shfl_down(value, i);
  return tile.shfl(value, 0);
}

__global__ void shuffles(int *out) {
  int t = threadIdx.x;
  out[t] = shuffleSum<32>(t);
  out[128 + t] = shuffleSum<8>(t);
  out[256 + t] = shuffleSum<1>(t);
}

int main() {
  const int threads = 64, blocks = 6;
  DeviceArray<unsigned> out(threads * blocks * 20);
  properties<<<dim3(3, 2), dim3(8, 4, 2)>>>(out);
  expect(out, [&](int i) {
    unsigned t = i / 20 % threads, block = i / 20 / threads;
    unsigned want[20] = {t,
                         64064,
                         block % 3 * 100 + block / 3,
                         t % 8 * 10000 + t / 8 % 4 * 100 + t / 32,
                         12,
                         t % 16 * 100 + 16,
                         t / 16 * 100 + 4,
                         t % 4 * 100 + 4,
                         t % 16 / 4 * 100 + 4,
                         t / 16 * 100 + 4,
                         384 + 60000,
                         block * 100 + 3,
                         t * 1000 + 16,
                         t % 16 * 100 + 16,
                         t * 1000 + 64,
                         t % 8 * 100 + 8,
                         10};
    return want[i % 20];
  });

  DeviceArray<int> results(37);
  sums<<<1, 128>>>(results);
  expect(results, [](int i) {
    return i == 0  ? 128 * 127 / 2
           : i < 5 ? 32 * 32 * (i - 1) + 496
                   : 16 * (i - 5) + 6;
  });

  DeviceArray<int> shuffled(3 * 128);
  shuffles<<<1, 128>>>(shuffled);
  expect(shuffled, [](int i) {
    int t = i % 128;
    return i < 128 ? t / 32 * 1024 + 496 : i < 256 ? t / 8 * 64 + 28 : t;
  });
}
