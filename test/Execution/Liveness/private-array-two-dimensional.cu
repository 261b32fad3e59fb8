// RUN: %check-execution %s
// Register tiling: a small private matrix accumulates across barriers.
#include "../check.h"

const int kTile = 8, kPer = 2, kSize = kTile * kPer;

__global__ void multiply(const float *a, const float *b, float *c, int n) {
  __shared__ float left[kSize][kTile], right[kTile][kSize];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * kSize, column = blockIdx.x * kSize;
  float sums[kPer][kPer] = {};
  for (int k = 0; k < n; k += kTile) {
    for (int i = 0; i < kPer; ++i) {
      left[ty + i * kTile][tx] = a[(row + ty + i * kTile) * n + k + tx];
      right[ty][tx + i * kTile] = b[(k + ty) * n + column + tx + i * kTile];
    }
    __syncthreads();
    for (int inner = 0; inner < kTile; ++inner)
      for (int i = 0; i < kPer; ++i)
        for (int j = 0; j < kPer; ++j)
          sums[i][j] +=
              left[ty + i * kTile][inner] * right[inner][tx + j * kTile];
    __syncthreads();
  }
  for (int i = 0; i < kPer; ++i)
    for (int j = 0; j < kPer; ++j)
      c[(row + ty + i * kTile) * n + column + tx + j * kTile] = sums[i][j];
}

int main() {
  const int n = 32;
  std::vector<float> x(n * n), y(n * n);
  for (int i = 0; i < n * n; ++i) {
    x[i] = i * 7 % 11 - 5;
    y[i] = i * 5 % 13 - 6;
  }
  DeviceArray<float> a(x), b(y), c(n * n);
  multiply<<<dim3(2, 2), dim3(kTile, kTile)>>>(a, b, c, n);
  expect(c, [&](int i) {
    float sum = 0;
    for (int k = 0; k < n; ++k)
      sum += x[i / n * n + k] * y[k * n + i % n];
    return sum;
  });
}
