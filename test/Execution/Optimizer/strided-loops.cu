// RUN: %check-execution %s
// Loops that the threads of a block or a grid share out: all lengths, so that
// the last round is for some threads, for all, or there is none.
#include "../check.h"

#include <algorithm>

__global__ void grid(const int *in, int *out, int n) {
  __shared__ int partial[64];
  int mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += blockDim.x * gridDim.x)
    mine += in[i];
  partial[threadIdx.x] = mine;
  __syncthreads();
  for (int half = 32; half > 0; half >>= 1) {
    if (threadIdx.x < half)
      partial[threadIdx.x] += partial[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = partial[0];
}

__global__ void counts(const int *in, int *out, int n) {
  // Ten counts, the largest value, and a sum by compare and swap.
  __shared__ int bins[12];
  for (int i = threadIdx.x; i < 12; i += blockDim.x)
    bins[i] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    atomicAdd(&bins[in[i] % 10], 1);
    atomicMax(&bins[10], in[i]);
    int old = bins[11], seen;
    while ((seen = atomicCAS(&bins[11], old, old + in[i])) != old)
      old = seen;
  }
  __syncthreads();
  for (int i = threadIdx.x; i < 12; i += 64)
    out[i] = bins[i];
}

// Rows of a tile that the block shares out evenly, but for the last two loops;
// the counter may be unsigned, and the last row is somewhere.
__global__ void rows(const int *in, int *out) {
  __shared__ int tile[48][8];
  int x = threadIdx.x;
  for (int i = threadIdx.y; i < 48; i += blockDim.y)
    tile[i][x] = in[i * 8 + x];
  __syncthreads();
  int sum = 0, last = -1;
  for (unsigned i = 2 * threadIdx.y; i < 48; i += 2 * blockDim.y) {
    sum += tile[i][x] * 3 + tile[i + 1][x];
    last = i;
  }
  for (int i = threadIdx.y; i < 45; i += 8)
    sum += tile[i][x] * 5;
  for (int i = threadIdx.y + 41; i < 48; i += 8)
    sum += tile[i][x] * 7;
  out[threadIdx.y * 8 + x] = sum + last * 1000;
}

// Atomics in a loop that the grid shares out, on shared and on global memory,
// one with a result that is used.
__global__ void places(const int *in, int *out, int n) {
  __shared__ int bins[10], total;
  for (int i = threadIdx.x; i < 10; i += blockDim.x)
    bins[i] = 0;
  if (threadIdx.x == 0)
    total = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += blockDim.x * gridDim.x) {
    atomicAdd(&bins[in[i] % 10], 1);
    if (atomicAdd(&total, in[i]) < 0)
      atomicAdd(&out[0], 1);
    atomicAdd(&out[11], 1);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < 10; i += blockDim.x)
    atomicAdd(&out[i], bins[i]);
  if (threadIdx.x == 0)
    atomicAdd(&out[10], total);
}

// A step of nothing, and one that wraps around.
__global__ void once(int *out, int n, unsigned step) {
  int rounds = 0;
  for (int i = threadIdx.x; i < n && rounds < 3; i += step)
    ++rounds;
  out[threadIdx.x] = rounds;
}

// A start of twice the thread's index: the first thread may run two rounds more
// than the last.
__global__ void twice(int *out, int n) {
  int rounds = 0;
  for (int i = threadIdx.x + threadIdx.x; i < n; i += 64)
    ++rounds;
  out[threadIdx.x] = rounds;
}

// A step of nothing, in a loop that never runs.
__global__ void never(int *out, int n, int step) {
  for (int i = threadIdx.x; i < n; i += step)
    out[i] = 1;
}

int main() {
  std::vector<int> values(1000);
  for (int i = 0; i < 1000; ++i)
    values[i] = i * 31 % 97;
  DeviceArray<int> in(values);
  for (int n : {0, 1, 63, 64, 65, 127, 128, 129, 500, 639, 640, 641, 1000}) {
    DeviceArray<int> sums(5), bins(12);
    grid<<<5, 64>>>(in, sums, n);
    expect(sums, [&](int b) {
      int sum = 0;
      for (int i = 0; i < n; ++i)
        if (i / 64 % 5 == b)
          sum += values[i];
      return sum;
    });
    counts<<<1, 64>>>(in, bins, n);
    expect(bins, [&](int bin) {
      int count = 0, largest = 0, sum = 0;
      for (int i = 0; i < n; ++i) {
        count += values[i] % 10 == bin;
        largest = std::max(largest, values[i]);
        sum += values[i];
      }
      return bin < 10 ? count : bin == 10 ? largest : sum;
    });
    DeviceArray<int> all(12);
    places<<<3, 64>>>(in, all, n);
    expect(all, [&](int bin) {
      int count = 0, sum = 0;
      for (int i = 0; i < n; ++i) {
        count += values[i] % 10 == bin;
        sum += values[i];
      }
      return bin < 10 ? count : bin == 10 ? sum : n;
    });
  }
  DeviceArray<int> rounds(64);
  once<<<1, 64>>>(rounds, 60, 0);
  expect(rounds, [](int t) { return t < 60 ? 3 : 0; });
  once<<<1, 64>>>(rounds, 2147483647, 2147483640);
  expect(rounds, [](int t) { return t == 7 ? 1 : 3; });
  twice<<<1, 64>>>(rounds, 100);
  expect(rounds, [](int t) { return (100 - 2 * t + 63) / 64 * (2 * t < 100); });
  DeviceArray<int> untouched(64);
  never<<<1, 64>>>(untouched, 0, 0);
  expect(untouched, [](int) { return 0; });
  std::vector<int> cells(48 * 8);
  for (int i = 0; i < 48 * 8; ++i)
    cells[i] = i * 11 % 17;
  DeviceArray<int> tile(cells), sums(64);
  rows<<<1, dim3(8, 8)>>>(tile, sums);
  expect(sums, [&](int t) {
    int x = t % 8, y = t / 8, sum = 0;
    auto cell = [&](int i) { return cells[i * 8 + x]; };
    for (int i = 2 * y; i < 48; i += 16)
      sum += cell(i) * 3 + cell(i + 1);
    for (int i = y; i < 45; i += 8)
      sum += cell(i) * 5;
    for (int i = y + 41; i < 48; i += 8)
      sum += cell(i) * 7;
    return sum + (2 * y + 32) * 1000;
  });
}
