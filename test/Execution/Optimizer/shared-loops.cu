// RUN: %check-execution %s
// Loops that the threads of a block share out, over tables and lists of all
// lengths; with what one round leaves for the next, there is an order to keep.
#include "../check.h"

#include <algorithm>

const int kRows = 7, kColumns = 25;

__global__ void table(const int *in, int *out, int n) {
  __shared__ int cells[kRows + 1][kColumns];
  int t = threadIdx.y * blockDim.x + threadIdx.x;
  for (int i = t; i < kRows * kColumns; i += blockDim.x * blockDim.y)
    cells[i / kColumns][i % kColumns] = in[i] + i % kColumns;
  __syncthreads();
  // Of a length that only the launch knows, from a start.
  for (int i = 3 + t; i < n; i += blockDim.x * blockDim.y)
    out[i] = 2 * cells[i / kColumns][i % kColumns] + cells[i / 31][i % 5];
}

// Carried: the best of the sums, and where it is.
__global__ void best(const int *in, int *out) {
  __shared__ int window[40];
  for (int i = threadIdx.x; i < 40; i += 32)
    window[i] = in[i];
  __syncthreads();
  int most = -1, place = -1;
  for (int i = threadIdx.x; i < 30 * 30; i += 32) {
    int y = i / 30, x = i % 30, sum = 0;
    for (int k = 0; k < 10; ++k)
      sum += window[x + k] * window[y + k];
    if (sum > most) {
      most = sum;
      place = i;
    }
  }
  out[threadIdx.x] = most;
  out[32 + threadIdx.x] = place;
}

// A thread goes on from what it wrote itself, or writes somewhere again.
__global__ void ordered(int *chain, int *last, int *swaps, int n) {
  __shared__ int ready;
  if (threadIdx.x == 0)
    ready = 1;
  __syncthreads();
  for (int i = threadIdx.x + 32; i < n; i += 32)
    chain[i] = chain[i - 32] + ready;
  for (int i = threadIdx.x; i < n; i += 32)
    last[i % 32] = i;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += 32)
    atomicExch(&swaps[i % 32], i);
}

// Counts in any order, under a condition that all threads share.
__global__ void counts(const int *in, int *out, int n, int which) {
  __shared__ int bins[16];
  for (int i = threadIdx.x; i < 16; i += 32)
    bins[i] = 0;
  __syncthreads();
  if (which > 0)
    for (int i = threadIdx.x; i < n; i += 32)
      atomicAdd(&bins[in[i] % 16], which);
  else
    for (int i = threadIdx.x; i < n; i += 32)
      atomicMax(&bins[in[i] % 16], in[i]);
  __syncthreads();
  for (int i = threadIdx.x; i < 16; i += 32)
    out[i] = bins[i];
}

// Some threads leave early: the others do their part alone.
__global__ void partial(int *out, int n, int threads) {
  __shared__ int base;
  base = 5;
  __syncthreads();
  if (threadIdx.x >= threads)
    return;
  for (int i = threadIdx.x; i < n; i += 32)
    out[i] = base + i / 9;
}

// Without signs: to an end in memory, near the largest number, and around it.
__global__ void plain(const unsigned *end, int *out, unsigned *rounds) {
  __shared__ unsigned ends[2];
  if (threadIdx.x < 2)
    ends[threadIdx.x] = end[threadIdx.x];
  __syncthreads();
  unsigned n = ends[1] - ends[0];
  for (unsigned i = threadIdx.x; i < n; i += 32)
    out[ends[0] + i] = i / 10 + i % 10;
  __syncthreads();
  unsigned count = 0;
  for (unsigned i = 0xffffff00u + threadIdx.x; i < 0xffffff80u; i += 32)
    ++count;
  rounds[threadIdx.x] = count;
  count = 0;
  for (unsigned i = threadIdx.x; i < 0xff900000u; i += 0x7fc00000u)
    ++count;
  rounds[32 + threadIdx.x] = count;
}

// The thread's own numbers as a row and a column.
__global__ void warps(const int *in, int *out) {
  __shared__ int cells[3][40];
  int lane = threadIdx.x % 40, row = threadIdx.x / 40;
  cells[row][lane] = in[threadIdx.x] * (row + 1);
  __syncthreads();
  out[threadIdx.x] = cells[row][39 - lane];
}

// And the lane's, beside what lanes do together and loops of their own.
__global__ void lanes(const int *in, int *out) {
  int row = threadIdx.x % 32 / 8, column = threadIdx.x % 8;
  int sum = __shfl_xor_sync(0xffffffffu, in[threadIdx.x], 9);
  for (int k = 0; k < 20; ++k)
    sum += in[64 + 32 * k + column] * row;
  out[threadIdx.x] = __shfl_down_sync(0xffffffffu, sum, 8, 16);
}

int main() {
  std::vector<int> values(1000);
  for (int i = 0; i < 1000; ++i)
    values[i] = i * 31 % 97;
  DeviceArray<int> in(values);

  auto cell = [&](int i) { return values[i] + i % kColumns; };
  for (int n : {0, 3, 4, 50, 127, 128, 131, 132, 175}) {
    DeviceArray<int> out(200);
    table<<<1, dim3(32, 2)>>>(in, out, n);
    expect(out, [&](int i) {
      return i < 3 || i >= n ? 0
                             : 2 * cell(i) + cell(i / 31 * kColumns + i % 5);
    });
  }

  DeviceArray<int> found(64);
  best<<<1, 32>>>(in, found);
  expect(found, [&](int j) {
    int most = -1, place = -1;
    for (int i = j % 32; i < 900; i += 32) {
      int sum = 0;
      for (int k = 0; k < 10; ++k)
        sum += values[i % 30 + k] * values[i / 30 + k];
      if (sum > most)
        most = sum, place = i;
    }
    return j < 32 ? most : place;
  });

  for (int n : {0, 20, 32, 33, 100, 320}) {
    DeviceArray<int> chain(320), last(32), swaps(32);
    ordered<<<1, 32>>>(chain, last, swaps, n);
    expect(chain, [&](int i) { return i < n ? i / 32 : 0; });
    auto newest = [&](int t) { return t < n ? (n - 1 - t) / 32 * 32 + t : 0; };
    expect(last, newest);
    expect(swaps, newest);
    for (int which : {0, 3}) {
      DeviceArray<int> bins(16);
      counts<<<1, 32>>>(in, bins, n, which);
      expect(bins, [&](int bin) {
        int count = 0, largest = 0;
        for (int i = 0; i < n; ++i)
          if (values[i] % 16 == bin)
            count += which, largest = std::max(largest, values[i]);
        return which ? count : largest;
      });
    }
    DeviceArray<int> some(320);
    partial<<<1, 32>>>(some, n, 20);
    expect(some, [&](int i) { return i < n && i % 32 < 20 ? 5 + i / 9 : 0; });
  }

  for (unsigned n : {0, 31, 32, 33, 100}) {
    DeviceArray<unsigned> end(std::vector<unsigned>{7, 7 + n}), rounds(64);
    DeviceArray<int> out(120);
    plain<<<1, 32>>>(end, out, rounds);
    expect(out, [&](int j) {
      int i = j - 7;
      return i >= 0 && i < int(n) ? i / 10 + i % 10 : 0;
    });
    expect(rounds, [](int j) {
      unsigned count = 0;
      if (j < 32)
        return 4u;
      for (unsigned i = j - 32; i < 0xff900000u; i += 0x7fc00000u)
        ++count;
      return count;
    });
  }

  DeviceArray<int> mirrored(120);
  warps<<<1, 120>>>(in, mirrored);
  expect(mirrored, [&](int t) {
    int row = t / 40;
    return values[row * 40 + 39 - t % 40] * (row + 1);
  });

  DeviceArray<int> shuffled(64);
  lanes<<<1, 64>>>(in, shuffled);
  expect(shuffled, [&](int t) {
    int from = t % 16 < 8 ? t + 8 : t, sum = values[from ^ 9];
    for (int k = 0; k < 20; ++k)
      sum += values[64 + 32 * k + from % 8] * (from % 32 / 8);
    return sum;
  });
}
