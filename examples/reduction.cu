// reduction [elements]: the sum of an array. Each thread adds up a stride of
// the input, each block its threads' sums in a tree in shared memory, and a
// second launch of one block the blocks' sums.
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <algorithm>
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

const int kThreads = 256;

__global__ void sum(const float *in, float *out, int n) {
  __shared__ float partial[kThreads];
  int t = threadIdx.x;

  float mine = 0;
  for (int i = blockIdx.x * kThreads + t; i < n; i += gridDim.x * kThreads)
    mine += in[i];
  partial[t] = mine;
  __syncthreads();

  for (int stride = kThreads / 2; stride > 0; stride /= 2) {
    if (t < stride)
      partial[t] += partial[t + stride];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = partial[0];
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 1 << 22;
  const int blocks = std::min((n + kThreads - 1) / kThreads, 256);

  std::vector<float> values(n);
  double reference = 0;
  for (int i = 0; i < n; ++i) {
    values[i] = float(i * 31ll % 1009) / 1009;
    reference += values[i];
  }

  float *deviceIn, *devicePartial, *deviceOut;
  CUDA_CHECK(cudaMalloc(&deviceIn, n * sizeof(float)));
  CUDA_CHECK(cudaMalloc(&devicePartial, blocks * sizeof(float)));
  CUDA_CHECK(cudaMalloc(&deviceOut, sizeof(float)));
  CUDA_CHECK(cudaMemcpy(deviceIn, values.data(), n * sizeof(float),
                        cudaMemcpyHostToDevice));

  cudaEvent_t start, stop;
  CUDA_CHECK(cudaEventCreate(&start));
  CUDA_CHECK(cudaEventCreate(&stop));

  CUDA_CHECK(cudaEventRecord(start));
  sum<<<blocks, kThreads>>>(deviceIn, devicePartial, n);
  CUDA_CHECK(cudaGetLastError());
  sum<<<1, kThreads>>>(devicePartial, deviceOut, blocks);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaEventRecord(stop));
  CUDA_CHECK(cudaEventSynchronize(stop));
  float milliseconds = 0;
  CUDA_CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

  float result = 0;
  CUDA_CHECK(
      cudaMemcpy(&result, deviceOut, sizeof(float), cudaMemcpyDeviceToHost));
  bool passed = std::fabs(result - reference) <= 1e-5 * reference;

  printf("reduction: %d elements in %.3f ms (%.1f GB/s), sum %.6g: %s\n", n,
         milliseconds, 1e-6 * n * sizeof(float) / milliseconds, result,
         passed ? "PASSED" : "FAILED");
  CUDA_CHECK(cudaEventDestroy(start));
  CUDA_CHECK(cudaEventDestroy(stop));
  CUDA_CHECK(cudaFree(deviceIn));
  CUDA_CHECK(cudaFree(devicePartial));
  CUDA_CHECK(cudaFree(deviceOut));
  return passed ? 0 : 1;
}
