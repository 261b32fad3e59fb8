// The taps in constant memory; tiles with their rims in shared memory.

#include "../device.h"
#include "problem.h"

const int kTileX = 64, kTileY = 4, kColumnX = 16, kColumnY = 32;

__constant__ float taps[kTaps];

__global__ void filterRows(const float *in, float *out, int width, int height) {
  __shared__ float tile[kTileY][kTileX + 2 * kRadius];
  int first = blockIdx.x * kTileX - kRadius;
  int y = blockIdx.y * kTileY + threadIdx.y;
  for (int i = threadIdx.x; i < kTileX + 2 * kRadius; i += kTileX) {
    int x = first + i;
    tile[threadIdx.y][i] =
        y < height && x >= 0 && x < width ? in[y * width + x] : 0.0f;
  }
  __syncthreads();
  int x = blockIdx.x * kTileX + threadIdx.x;
  if (x >= width || y >= height)
    return;
  float sum = 0;
#pragma unroll
  for (int i = 0; i < kTaps; ++i)
    sum += taps[i] * tile[threadIdx.y][threadIdx.x + i];
  out[y * width + x] = sum;
}

__global__ void filterColumns(const float *in, float *out, int width,
                              int height) {
  __shared__ float tile[kColumnY + 2 * kRadius][kColumnX];
  int x = blockIdx.x * kColumnX + threadIdx.x;
  int first = blockIdx.y * kColumnY - kRadius;
  for (int i = threadIdx.y; i < kColumnY + 2 * kRadius; i += blockDim.y) {
    int y = first + i;
    tile[i][threadIdx.x] =
        x < width && y >= 0 && y < height ? in[y * width + x] : 0.0f;
  }
  __syncthreads();
  for (int i = threadIdx.y; i < kColumnY; i += blockDim.y) {
    int y = blockIdx.y * kColumnY + i;
    if (x >= width || y >= height)
      continue;
    float sum = 0;
#pragma unroll
    for (int j = 0; j < kTaps; ++j)
      sum += taps[j] * tile[i + j][threadIdx.x];
    out[y * width + x] = sum;
  }
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int width = problem.width, height = problem.height;
  suite::Device<float> picture(problem.picture),
      between(problem.picture.size()), result(problem.picture.size());
  suite::check(cudaMemcpyToSymbol(taps, problem.taps, sizeof(taps)));
  dim3 rowGrid((width + kTileX - 1) / kTileX, (height + kTileY - 1) / kTileY);
  dim3 columnGrid((width + kColumnX - 1) / kColumnX,
                  (height + kColumnY - 1) / kColumnY);
  program.measure("cuda", [&] {
    filterRows<<<rowGrid, dim3(kTileX, kTileY)>>>(picture, between, width,
                                                  height);
    filterColumns<<<columnGrid, dim3(kColumnX, 8)>>>(between, result, width,
                                                     height);
    suite::wait();
  });
  program.result("cuda", result.read());
}
