// RUN: %check-execution %s
// Loads and stores with cache hints, atomic sums, and shuffles of half and
// bfloat16, alone and in pairs; shared memory; a union with bits.
#include "../check.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

template <class T, class T2>
__global__ void loads(const T *in, const T2 *pairs, T *out, T2 *outPairs) {
  __shared__ T tile[64];
  int i = threadIdx.x;
  tile[63 - i] = __ldg(in + i);
  __syncthreads();
  T sum = tile[i] + __ldca(in + i) + __ldcg(in + i);
  __stcg(out + i, sum + __ldcs(in + i) + __ldcv(in + i));
  T2 pair = __ldg(pairs + i) + __ldlu(pairs + i);
  __stcs(outPairs + i, pair);
  __stwt(outPairs + i, __ldcg(outPairs + i) * pair);
}

template <class T, class T2> __global__ void sums(T *sum, T2 *pair, T *old) {
  T before = atomicAdd(sum, T(1.0f));
  T2 beforePair = atomicAdd(pair, T2(T(2.0f), T(0.5f)));
  if (float(before) < 0 || float(beforePair.y) < 0)
    atomicAdd(old, T(1.0f));
}

template <class T, class T2> __global__ void shuffles(const T *in, float *out) {
  int i = threadIdx.x;
  T value = in[i];
  T2 pair(value, in[63 - i]);
  unsigned all = 0xffffffff;
  T2 rotated = __shfl_sync(all, pair, (i + 1) % 32);
  out[i] = float(__shfl_sync(all, value, 3)) +
           64 * float(__shfl_xor_sync(all, value, 5)) +
           4096 * float(__shfl_up_sync(all, value, 2)) +
           float(__shfl_down_sync(all, value, 1, 8)) / 64;
  out[64 + i] = __low2float(rotated) + 64 * __high2float(rotated) +
                4096 * __high2float(__shfl_xor_sync(all, pair, 31)) +
                __low2float(__shfl_down_sync(all, pair, 4)) / 64;
}

/// The sum of a warp's numbers, as programs write it.
template <class T2> __global__ void reduce(const T2 *in, T2 *out) {
  T2 sum = in[threadIdx.x];
  for (int offset = 16; offset > 0; offset /= 2)
    sum = __hadd2(sum, __shfl_down_sync(0xffffffff, sum, offset));
  if (threadIdx.x % 32 == 0)
    out[threadIdx.x / 32] = sum;
}

template <class T, class T2> void check() {
  const int n = 64;
  std::vector<T> values(n);
  std::vector<T2> pairs(n);
  for (int i = 0; i < n; ++i) {
    values[i] = T(float(i));
    pairs[i] = T2(T(float(i % 8)), T(0.5f));
  }
  DeviceArray<T> in(values), out(n), sum(1), bad(1);
  DeviceArray<T2> pairsIn(pairs), pairsOut(n), pairSum(1), reduced(2);
  loads<T, T2><<<1, n>>>(in, pairsIn, out, pairsOut);
  auto singles = out.read();
  auto doubles = pairsOut.read();
  for (int i = 0; i < n; ++i) {
    float want = 63 - i + 4 * i;
    if (float(singles[i]) != want)
      fail("a load", float(singles[i]), want);
    float low = 4 * (i % 8) * (i % 8);
    if (__low2float(doubles[i]) != low || __high2float(doubles[i]) != 1)
      fail("a pair", __low2float(doubles[i]), low);
  }

  // Up to 128, every sum is exact.
  sums<T, T2><<<2, 32>>>(sum, pairSum, bad);
  expectValue(float(sum.read()[0]), 64.0f, "atomicAdd");
  expectValue(__low2float(pairSum.read()[0]), 128.0f, "atomicAdd, low");
  expectValue(__high2float(pairSum.read()[0]), 32.0f, "atomicAdd, high");
  expectValue(float(bad.read()[0]), 0.0f, "old values");

  DeviceArray<float> shuffled(2 * n);
  shuffles<T, T2><<<1, n>>>(in, shuffled);
  expect(shuffled, [](int k) {
    int i = k % 64, lane = i % 32, warp = i - lane;
    if (k < 64)
      return warp + 3 + 64.0f * (i ^ 5) + 4096.0f * (lane < 2 ? i : i - 2) +
             (lane % 8 == 7 ? i : i + 1) / 64.0f;
    int next = warp + (i + 1) % 32;
    return next + 64.0f * (63 - next) + 4096.0f * (63 - (i ^ 31)) +
           (lane + 4 > 31 ? i : i + 4) / 64.0f;
  });
  reduce<T2><<<1, n>>>(pairsIn, reduced);
  for (T2 pair : reduced.read()) {
    expectValue(__low2float(pair), 112.0f, "reduced, low");
    expectValue(__high2float(pair), 16.0f, "reduced, high");
  }
}

int main() {
  check<__half, __half2>();
  check<__nv_bfloat16, __nv_bfloat162>();

  static_assert(sizeof(half) == 2 && sizeof(half2) == 4, "sizes");
  static_assert(alignof(half2) == 4 && alignof(__nv_bfloat162) == 4, "aligned");
  half h = 1.5;
  half2 pair(h, 2);
  ++h;
  h *= half(2);
  expectValue(float(h), 5.0f, "host arithmetic");
  expectValue(int(h) + (h > half(4)), 6, "host comparison");
  expectValue(float(half(__nv_bfloat16(3.0f))), 3.0f, "from bfloat16");
  pair += pair;
  expectValue(__high2float(pair), 4.0f, "host pair");
  __half2_raw rawPair = pair;
  pair = half2();
  expectValue(__low2float(pair), 0.0f, "an empty pair");
  pair = rawPair;
  expectValue(__low2float(pair), 3.0f, "a raw pair");
  __half_raw raw = h;
  expectValue(int(raw.x), 0x4500, "raw");
}
