// histogram [bytes]: how often each byte value occurs. Each block counts in
// shared memory, where atomics are cheap, and adds its counts to the global
// ones at the end.
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

const int kBins = 256;
const int kThreads = 256;

__global__ void histogram(const unsigned char *in, size_t n, unsigned *bins) {
  __shared__ unsigned local[kBins];
  for (int bin = threadIdx.x; bin < kBins; bin += blockDim.x)
    local[bin] = 0;
  __syncthreads();

  size_t stride = size_t(gridDim.x) * blockDim.x;
  for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < n;
       i += stride)
    atomicAdd(&local[in[i]], 1u);
  __syncthreads();

  for (int bin = threadIdx.x; bin < kBins; bin += blockDim.x)
    if (local[bin] > 0)
      atomicAdd(&bins[bin], local[bin]);
}

int main(int argc, char **argv) {
  const size_t n = argc > 1 ? strtoull(argv[1], nullptr, 10) : 1 << 22;

  std::vector<unsigned char> data(n);
  std::vector<unsigned> reference(kBins), result(kBins);
  unsigned random = 1;
  for (size_t i = 0; i < n; ++i) {
    random = random * 1664525u + 1013904223u;
    // The smaller of two random bytes: small values are more frequent.
    data[i] = std::min(random >> 24, random >> 16 & 255);
    reference[data[i]] += 1;
  }

  unsigned char *deviceData;
  unsigned *deviceBins;
  CUDA_CHECK(cudaMalloc(&deviceData, n));
  CUDA_CHECK(cudaMalloc(&deviceBins, kBins * sizeof(unsigned)));
  CUDA_CHECK(cudaMemcpy(deviceData, data.data(), n, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemset(deviceBins, 0, kBins * sizeof(unsigned)));

  cudaEvent_t start, stop;
  CUDA_CHECK(cudaEventCreate(&start));
  CUDA_CHECK(cudaEventCreate(&stop));

  const int blocks = int(std::min<size_t>((n + kThreads - 1) / kThreads, 512));
  CUDA_CHECK(cudaEventRecord(start));
  histogram<<<blocks, kThreads>>>(deviceData, n, deviceBins);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaEventRecord(stop));
  CUDA_CHECK(cudaEventSynchronize(stop));
  float milliseconds = 0;
  CUDA_CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

  CUDA_CHECK(cudaMemcpy(result.data(), deviceBins, kBins * sizeof(unsigned),
                        cudaMemcpyDeviceToHost));
  bool passed = result == reference;

  printf("histogram: %zu bytes in %.3f ms (%.2f GB/s): %s\n", n, milliseconds,
         1e-6 * n / milliseconds, passed ? "PASSED" : "FAILED");
  CUDA_CHECK(cudaEventDestroy(start));
  CUDA_CHECK(cudaEventDestroy(stop));
  CUDA_CHECK(cudaFree(deviceData));
  CUDA_CHECK(cudaFree(deviceBins));
  return passed ? 0 : 1;
}
