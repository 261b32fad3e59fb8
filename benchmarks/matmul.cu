// matmul <n> <repeats> <result prefix>: the kernel of examples/matmul.cu.
// matmul_openmp.cpp is what it is compared with.

#include "measure.h"

const int kTile = 16;

__global__ void matmul(const float *a, const float *b, float *c, int n) {
  __shared__ float tileA[kTile][kTile];
  __shared__ float tileB[kTile][kTile];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * kTile + ty;
  int column = blockIdx.x * kTile + tx;

  float sum = 0;
  for (int k = 0; k < n; k += kTile) {
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

int main(int argc, char **argv) {
  if (argc < 4)
    return 2;
  const int n = atoi(argv[1]), repeats = atoi(argv[2]);
  const size_t count = size_t(n) * n, bytes = count * sizeof(float);
  std::vector<float> a(count), b(count), c(count);
  for (size_t i = 0; i < count; ++i) {
    a[i] = float(int(i * 7 % 17) - 8) / 8;
    b[i] = float(int(i * 5 % 13) - 6) / 8;
  }

  float *deviceA, *deviceB, *deviceC;
  cudaMalloc(&deviceA, bytes);
  cudaMalloc(&deviceB, bytes);
  cudaMalloc(&deviceC, bytes);
  cudaMemcpy(deviceA, a.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(deviceB, b.data(), bytes, cudaMemcpyHostToDevice);
  const int tiles = (n + kTile - 1) / kTile;
  measure("cuda", repeats, [&] {
    matmul<<<dim3(tiles, tiles), dim3(kTile, kTile)>>>(deviceA, deviceB,
                                                       deviceC, n);
    cudaDeviceSynchronize();
  });
  cudaMemcpy(c.data(), deviceC, bytes, cudaMemcpyDeviceToHost);
  writeResult(argv[3], "cuda", c);
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
