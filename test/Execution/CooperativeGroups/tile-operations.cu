// RUN: %check-execution %s
// All that a tile of up to 32 threads can do, in every size.
#include "../check.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

constexpr int threads = 64, results = 24;

struct Big {
  double x;
  int a, b;
  short c;
};

// Groups combine in any order: this operation is associative and commutative.
struct Two {
  unsigned product, sum;
};
struct Both {
  __host__ __device__ Two operator()(Two f, Two g) const {
    return {f.product * g.product, f.sum + g.sum};
  }
};

__host__ __device__ int value(int t) { return (t * 37 + 11) % 101 - 50; }
__host__ __device__ Two map(int t) {
  return {unsigned(2 * t + 3), unsigned(t * t + 1)};
}

template <int Size> __global__ void kernel(long long *out) {
  auto block = cg::this_thread_block();
  cg::thread_block_tile<Size> tile = cg::tiled_partition<Size>(block);
  int t = block.thread_rank(), v = value(t);
  long long *mine = out + t * results;
  mine[0] = tile.shfl(v, 5 % Size);
  mine[1] = tile.shfl_up(v, 1);
  mine[2] = tile.shfl_down(double(v), 3);
  mine[3] = tile.shfl_xor((long long)v << 33, Size / 2);
  mine[4] = tile.any(v > 40) != 0;
  mine[5] = tile.all(v < 40) != 0;
  mine[6] = tile.ballot(v > 0);
  mine[7] = tile.match_any(v / 20);
  int all = 7;
  mine[8] = tile.match_all(t / 32, all);
  mine[9] = all;
  mine[10] = cg::reduce(tile, v, cg::plus<int>());
  mine[11] = cg::reduce(tile, v, cg::less<int>());
  mine[12] = cg::reduce(tile, unsigned(v), cg::greater<unsigned>());
  mine[13] = cg::reduce(tile, v, cg::bit_and<int>());
  mine[14] = cg::reduce(tile, (long long)v << 20, cg::bit_or<long long>());
  mine[15] = (long long)cg::reduce(tile, double(v), cg::plus<double>());
  Two f = cg::reduce(tile, map(t), Both());
  mine[16] = f.product;
  mine[17] = f.sum;
  Big big = tile.shfl(Big{v * 0.5, t, -t, short(v)}, 0);
  mine[18] = (long long)(big.x * 2) + big.a - big.b + big.c;
  mine[19] = cg::inclusive_scan(tile, v);
  mine[20] = cg::exclusive_scan(tile, v, cg::plus<int>());
  mine[21] = cg::inclusive_scan(tile, map(t), Both()).sum;
  mine[22] = cg::exclusive_scan(tile, v, cg::greater<int>());
  mine[23] = cg::invoke_one_broadcast(tile, [&] { return v * 3; });
  tile.sync();
}

long long wanted(int size, int t, int which) {
  int first = t / size * size, last = first + size - 1, rank = t - first;
  int v = value(t);
  auto fold = [&](auto start, auto step) {
    for (int i = first; i <= last; ++i)
      start = step(start, i);
    return (long long)start;
  };
  auto composed = [&](int until) {
    Two f = map(first);
    for (int i = first + 1; i <= until; ++i)
      f = Both()(f, map(i));
    return f;
  };
  switch (which) {
  case 0:
    return value(first + 5 % size);
  case 1:
    return value(rank ? t - 1 : t);
  case 2:
    return value(t + 3 <= last ? t + 3 : t);
  case 3:
    return (long long)value(t ^ size / 2) << 33;
  case 4:
    return fold(0, [](int s, int i) { return s | (value(i) > 40); });
  case 5:
    return fold(1, [](int s, int i) { return s & (value(i) < 40); });
  case 6:
    return fold(0u, [&](unsigned s, int i) {
      return s | unsigned(value(i) > 0) << (i - first);
    });
  case 7:
    return fold(0u, [&](unsigned s, int i) {
      return s | unsigned(value(i) / 20 == v / 20) << (i - first);
    });
  case 8:
    return size == 32 ? 0xffffffffll : (1ll << size) - 1;
  case 9:
    return 1;
  case 10:
  case 15:
    return fold(0, [](int s, int i) { return s + value(i); });
  case 11:
    return fold(100, [](int s, int i) { return std::min(s, value(i)); });
  case 12:
    return fold(
        0u, [](unsigned s, int i) { return std::max(s, unsigned(value(i))); });
  case 13:
    return fold(-1, [](int s, int i) { return s & value(i); });
  case 14:
    return fold(0, [](int s, int i) { return s | value(i); }) << 20;
  case 16:
    return composed(last).product;
  case 17:
    return composed(last).sum;
  case 18:
    return 2 * value(first) + 2 * first;
  case 19:
  case 20: {
    long long sum = which == 19 ? v : 0;
    for (int i = first; i < t; ++i)
      sum += value(i);
    return sum;
  }
  case 21:
    return composed(t).sum;
  case 22: {
    if (rank == 0)
      return 0;
    int most = value(first);
    for (int i = first; i < t; ++i)
      most = std::max(most, value(i));
    return most;
  }
  default:
    return value(first) * 3;
  }
}

template <int Size> void check() {
  DeviceArray<long long> out(threads * results);
  kernel<Size><<<1, threads>>>(out);
  expect(out, [](int i) { return wanted(Size, i / results, i % results); });
}

int main() {
  check<1>();
  check<2>();
  check<4>();
  check<8>();
  check<16>();
  check<32>();
}
