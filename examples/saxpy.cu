// saxpy [elements]: y = a * x + y, the "hello world" of CUDA: one thread for
// each element, and a guard for the threads past the end.
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cmath>
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

__global__ void saxpy(int n, float a, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 1 << 22;
  const float a = 2.5f;
  const size_t bytes = n * sizeof(float);

  std::vector<float> x(n), y(n), result(n);
  for (int i = 0; i < n; ++i) {
    x[i] = float(i % 1000) * 0.001f;
    y[i] = float(i % 777) * 0.01f;
  }

  float *deviceX, *deviceY;
  CUDA_CHECK(cudaMalloc(&deviceX, bytes));
  CUDA_CHECK(cudaMalloc(&deviceY, bytes));
  CUDA_CHECK(cudaMemcpy(deviceX, x.data(), bytes, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(deviceY, y.data(), bytes, cudaMemcpyHostToDevice));

  cudaEvent_t start, stop;
  CUDA_CHECK(cudaEventCreate(&start));
  CUDA_CHECK(cudaEventCreate(&stop));

  const int threads = 256;
  const int blocks = (n + threads - 1) / threads;
  CUDA_CHECK(cudaEventRecord(start));
  saxpy<<<blocks, threads>>>(n, a, deviceX, deviceY);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaEventRecord(stop));
  CUDA_CHECK(cudaEventSynchronize(stop));
  float milliseconds = 0;
  CUDA_CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

  CUDA_CHECK(cudaMemcpy(result.data(), deviceY, bytes, cudaMemcpyDeviceToHost));
  bool passed = true;
  for (int i = 0; i < n && passed; ++i)
    passed = std::fabs(result[i] - (a * x[i] + y[i])) <= 1e-5f;

  printf("saxpy: %d elements in %.3f ms (%.1f GB/s): %s\n", n, milliseconds,
         3e-6 * bytes / milliseconds, passed ? "PASSED" : "FAILED");
  CUDA_CHECK(cudaEventDestroy(start));
  CUDA_CHECK(cudaEventDestroy(stop));
  CUDA_CHECK(cudaFree(deviceX));
  CUDA_CHECK(cudaFree(deviceY));
  return passed ? 0 : 1;
}
