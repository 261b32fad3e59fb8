// RUN: %check-execution %s
// Barriers that can go and barriers that cannot, loads that can be saved and
// loads that cannot; positions that start anywhere; conditions on one thread of
// a row; choices of a place to load from; elections, in which the last thread
// that stores is found by all.
#include "../check.h"

#include <algorithm>

constexpr int side = 16, threads = side * side;

// The layer of a neural network, with a tree of sums.
__global__ void layer(const int *input, const int *weights, int *out) {
  __shared__ int node[side], matrix[side][side];
  int x = threadIdx.x, y = threadIdx.y;
  if (x == 0)
    node[y] = input[blockIdx.x * side + y];
  __syncthreads();
  matrix[y][x] = weights[y * side + x];
  __syncthreads();
  matrix[y][x] = matrix[y][x] * node[y];
  __syncthreads();
  for (int i = 1; i <= 4; ++i) {
    int power = 1 << i;
    if (y % power == 0)
      matrix[y][x] += matrix[y + power / 2][x];
    __syncthreads();
  }
  if (y == 0)
    out[blockIdx.x * side + x] = matrix[0][x];
}

// Each barrier is needed: values go from thread to thread.
__global__ void turns(int *out, int n) {
  __shared__ int a[threads];
  int t = threadIdx.x + side * threadIdx.y;
  a[t] = t;
  for (int i = 0; i < n; ++i) {
    __syncthreads();
    int v = a[(t + 1) % threads];
    __syncthreads();
    a[t] = v + 1;
  }
  out[t] = a[t];
}

// A block of one thread changes what it has read.
__global__ void alone(int *counter, int *out, int n) {
  int i = 0;
  while (i < counter[0]) {
    counter[0] = counter[0] - 1;
    __syncthreads();
    ++i;
  }
  out[threadIdx.x] = i * 100 + counter[0];
}

// Threads that end read before others, behind a barrier that only those come
// to, write.
__global__ void early(int *shared, int *out) {
  int t = threadIdx.x;
  shared[t] = t;
  __syncthreads();
  if (t % 3 == 0) {
    out[t] = shared[(t * 7 + 5) % 64];
    return;
  }
  __syncthreads();
  shared[t] = -1;
  __syncthreads();
  out[t] = shared[(t + 1) % 64];
}

__global__ void eliminate(int *m, int *b, const int *f, int n, int k) {
  int j = k + blockIdx.x * blockDim.x + threadIdx.x;
  int i = k + 1 + blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= n || j >= n)
    return;
  m[i * n + j] -= f[i] * m[k * n + j];
  if (j == k)
    b[i] -= f[i] * b[k];
}

// One thread for each key is elected: the one whose store is left.
__global__ void elect(const int *keys, int *won, int n) {
  __shared__ int owner[64];
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    int key = keys[i * blockDim.x + t] & 63;
    owner[key] = t;
    __syncthreads();
    won[i * blockDim.x + t] = owner[key] == t;
    __syncthreads();
  }
}

// Lanes count by trying again until their own store is the one that is left.
__global__ void count(const int *keys, unsigned *counts, int n) {
  __shared__ volatile unsigned table[2][64];
  int t = threadIdx.x;
  volatile unsigned *own = table[t / 32];
  table[t / 32][t % 32] = table[t / 32][t % 32 + 32] = 0;
  __syncthreads();
  for (int i = t; i < n; i += blockDim.x) {
    unsigned key = keys[i] & 63, count;
    do {
      count = (own[key] & 0x7ffffff) + 1;
      count |= unsigned(t) << 27;
      own[key] = count;
    } while (own[key] != count);
  }
  __syncthreads();
  counts[t] = (table[0][t] & 0x7ffffff) + (table[1][t] & 0x7ffffff);
}

__global__ void neighbours(const int *in, int *out, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < n) {
    int left = in[x == 0 ? 0 : x - 1], right = in[min(x + 1, n - 1)];
    out[x] = 4 * left + 2 * in[x] + right + in[x + (x < n - 2)];
  }
}

int main() {
  std::vector<int> values(4096);
  for (int i = 0; i < 4096; ++i)
    values[i] = i * 37 % 101 - 50;
  DeviceArray<int> in(values), out(threads);
  DeviceArray<int> sums(3 * side);
  layer<<<3, dim3(side, side)>>>(in, in, sums);
  expect(sums, [&](int i) {
    int sum = 0;
    for (int y = 0; y < side; ++y)
      sum += values[y * side + i % side] * values[i / side * side + y];
    return sum;
  });
  turns<<<1, dim3(side, side)>>>(out, 5);
  expect(out, [](int t) { return (t + 5) % threads + 5; });

  DeviceArray<int> counter(std::vector<int>{10}), result(1);
  alone<<<1, 1>>>(counter, result, 7);
  expect(result, [](int) { return 505; });

  DeviceArray<int> memory(64), ends(64);
  early<<<1, 64>>>(memory, ends);
  expect(ends, [](int t) {
    int next = (t + 1) % 64;
    return t % 3 == 0 ? (t * 7 + 5) % 64 : next % 3 == 0 ? next : -1;
  });

  DeviceArray<int> won(4096);
  elect<<<1, 256>>>(in, won, 16);
  std::vector<int> winners(16 * 64);
  std::vector<int> got = won.read();
  for (int i = 0; i < 4096; ++i)
    winners[i / 256 * 64 + (values[i] & 63)] += got[i];

  expect(winners, [&](int at) {
    auto begin = values.begin() + at / 64 * 256;
    return int(std::any_of(begin, begin + 256,
                           [&](int v) { return (v & 63) == at % 64; }));
  });
  DeviceArray<unsigned> counts(64);
  count<<<1, 64>>>(in, counts, 4096);
  expect(counts, [&](int key) {
    return unsigned(std::count_if(values.begin(), values.end(),
                                  [&](int v) { return (v & 63) == key; }));
  });

  constexpr int n = 50, k = 3;
  DeviceArray<int> m(values), b(values), f(values);
  eliminate<<<dim3(3, 4), dim3(side, side)>>>(m, b, f, n, k);
  expect(m, [&](int at) {
    int i = at / n, j = at % n;
    bool is = i > k && i < n && j >= k;
    return values[at] - (is ? values[i] * values[k * n + j] : 0);
  });
  expect(b, [&](int i) {
    return values[i] - (i > k && i < n ? values[i] * values[k] : 0);
  });
  for (int count : {1, 2, 3, 31, 32, 33, 100}) {
    DeviceArray<int> near(100);
    neighbours<<<4, 32>>>(in, near, count);
    expect(near, [&](int x) {
      if (x >= count)
        return 0;
      int left = values[std::max(x - 1, 0)];
      int right = values[std::min(x + 1, count - 1)];
      return 4 * left + 2 * values[x] + right + values[x + (x < count - 2)];
    });
  }
}
