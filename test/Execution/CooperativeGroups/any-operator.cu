// RUN: %check-execution %s
// The operator of reductions and scans is a function, a pointer to one, a
// lambda, or any object that can be called.
#include "../check.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/atomic>
namespace cg = cooperative_groups;

struct Softmax {
  float max, sum;
};
__device__ Softmax combine(Softmax a, Softmax b) {
  return {fmaxf(a.max, b.max), a.sum + b.sum};
}
__device__ int largest(const int &a, const int &b) noexcept {
  return a < b ? b : a;
}
template <class T> __device__ T add(T a, T b) { return a + b; }

struct Mutable {
  int calls = 0;
  __device__ int operator()(int a, int b) {
    ++calls;
    return a + b;
  }
};

const int threads = 96, results = 11;

__global__ void kernel(int *out, cuda::atomic<int> *sums) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  int t = threadIdx.x, v = (t * 29) % 64, offset = 5;
  int *mine = out + t * results;
  Softmax s = cg::reduce(tile, Softmax{float(v), 1.0f}, combine);
  mine[0] = (int)s.max;
  mine[1] = (int)s.sum;
  mine[2] = cg::reduce(tile, v, largest);
  int (*pointer)(int, int) = add<int>;
  mine[3] = cg::reduce(tile, v, pointer);
  mine[4] = cg::reduce(tile, v, [](int a, int b) { return a + b; });
  mine[5] = cg::reduce(
      tile, v, [&offset](auto a, auto b) { return a + b + (offset - 5); });
  mine[6] = cg::reduce(tile, v, Mutable());
  mine[7] = cg::inclusive_scan(tile, v, add<int>);
  mine[8] = cg::exclusive_scan(tile, v, [](int a, int b) { return a + b; });
  mine[9] = 0;
  if (t % 2) {
    auto odd = cg::coalesced_threads();
    mine[9] = cg::reduce(odd, v, largest);
  }
  mine[10] = cg::inclusive_scan_update(tile, sums[t / 32], v, add<int>);
  cg::reduce_update_async(tile, sums[3], v, add<int>);
  cg::reduce_store_async(tile, out + threads * results + t / 32, v, largest);
}

int main() {
  DeviceArray<int> out(threads * results + 3);
  cuda::atomic<int> *sums;
  cudaMallocManaged(&sums, 4 * sizeof *sums);
  for (int i = 0; i < 4; ++i)
    sums[i] = 100 * i;
  kernel<<<1, threads>>>(out, sums);
  auto got = out.read();
  int total = 0;
  for (int t = 0; t < threads; ++t) {
    auto value = [](int t) { return (t * 29) % 64; };
    int first = t / 32 * 32, max = 0, sum = 0, before = 0, odd = 0;
    for (int u = first; u < first + 32; ++u) {
      max = std::max(max, value(u));
      sum += value(u);
      if (u < t)
        before += value(u);
      if (u % 2)
        odd = std::max(odd, value(u));
    }
    total += value(t);
    int want[results] = {max,
                         32,
                         max,
                         sum,
                         sum,
                         sum,
                         sum,
                         before + value(t),
                         before,
                         t % 2 ? odd : 0,
                         100 * (t / 32) + before + value(t)};
    for (int i = 0; i < results; ++i)
      if (got[t * results + i] != want[i]) {
        printf("thread %d, result %d: %d, not %d\n", t, i, got[t * results + i],
               want[i]);
        return 1;
      }
    if (got[threads * results + t / 32] != max)
      return 2;
  }
  expectValue(sums[3].load(), 300 + total, "reduce_update_async");
}
