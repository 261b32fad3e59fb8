// stencil <n> <repeats> <result prefix>: 100 steps of the kernel of
// examples/stencil2d.cu. stencil_openmp.cpp is what it is compared with.

#include "measure.h"

#include <utility>

const int kWidth = 32, kHeight = 8, kSteps = 100;
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

int main(int argc, char **argv) {
  if (argc < 4)
    return 2;
  const int n = atoi(argv[1]), repeats = atoi(argv[2]);
  const size_t count = size_t(n) * n, bytes = count * sizeof(float);
  std::vector<float> plate(count), result(count);
  for (size_t i = 0; i < count; ++i)
    plate[i] = float(i * 2654435761u % 1000) / 10;

  float *in, *out;
  cudaMalloc(&in, bytes);
  cudaMalloc(&out, bytes);
  dim3 threads(kWidth, kHeight);
  dim3 blocks((n + kWidth - 1) / kWidth, (n + kHeight - 1) / kHeight);
  cudaMemcpy(in, plate.data(), bytes, cudaMemcpyHostToDevice);
  // The runs continue from each other; the program compared with does as well.
  measure("cuda", repeats, [&] {
    for (int step = 0; step < kSteps; ++step) {
      heat<<<blocks, threads>>>(in, out, n);
      std::swap(in, out);
    }
    cudaDeviceSynchronize();
  });
  cudaMemcpy(result.data(), in, bytes, cudaMemcpyDeviceToHost);
  writeResult(argv[3], "cuda", result);
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
