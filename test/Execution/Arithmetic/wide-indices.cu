// RUN: %check-execution %s

// Indices and limits of all integer types, small and at their ends.

#include "../check.h"
#include <climits>
#include <cstdint>

constexpr int length = 1000;

__device__ __host__ float twice(float x) { return 2 * x + 1; }

/// The position is computed in 32 bits without a sign, or in 64 bits.
template <typename Index, bool isWide, typename Limit>
__global__ void guarded(const float *in, float *out, Limit n) {
  Index i = isWide ? Index(blockIdx.x) * blockDim.x + threadIdx.x
                   : blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  out[i] = twice(in[i]);
}

template <typename Index, typename Limit>
__global__ void strided(const float *in, float *out, Limit n) {
  for (Index i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += blockDim.x * gridDim.x)
    out[i] = twice(in[i]);
}

template <typename Index>
__global__ void wideStrided(const float *in, float *out, Index n) {
  for (Index i = Index(blockIdx.x) * blockDim.x + threadIdx.x; i < n;
       i += Index(blockDim.x) * gridDim.x)
    out[i] = twice(in[i]);
}

template <typename Index>
__global__ void inclusive(const float *in, float *out, Index last) {
  Index i = blockIdx.x * blockDim.x + threadIdx.x;
  while (i <= last) {
    out[i] = twice(in[i]);
    i += blockDim.x * gridDim.x;
  }
}

/// A loop of the thread along the columns of a matrix.
template <typename Index>
__global__ void columns(const float *in, float *out, Index w, Index h) {
  Index i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= w)
    return;
  float sum = 0;
  for (Index k = 0; k < h; ++k)
    sum += in[k * w + i];
  out[i] = sum;
}

/// How often threads run, from begins of all kinds.
template <typename Index>
__global__ void counts(int *out, Index first, Index n, Index step) {
  int count = 0;
  for (Index i = first + threadIdx.x; i < n; i += step)
    ++count;
  out[threadIdx.x] = count;
}

template <typename Index> void testCounts(Index first, Index n, Index step) {
  DeviceArray<int> out(64);
  counts<Index><<<1, 64>>>(out, first, n, step);
  expect(out, [&](int t) {
    int count = 0;
    for (Index i = first + unsigned(t); i < n; i += step)
      ++count;
    return count;
  });
}

std::vector<float> input(length);

void expectUpTo(DeviceArray<float> &out, int n) {
  expect(out, [&](int i) { return i < n ? twice(input[i]) : 0; });
  CUDA(cudaMemset(out, 0, length * sizeof(float)));
}

template <typename Index, typename Limit> void testLimit(Limit n, int reached) {
  DeviceArray<float> in(input), out(length);
  guarded<Index, false><<<(length + 63) / 64, 64>>>(in, out, n);
  expectUpTo(out, reached);
  guarded<Index, true><<<(length + 63) / 64, 64>>>(in, out, n);
  expectUpTo(out, reached);
  strided<Index><<<3, 64>>>(in, out, n);
  expectUpTo(out, reached);
}

template <typename Index> void testAll() {
  for (int n : {0, 1, 63, 64, 65, 500, length})
    testLimit<Index, Index>(n, n);
  DeviceArray<float> in(input), out(length);
  for (int n : {1, 200, length}) {
    wideStrided<Index><<<3, 64>>>(in, out, n);
    expectUpTo(out, n);
    inclusive<Index><<<3, 64>>>(in, out, n - 1);
    expectUpTo(out, n);
  }
  columns<Index><<<2, 64>>>(in, out, 100, 10);
  expect(out, [](int i) {
    float sum = 0;
    for (int k = 0; k < 10 && i < 100; ++k)
      sum += input[k * 100 + i];
    return sum;
  });
}

int main() {
  for (int i = 0; i < length; ++i)
    input[i] = i % 37;
  testAll<int>();
  testAll<unsigned>();
  testAll<int64_t>();
  testAll<uint64_t>();

  // Other limits than the index: a negative one is large without a sign.
  testLimit<unsigned, int>(300, 300);
  testLimit<size_t, int>(300, 300);
  testLimit<int64_t, int>(-300, 0);
  testLimit<int64_t, int64_t>(INT64_MIN, 0);
  testLimit<int64_t, int64_t>(-1, 0);
  testLimit<int, int64_t>(INT64_MIN + 5, 0);
  testLimit<int, unsigned>(20, 20);

  // All threads are below these. There are as many as there are places.
  DeviceArray<float> in(input), out(length);
  guarded<size_t, false><<<8, 125>>>(in, out, SIZE_MAX);
  expectUpTo(out, length);
  guarded<size_t, true><<<8, 125>>>(in, out, size_t(1) << 63);
  expectUpTo(out, length);
  guarded<size_t, true><<<8, 125>>>(in, out, -1);
  expectUpTo(out, length);
  guarded<int64_t, true><<<8, 125>>>(in, out, INT64_MAX);
  expectUpTo(out, length);
  guarded<unsigned, false><<<8, 125>>>(in, out, UINT_MAX);
  expectUpTo(out, length);

  testCounts<int>(-100, 100, 7);
  testCounts<int>(INT_MAX - 200, INT_MAX - 20, 9);
  testCounts<unsigned>(UINT_MAX - 200, UINT_MAX - 20, 9);
  testCounts<unsigned>((1u << 31) - 100, (1u << 31) + 100, 11);
  testCounts<int64_t>(-100, 100, 7);
  testCounts<int64_t>(INT64_MAX - 200, INT64_MAX - 20, 9);
  testCounts<int64_t>(INT64_MIN, INT64_MIN + 500, 9);
  testCounts<int64_t>(0, INT64_MIN, 9);
  testCounts<uint64_t>((uint64_t(1) << 63) - 100, (uint64_t(1) << 63) + 100, 9);
  testCounts<uint64_t>(UINT64_MAX - 200, UINT64_MAX - 20, 9);
}
