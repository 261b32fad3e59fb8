// prefix_sum [elements]: an exclusive scan of any length. Each block scans a
// chunk with an up-sweep and a down-sweep over a tree in shared memory; the
// chunks' totals are scanned in the same way, as many levels deep as it takes,
// and added back.
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

const int kThreads = 256;
const int kChunk = 2 * kThreads;

__global__ void scanChunks(const unsigned *in, unsigned *out, unsigned *totals,
                           int n) {
  __shared__ unsigned tree[kChunk];
  int t = threadIdx.x;
  int first = blockIdx.x * kChunk + t, second = first + kThreads;
  tree[t] = first < n ? in[first] : 0;
  tree[t + kThreads] = second < n ? in[second] : 0;

  // Up: each node becomes the sum of the leaves below it.
  int offset = 1;
  for (int nodes = kThreads; nodes > 0; nodes /= 2) {
    __syncthreads();
    if (t < nodes) {
      int left = offset * (2 * t + 1) - 1;
      tree[left + offset] += tree[left];
    }
    offset *= 2;
  }
  __syncthreads();
  if (t == 0) {
    totals[blockIdx.x] = tree[kChunk - 1];
    tree[kChunk - 1] = 0;
  }

  // Down: each node hands on the sum of all that is left of it.
  for (int nodes = 1; nodes <= kThreads; nodes *= 2) {
    offset /= 2;
    __syncthreads();
    if (t < nodes) {
      int left = offset * (2 * t + 1) - 1;
      unsigned sum = tree[left];
      tree[left] = tree[left + offset];
      tree[left + offset] += sum;
    }
  }
  __syncthreads();

  if (first < n)
    out[first] = tree[t];
  if (second < n)
    out[second] = tree[t + kThreads];
}

__global__ void addOffsets(unsigned *out, const unsigned *offsets, int n) {
  int i = blockIdx.x * kChunk + threadIdx.x;
  if (i < n)
    out[i] += offsets[blockIdx.x];
  if (i + kThreads < n)
    out[i + kThreads] += offsets[blockIdx.x];
}

/// Scans `n` values; `scratch` has room for the totals of all levels.
static void scan(const unsigned *in, unsigned *out, unsigned *scratch, int n) {
  int chunks = (n + kChunk - 1) / kChunk;
  scanChunks<<<chunks, kThreads>>>(in, out, scratch, n);
  CUDA_CHECK(cudaGetLastError());
  if (chunks == 1)
    return;
  scan(scratch, scratch, scratch + chunks, chunks);
  addOffsets<<<chunks, kThreads>>>(out, scratch, n);
  CUDA_CHECK(cudaGetLastError());
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 1000000;
  const size_t bytes = n * sizeof(unsigned);

  std::vector<unsigned> values(n), result(n);
  for (int i = 0; i < n; ++i)
    values[i] = unsigned(i) * 2654435761u % 100;

  size_t scratchCount = 0;
  for (int chunks = n; chunks > 1;) {
    chunks = (chunks + kChunk - 1) / kChunk;
    scratchCount += chunks;
  }

  unsigned *deviceIn, *deviceOut, *deviceScratch;
  CUDA_CHECK(cudaMalloc(&deviceIn, bytes));
  CUDA_CHECK(cudaMalloc(&deviceOut, bytes));
  CUDA_CHECK(cudaMalloc(&deviceScratch, (scratchCount + 1) * sizeof(unsigned)));
  CUDA_CHECK(
      cudaMemcpy(deviceIn, values.data(), bytes, cudaMemcpyHostToDevice));

  cudaEvent_t start, stop;
  CUDA_CHECK(cudaEventCreate(&start));
  CUDA_CHECK(cudaEventCreate(&stop));
  CUDA_CHECK(cudaEventRecord(start));
  scan(deviceIn, deviceOut, deviceScratch, n);
  CUDA_CHECK(cudaEventRecord(stop));
  CUDA_CHECK(cudaEventSynchronize(stop));
  float milliseconds = 0;
  CUDA_CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

  CUDA_CHECK(
      cudaMemcpy(result.data(), deviceOut, bytes, cudaMemcpyDeviceToHost));
  bool passed = true;
  unsigned sum = 0;
  for (int i = 0; i < n && passed; ++i) {
    passed = result[i] == sum;
    sum += values[i];
  }

  printf("prefix_sum: %d elements in %.3f ms (%.1f Melements/s): %s\n", n,
         milliseconds, 1e-3 * n / milliseconds, passed ? "PASSED" : "FAILED");
  CUDA_CHECK(cudaEventDestroy(start));
  CUDA_CHECK(cudaEventDestroy(stop));
  CUDA_CHECK(cudaFree(deviceIn));
  CUDA_CHECK(cudaFree(deviceOut));
  CUDA_CHECK(cudaFree(deviceScratch));
  return passed ? 0 : 1;
}
