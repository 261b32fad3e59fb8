// RUN: %check-execution %s
// Loops inside of threads, which run a vector of threads at a time: with one
// count for all, with another for each thread, in tiles of rows, nested, and in
// blocks that vectors do not fill.
#include "../check.h"

#include <algorithm>

constexpr int rows = 37, width = 300;

__global__ void columns(const int *m, int *out, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width)
    return;
  int sum = 0, largest = -1;
  for (int y = 0; y < n; ++y) {
    int v = m[y * width + x];
    sum += v;
    if (v > largest)
      largest = v;
  }
  out[x] = sum * 100 + largest;
}

__device__ __host__ int collatz(int n) {
  int steps = 0;
  while (n != 1 && steps < 1000) {
    n = n % 2 ? 3 * n + 1 : n / 2;
    ++steps;
  }
  return steps;
}

__global__ void different(int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = collatz(i + 1);
}

__global__ void tiles(const float *a, const float *b, float *c, int n) {
  __shared__ float x[16][16], y[16][16];
  float sum = 0;
  int row = blockIdx.y * 16 + threadIdx.y,
      column = blockIdx.x * 16 + threadIdx.x;
  for (int k = 0; k < n; k += 16) {
    x[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
    y[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + column];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += x[threadIdx.y][i] * y[i][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

__global__ void nested(const int *m, int *out) {
  int x = threadIdx.x, y = threadIdx.y;
  int best = 0;
  for (int i = 0; i < 5; ++i) {
    int sum = 0;
    for (int j = 0; j < x % 4 + y; ++j)
      sum += m[(i * 7 + j) * width + x];
    best = sum > best ? sum : best;
    if (best > 1500)
      break;
  }
  out[y * blockDim.x + x] = best;
}

int main() {
  std::vector<int> m(rows * width + 10 * width);
  for (size_t i = 0; i < m.size(); ++i)
    m[i] = int(i * 7919 % 1009);
  DeviceArray<int> in(m);

  for (int block : {1, 20, 24, 32, 256}) {
    DeviceArray<int> out(width);
    columns<<<(width + block - 1) / block, block>>>(in, out, rows);
    expect(out, [&](int x) {
      int sum = 0, largest = -1;
      for (int y = 0; y < rows; ++y) {
        sum += m[y * width + x];
        largest = std::max(largest, m[y * width + x]);
      }
      return sum * 100 + largest;
    });
  }
  DeviceArray<int> same(width);
  columns<<<3, 128>>>(in, same, 0);
  expect(same, [](int) { return -1; });

  DeviceArray<int> steps(4 * 96);
  different<<<4, 96>>>(steps);
  expect(steps, [](int i) { return collatz(i + 1); });

  constexpr int n = 48;
  std::vector<float> ha(n * n), hb(n * n);
  for (int i = 0; i < n * n; ++i) {
    ha[i] = float(i % 13 - 6);
    hb[i] = float(i % 7 - 3);
  }
  DeviceArray<float> a(ha), b(hb), c(n * n);
  tiles<<<dim3(3, 3), dim3(16, 16)>>>(a, b, c, n);
  expect(c, [&](int i) {
    float sum = 0;
    for (int k = 0; k < n; ++k)
      sum += ha[i / n * n + k] * hb[k * n + i % n];
    return sum;
  });

  DeviceArray<int> best(40 * 3);
  nested<<<1, dim3(40, 3)>>>(in, best);
  expect(best, [&](int t) {
    int x = t % 40, y = t / 40, best = 0;
    for (int i = 0; i < 5 && best <= 1500; ++i) {
      int sum = 0;
      for (int j = 0; j < x % 4 + y; ++j)
        sum += m[(i * 7 + j) * width + x];
      best = std::max(best, sum);
    }
    return best;
  });
}
