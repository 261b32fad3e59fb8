// stencil2d [size] [steps]: heat flows through a square plate whose rim is kept
// at its temperature. A block loads its tile and the halo of one cell around it
// to shared memory, then each thread updates its cell from its four neighbours.
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>
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

const int kWidth = 32;
const int kHeight = 8;
const float kRate = 0.2f;

__global__ void heat(const float *in, float *out, int n) {
  __shared__ float tile[kHeight + 2][kWidth + 2];
  int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  int x = blockIdx.x * kWidth + threadIdx.x;
  int y = blockIdx.y * kHeight + threadIdx.y;
  int i = y * n + x;
  bool inside = x < n && y < n;

  if (inside) {
    tile[ty][tx] = in[i];
    if (threadIdx.x == 0 && x > 0)
      tile[ty][0] = in[i - 1];
    if (threadIdx.x == kWidth - 1 && x < n - 1)
      tile[ty][kWidth + 1] = in[i + 1];
    if (threadIdx.y == 0 && y > 0)
      tile[0][tx] = in[i - n];
    if (threadIdx.y == kHeight - 1 && y < n - 1)
      tile[kHeight + 1][tx] = in[i + n];
  }
  __syncthreads();

  if (!inside)
    return;
  float centre = tile[ty][tx];
  if (x > 0 && x < n - 1 && y > 0 && y < n - 1)
    centre += kRate * (tile[ty - 1][tx] + tile[ty + 1][tx] + tile[ty][tx - 1] +
                       tile[ty][tx + 1] - 4 * centre);
  out[i] = centre;
}

static void referenceStep(const std::vector<float> &in, std::vector<float> &out,
                          int n) {
  out = in;
  for (int y = 1; y < n - 1; ++y)
    for (int x = 1; x < n - 1; ++x) {
      const float *cell = &in[size_t(y) * n + x];
      out[size_t(y) * n + x] =
          cell[0] +
          kRate * (cell[-n] + cell[n] + cell[-1] + cell[1] - 4 * cell[0]);
    }
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 1000;
  const int steps = argc > 2 ? atoi(argv[2]) : 20;
  const size_t count = size_t(n) * n, bytes = count * sizeof(float);

  std::vector<float> plate(count), next(count), result(count);
  for (size_t i = 0; i < count; ++i)
    plate[i] = float(i * 2654435761u % 1000) / 10;

  float *deviceIn, *deviceOut;
  CUDA_CHECK(cudaMalloc(&deviceIn, bytes));
  CUDA_CHECK(cudaMalloc(&deviceOut, bytes));
  CUDA_CHECK(cudaMemcpy(deviceIn, plate.data(), bytes, cudaMemcpyHostToDevice));

  cudaEvent_t start, stop;
  CUDA_CHECK(cudaEventCreate(&start));
  CUDA_CHECK(cudaEventCreate(&stop));

  dim3 threads(kWidth, kHeight);
  dim3 blocks((n + kWidth - 1) / kWidth, (n + kHeight - 1) / kHeight);
  CUDA_CHECK(cudaEventRecord(start));
  for (int step = 0; step < steps; ++step) {
    heat<<<blocks, threads>>>(deviceIn, deviceOut, n);
    CUDA_CHECK(cudaGetLastError());
    std::swap(deviceIn, deviceOut);
  }
  CUDA_CHECK(cudaEventRecord(stop));
  CUDA_CHECK(cudaEventSynchronize(stop));
  float milliseconds = 0;
  CUDA_CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

  CUDA_CHECK(
      cudaMemcpy(result.data(), deviceIn, bytes, cudaMemcpyDeviceToHost));
  for (int step = 0; step < steps; ++step) {
    referenceStep(plate, next, n);
    plate.swap(next);
  }
  bool passed = true;
  for (size_t i = 0; i < count && passed; ++i)
    passed = std::fabs(result[i] - plate[i]) <= 1e-3f;

  printf("stencil2d: %dx%d, %d steps in %.3f ms (%.1f Mcells/s): %s\n", n, n,
         steps, milliseconds, 1e-3 * count * steps / milliseconds,
         passed ? "PASSED" : "FAILED");
  CUDA_CHECK(cudaEventDestroy(start));
  CUDA_CHECK(cudaEventDestroy(stop));
  CUDA_CHECK(cudaFree(deviceIn));
  CUDA_CHECK(cudaFree(deviceOut));
  return passed ? 0 : 1;
}
