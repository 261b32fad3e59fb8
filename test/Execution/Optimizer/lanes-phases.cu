// RUN: %check-execution %s --map=lanes
//
// Kernels with barriers, whose threads are lanes between them.
#include "../check.h"

#include <algorithm>
#include <climits>

__global__ void tree(const float *in, float *out, int n) {
  __shared__ float sums[256];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  sums[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half)
      sums[t] += sums[t + half];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = sums[0];
}

// The loop ends for some lanes before others, near the largest number too.
__global__ void strided(const int *in, long *out, int first, int last) {
  __shared__ long sums[96];
  long sum = 0;
  for (int i = first + int(threadIdx.x); i < last; i += blockDim.x)
    sum += in[i - first];
  sums[threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.x == 0)
    for (int i = 0; i < int(blockDim.x); ++i)
      *out += sums[i];
}

__global__ void product(const int *a, const int *b, int *c, int n) {
  __shared__ int tileA[16][17], tileB[16][17];
  int x = threadIdx.x, y = threadIdx.y, column = blockIdx.x * 16 + x,
      row = blockIdx.y * 16 + y;
  int sum = 0;
  for (int first = 0; first < n; first += 16) {
    tileA[y][x] = row < n && first + x < n ? a[row * n + first + x] : 0;
    tileB[y][x] = first + y < n && column < n ? b[(first + y) * n + column] : 0;
    __syncthreads();
    for (int k = 0; k < 16; ++k)
      sum += tileA[y][k] * tileB[k][x];
    __syncthreads();
  }
  if (row < n && column < n)
    c[row * n + column] = sum;
}

__device__ void order(unsigned &a, unsigned &b, bool up) {
  if ((a > b) == up) {
    unsigned old = a;
    a = b;
    b = old;
  }
}

template <int kSize> __global__ void sort(const unsigned *in, unsigned *out) {
  __shared__ unsigned values[kSize];
  int t = threadIdx.x;
  values[t] = in[blockIdx.x * kSize + t];
  values[t + kSize / 2] = in[blockIdx.x * kSize + t + kSize / 2];
  __syncthreads();
  for (int half = 1; half < kSize; half *= 2) {
    int group = t / half * (2 * half), place = t % half;
    order(values[group + place], values[group + 2 * half - 1 - place], true);
    __syncthreads();
    for (int j = half / 2; j > 0; j /= 2) {
      int at = t / j * (2 * j) + t % j;
      order(values[at], values[at + j], true);
      __syncthreads();
    }
  }
  out[blockIdx.x * kSize + t] = values[t];
  out[blockIdx.x * kSize + t + kSize / 2] = values[t + kSize / 2];
}

// All threads may set the flag, which they have read before: none may set it
// back.
__global__ void flag(const int *in, int *out, int wanted) {
  __shared__ int found;
  int t = threadIdx.x;
  if (t == 0)
    found = 0;
  __syncthreads();
  if (found == 0 && in[blockIdx.x * blockDim.x + t] == wanted)
    found = 1;
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = found;
}

// Values and conditions that live across barriers, in a loop that all leave.
__global__ void halo(const int *from, int *to, int columns, int count) {
  __shared__ int before[128], now[128];
  int t = threadIdx.x, x = int(blockIdx.x) * (128 - 2 * count) - count + t;
  bool isThere = x >= 0 && x < columns, isNew = false;
  if (isThere)
    before[t] = from[x];
  __syncthreads();
  for (int i = 0; i < count; ++i) {
    isNew = false;
    if (t >= i + 1 && t <= 126 - i && isThere) {
      isNew = true;
      int left = before[x > 0 ? t - 1 : t],
          right = before[x < columns - 1 ? t + 1 : t];
      now[t] = min(min(left, before[t]), right) + x;
    }
    __syncthreads();
    if (i == count - 1)
      break;
    if (isNew)
      before[t] = now[t];
    __syncthreads();
  }
  if (isNew)
    to[x] = now[t];
}

// Backwards, for some of the lanes.
__global__ void backwards(const unsigned char *in, unsigned char *out, int n) {
  __shared__ unsigned char bytes[200];
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    if (in[n - 1 - i] % 3 != 0)
      bytes[n - 1 - i] = in[n - 1 - i] / 2;
    else
      bytes[n - 1 - i] = 7;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[i] = bytes[n - 1 - i];
}

// A guard that no thread of a small block meets, with a barrier under it.
__global__ void none(const int *in, int *out, int m) {
  __shared__ short values[128];
  int x = threadIdx.x, t = x + blockDim.x * threadIdx.y;
  values[t] = in[t];
  __syncthreads();
  for (int i = 0; i < 4 && (long long)x + 7 < (long long)m - 5; ++i) {
    __syncthreads();
    values[t] = t >= 32 ? 7 : values[t] + 5;
    __syncthreads();
  }
  out[t] = values[t];
}

// Blocks that lie beyond n as a whole, and an n below 0.
__global__ void reverse(const int *in, int *out, int n) {
  __shared__ int values[64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  values[t] = in[i];
  __syncthreads();
  if (i < n)
    out[i] = values[63 - t];
}

// Lanes that choose the same index do not have the same value of it.
__global__ void choice(const int *in, int *out, int n, int k) {
  __shared__ int values[256];
  int i = threadIdx.x;
  values[i] = in[i];
  __syncthreads();
  out[i] = in[i < n ? i / 100 : k] + values[i < n ? i % 100 : k];
}

int main(int argc, char **) {
  for (int n : {-100, -7, -1, 0, 1, 61, 200}) {
    DeviceArray<int> from(iota<int>(256)), to(512);
    reverse<<<4, 64>>>(from, to + 128, n);
    expect(to.read(), [&](int at) {
      int i = at - 128;
      return i >= 0 && i < n ? i / 64 * 64 + 63 - i % 64 : 0;
    });
  }
  for (int n : {0, 3, 128, 256}) {
    DeviceArray<int> from(iota<int>(256)), to(256);
    choice<<<1, 256>>>(from, to, n, 5);
    expect(to.read(), [&](int i) { return i < n ? i / 100 + i % 100 : 10; });
  }
  for (int m : {3, 12, 14, 100}) {
    DeviceArray<int> from(iota<int>(128)), to(128);
    dim3 block(2 + argc, 2 + argc);
    none<<<1, block>>>(from, to, m);
    expect(to.read(), [&](int t) {
      int x = t % block.x;
      return t >= int(block.x * block.y) ? 0
             : x + 7 < m - 5             ? t + 20
                                         : t;
    });
  }
  {
    const int n = 1000;
    std::vector<float> in(n);
    for (int i = 0; i < n; ++i)
      in[i] = i % 17;
    for (int size : {1, 8, 64, 256}) {
      int blocks = (n + size - 1) / size;
      DeviceArray<float> from(in), sums(blocks);
      tree<<<blocks, size>>>(from, sums, n);
      expect(sums.read(), [&](int b) {
        float sum = 0;
        for (int i = b * size; i < std::min(n, (b + 1) * size); ++i)
          sum += in[i];
        return sum;
      });
    }
  }
  {
    std::vector<int> in(1000);
    for (int i = 0; i < 1000; ++i)
      in[i] = i * i;
    DeviceArray<int> from(in);
    for (int size : {1, 31, 32, 96})
      for (int count : {0, 1, 15, 16, 17, 32, 95, 96, 97, 1000})
        for (int first : {0, -500, INT_MIN, INT_MAX - 1000 - 96}) {
          DeviceArray<long> sum(1);
          strided<<<1, size>>>(from, sum, first, first + count);
          long wanted = 0;
          for (int i = 0; i < count; ++i)
            wanted += in[i];
          CHECK(sum.read()[0] == wanted);
        }
  }
  for (int n : {1, 16, 33, 48}) {
    std::vector<int> a(n * n), b(n * n);
    for (int i = 0; i < n * n; ++i) {
      a[i] = i % 7 - 3;
      b[i] = i % 11 - 5;
    }
    DeviceArray<int> da(a), db(b), dc(n * n);
    dim3 grid((n + 15) / 16, (n + 15) / 16);
    product<<<grid, dim3(16, 16)>>>(da, db, dc, n);
    expect(dc.read(), [&](int i) {
      int sum = 0;
      for (int k = 0; k < n; ++k)
        sum += a[i / n * n + k] * b[k * n + i % n];
      return sum;
    });
  }
  {
    const int count = 5;
    std::vector<unsigned> in(count * 256);
    for (size_t i = 0; i < in.size(); ++i)
      in[i] = unsigned(i) * 2654435761u;
    DeviceArray<unsigned> from(in), to(in.size());
    sort<256><<<count, 128>>>(from, to);
    std::vector<unsigned> sorted = in;
    for (int b = 0; b < count; ++b)
      std::sort(sorted.begin() + b * 256, sorted.begin() + (b + 1) * 256);
    expect(to.read(), [&](int i) { return sorted[i]; });
    sort<64><<<4 * count, 32>>>(from, to);
    sorted = in;
    for (int b = 0; b < 4 * count; ++b)
      std::sort(sorted.begin() + b * 64, sorted.begin() + (b + 1) * 64);
    expect(to.read(), [&](int i) { return sorted[i]; });
  }
  {
    std::vector<int> in(256, 1);
    in[64 + 40] = 2;
    in[64 + 41] = 2;
    DeviceArray<int> from(in), to(256);
    flag<<<4, 64>>>(from, to, 2);
    expect(to.read(), [](int i) { return i / 64 == 1; });
  }
  for (int count : {1, 2, 5}) {
    const int columns = 500;
    std::vector<int> in(columns);
    for (int i = 0; i < columns; ++i)
      in[i] = i * 37 % 101;
    DeviceArray<int> from(in), to(columns);
    halo<<<(columns + 127 - 2 * count) / (128 - 2 * count), 128>>>(from, to,
                                                                   columns,
                                                                   count);
    std::vector<int> now = in;
    for (int i = 0; i < count; ++i) {
      std::vector<int> last = now;
      for (int x = 0; x < columns; ++x)
        now[x] = std::min(std::min(last[std::max(x - 1, 0)], last[x]),
                          last[std::min(x + 1, columns - 1)]) +
                 x;
    }
    expect(to.read(), [&](int x) { return now[x]; });
  }
  for (int n : {1, 20, 64, 65, 200}) {
    std::vector<unsigned char> in(n);
    for (int i = 0; i < n; ++i)
      in[i] = i * 89;
    DeviceArray<unsigned char> from(in), to(n);
    backwards<<<1, 64>>>(from, to, n);
    expect(to.read(), [&](int i) {
      return in[n - 1 - i] % 3 ? in[n - 1 - i] / 2 : 7;
    });
  }
}
