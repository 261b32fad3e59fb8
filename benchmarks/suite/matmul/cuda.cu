// Tiles of both matrices in shared memory.

#include "../device.h"
#include "problem.h"

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
  suite::Program program(argc, argv);
  Problem problem(program);
  suite::Device<float> a(problem.a), b(problem.b), c(problem.a.size());
  int tiles = (problem.n + kTile - 1) / kTile;
  program.measure("cuda", [&] {
    matmul<<<dim3(tiles, tiles), dim3(kTile, kTile)>>>(a, b, c, problem.n);
    suite::wait();
  });
  program.result("cuda", c.read());
}
