// matmul [n]: C = A * B for square matrices. Each block computes a 16x16 tile
// of C and walks along a row of tiles of A and a column of tiles of B, which
// its threads bring to shared memory together.
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CUDA_CHECK(call)                                                       \
  do {                                                                         \
    cudaError_t error = (call);                                                \
    if (error != cudaSuccess) {                                                \
      fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,            \
              cudaGetErrorString(error));                                      \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

const int kTile = 16;

__global__ void matmul(const float *a, const float *b, float *c, int n) {
  __shared__ float tileA[kTile][kTile];
  __shared__ float tileB[kTile][kTile];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * kTile + ty;
  int column = blockIdx.x * kTile + tx;

  float sum = 0;
  for (int k = 0; k < n; k += kTile) {
    // Tiles that stick out of the matrix are filled with zeros.
    tileA[ty][tx] = row < n && k + tx < n ? a[row * n + k + tx] : 0.0f;
    tileB[ty][tx] = k + ty < n && column < n ? b[(k + ty) * n + column] : 0.0f;
    __syncthreads();
    for (int i = 0; i < kTile; ++i)
      sum += tileA[ty][i] * tileB[i][tx];
    __syncthreads();
  }
  if (row < n && column < n)
    c[row * n + column] = sum;
}

/// One row of the product. The values are multiples of 1/8 and small, so that
/// all sums are exact in any order.
static void multiplyRow(const std::vector<float> &a,
                        const std::vector<float> &b, std::vector<float> &row,
                        int i, int n) {
  std::fill(row.begin(), row.end(), 0.0f);
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j)
      row[j] += a[size_t(i) * n + k] * b[size_t(k) * n + j];
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 512;
  const size_t count = size_t(n) * n, bytes = count * sizeof(float);

  std::vector<float> a(count), b(count), c(count);
  for (size_t i = 0; i < count; ++i) {
    a[i] = float(int(i * 7 % 17) - 8) / 8;
    b[i] = float(int(i * 5 % 13) - 6) / 8;
  }

  float *deviceA, *deviceB, *deviceC;
  CUDA_CHECK(cudaMalloc(&deviceA, bytes));
  CUDA_CHECK(cudaMalloc(&deviceB, bytes));
  CUDA_CHECK(cudaMalloc(&deviceC, bytes));
  CUDA_CHECK(cudaMemcpy(deviceA, a.data(), bytes, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(deviceB, b.data(), bytes, cudaMemcpyHostToDevice));

  cudaEvent_t start, stop;
  CUDA_CHECK(cudaEventCreate(&start));
  CUDA_CHECK(cudaEventCreate(&stop));

  const int tiles = (n + kTile - 1) / kTile;
  CUDA_CHECK(cudaEventRecord(start));
  matmul<<<dim3(tiles, tiles), dim3(kTile, kTile)>>>(deviceA, deviceB, deviceC,
                                                     n);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaEventRecord(stop));
  CUDA_CHECK(cudaEventSynchronize(stop));
  float milliseconds = 0;
  CUDA_CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

  CUDA_CHECK(cudaMemcpy(c.data(), deviceC, bytes, cudaMemcpyDeviceToHost));
  bool passed = true;
  std::vector<float> row(n);
  // All rows of small matrices, some five hundred of large ones.
  for (int i = 0; i < n && passed; i += std::max(1, n / 512)) {
    multiplyRow(a, b, row, i, n);
    passed = std::equal(row.begin(), row.end(), &c[size_t(i) * n]);
  }

  printf("matmul: %dx%d in %.3f ms (%.1f GFLOP/s): %s\n", n, n, milliseconds,
         2e-6 * n * n * n / milliseconds, passed ? "PASSED" : "FAILED");
  CUDA_CHECK(cudaEventDestroy(start));
  CUDA_CHECK(cudaEventDestroy(stop));
  CUDA_CHECK(cudaFree(deviceA));
  CUDA_CHECK(cudaFree(deviceB));
  CUDA_CHECK(cudaFree(deviceC));
  return passed ? 0 : 1;
}
