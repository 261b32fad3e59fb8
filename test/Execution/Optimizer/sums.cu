// RUN: %check-execution %s
// Updates of what all blocks share: combined before memory is, or not.
#include "../check.h"

__device__ unsigned counter;
__device__ double total;

// One place, an element for each thread, and one that depends on the data.
__global__ void plain(const int *in, int *sum, int *columns, int *bins, int n) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i >= n)
    return;
  int value = in[i];
  atomicAdd(sum, value);
  atomicAdd(&columns[t], value);
  atomicAdd(&bins[value & 15], 1);
  atomicAdd(&counter, 1u);
  atomicAdd(&total, 0.5);
}

// The other kinds. What no thread comes to must stay as it is, and need not be
// there: `few` has three elements, as `in` has nothing above 2.
__global__ void kinds(const int *in, int *least, int *most, unsigned *set,
                      unsigned *left, unsigned *flipped, unsigned *largest,
                      float *few, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int value = in[i];
  atomicMin(least, value - 1000);
  atomicMax(most, value - 1000);
  atomicOr(set, 1u << (value & 31));
  atomicAnd(left, ~(1u << (value & 31)));
  atomicXor(flipped, (unsigned)value);
  atomicMax(largest, (unsigned)value);
  if (value % 7 < 3)
    atomicAdd(&few[value % 7 & 7], 0.25f);
}

// The thread reads what it has added; another thread does, after a barrier.
__global__ void reads(int *own, int *sums, int *out) {
  int t = threadIdx.x, b = blockIdx.x;
  atomicAdd(&own[t], 1);
  int seen = own[t];
  out[b * 64 + t] = seen > 0;
  atomicAdd(&sums[t], 1);
  __syncthreads();
  out[b * 64 + t] += 10 * (sums[(t + 1) % 64] > 0);
}

// Two kinds of updates of what may be the same place.
__global__ void mixed(int *a, int *b) {
  atomicAdd(a, 1);
  atomicMax(b, 1000);
}

// The last block knows by another counter that all have added.
__global__ void last(const int *in, int *sum, unsigned *done, int *result) {
  __shared__ bool isLast;
  atomicAdd(sum, in[blockIdx.x * 64 + threadIdx.x]);
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    isLast = atomicAdd(done, 1) == gridDim.x - 1;
  __syncthreads();
  if (isLast && threadIdx.x == 0)
    *result = *(volatile int *)sum;
}

// A row of places for each part of the grid, and a loop around the update.
__global__ void rows(const int *in, int *out, int n) {
  int t = threadIdx.x;
  for (int k = 0; k < 4; ++k) {
    int i = (blockIdx.x * 4 + k) * 64 + t;
    if (i < n)
      atomicAdd(&out[k * 64 + t], in[i]);
  }
}

int main() {
  const int blocks = 157, n = blocks * 64 - 11;
  std::vector<int> values(blocks * 64);
  for (int i = 0; i < blocks * 64; ++i)
    values[i] = i * 7919 % 1001;
  DeviceArray<int> in(values), sum(1), columns(64), bins(16);
  plain<<<blocks, 64>>>(in, sum, columns, bins, n);
  std::vector<int> wanted(64), counts(16);
  int all = 0;
  for (int i = 0; i < n; ++i) {
    all += values[i];
    wanted[i % 64] += values[i];
    ++counts[values[i] & 15];
  }
  expect(sum, [&](int) { return all; });
  expect(columns, [&](int i) { return wanted[i]; });
  expect(bins, [&](int i) { return counts[i]; });
  unsigned counted;
  double added;
  cudaMemcpyFromSymbol(&counted, counter, sizeof(counted));
  cudaMemcpyFromSymbol(&added, total, sizeof(added));
  expectValue(counted, unsigned(n), "counted");
  expectValue(added, n * 0.5, "added");

  DeviceArray<int> least(1), most(std::vector<int>{-5000});
  DeviceArray<unsigned> set(1), left(std::vector<unsigned>{~0u}), flipped(1),
      largest(1);
  DeviceArray<float> few(std::vector<float>{-0.0f, 1, 2});
  kinds<<<blocks, 64>>>(in, least, most, set, left, flipped, largest, few, n);
  int lo = 0, hi = -5000;
  unsigned bits = 0, flips = 0, top = 0;
  std::vector<float> parts = {0, 1, 2};
  for (int i = 0; i < n; ++i) {
    lo = std::min(lo, values[i] - 1000);
    hi = std::max(hi, values[i] - 1000);
    bits |= 1u << (values[i] & 31);
    flips ^= values[i];
    top = std::max(top, unsigned(values[i]));
    if (values[i] % 7 < 3)
      parts[values[i] % 7] += 0.25f;
  }
  expect(least, [&](int) { return lo; });
  expect(most, [&](int) { return hi; });
  expect(set, [&](int) { return bits; });
  expect(left, [&](int) { return ~bits; });
  expect(flipped, [&](int) { return flips; });
  expect(largest, [&](int) { return top; });
  expect(few, [&](int i) { return parts[i]; });

  DeviceArray<int> own(64), sums(64), out(blocks * 64);
  reads<<<blocks, 64>>>(own, sums, out);
  expect(out, [](int) { return 11; });
  expect(own, [&](int) { return blocks; });

  DeviceArray<int> one(1), other(1);
  mixed<<<blocks, 64>>>(one, other);
  expect(one, [&](int) { return blocks * 64; });
  expect(other, [](int) { return 1000; });

  DeviceArray<int> again(1), result(1);
  DeviceArray<unsigned> done(1);
  last<<<blocks, 64>>>(in, again, done, result);
  int every = 0;
  for (int value : values)
    every += value;
  expect(result, [&](int) { return every; });

  DeviceArray<int> table(256);
  rows<<<(n + 255) / 256, 64>>>(in, table, n);
  std::vector<int> places(256);
  for (int i = 0; i < n; ++i)
    places[i % 256] += values[i];
  expect(table, [&](int i) { return places[i]; });
}
