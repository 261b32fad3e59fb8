// transpose [width] [height]: a matrix is transposed tile by tile, so that
// both the loads and the stores of a row of threads are contiguous. A block of
// 32x8 threads moves a 32x32 tile; the padding keeps the tile's columns in
// different banks of shared memory.
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

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

const int kTile = 32;
const int kRows = 8;

__global__ void transpose(const float *in, float *out, int width, int height) {
  __shared__ float tile[kTile][kTile + 1];

  int x = blockIdx.x * kTile + threadIdx.x;
  int y = blockIdx.y * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kRows)
    if (x < width && y + j < height)
      tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();

  x = blockIdx.y * kTile + threadIdx.x;
  y = blockIdx.x * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kRows)
    if (x < height && y + j < width)
      out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

int main(int argc, char **argv) {
  const int width = argc > 1 ? atoi(argv[1]) : 2048;
  const int height = argc > 2 ? atoi(argv[2]) : 1000;
  const size_t count = size_t(width) * height, bytes = count * sizeof(float);

  std::vector<float> in(count), out(count);
  for (size_t i = 0; i < count; ++i)
    in[i] = float(i % 16777213);

  float *deviceIn, *deviceOut;
  CUDA_CHECK(cudaMalloc(&deviceIn, bytes));
  CUDA_CHECK(cudaMalloc(&deviceOut, bytes));
  CUDA_CHECK(cudaMemcpy(deviceIn, in.data(), bytes, cudaMemcpyHostToDevice));

  cudaEvent_t start, stop;
  CUDA_CHECK(cudaEventCreate(&start));
  CUDA_CHECK(cudaEventCreate(&stop));

  dim3 blocks((width + kTile - 1) / kTile, (height + kTile - 1) / kTile);
  CUDA_CHECK(cudaEventRecord(start));
  transpose<<<blocks, dim3(kTile, kRows)>>>(deviceIn, deviceOut, width, height);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaEventRecord(stop));
  CUDA_CHECK(cudaEventSynchronize(stop));
  float milliseconds = 0;
  CUDA_CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

  CUDA_CHECK(cudaMemcpy(out.data(), deviceOut, bytes, cudaMemcpyDeviceToHost));
  bool passed = true;
  for (int y = 0; y < height && passed; ++y)
    for (int x = 0; x < width && passed; ++x)
      passed = out[size_t(x) * height + y] == in[size_t(y) * width + x];

  printf("transpose: %dx%d in %.3f ms (%.1f GB/s): %s\n", width, height,
         milliseconds, 2e-6 * bytes / milliseconds,
         passed ? "PASSED" : "FAILED");
  CUDA_CHECK(cudaEventDestroy(start));
  CUDA_CHECK(cudaEventDestroy(stop));
  CUDA_CHECK(cudaFree(deviceIn));
  CUDA_CHECK(cudaFree(deviceOut));
  return passed ? 0 : 1;
}
