// RUN: %check-execution %s
// A padded tile: transposition through shared memory.
#include "../check.h"

const int kTile = 16, kRows = 4;

__global__ void transpose(const int *in, int *out, int width, int height) {
  __shared__ int tile[kTile][kTile + 1];
  int x = blockIdx.x * kTile + threadIdx.x;
  for (int j = threadIdx.y; j < kTile; j += kRows) {
    int y = blockIdx.y * kTile + j;
    if (x < width && y < height)
      tile[j][threadIdx.x] = in[y * width + x];
  }
  __syncthreads();
  x = blockIdx.y * kTile + threadIdx.x;
  for (int j = threadIdx.y; j < kTile; j += kRows) {
    int y = blockIdx.x * kTile + j;
    if (x < height && y < width)
      out[y * height + x] = tile[threadIdx.x][j];
  }
}

int main() {
  const int width = 50, height = 37;
  DeviceArray<int> in(iota<int>(width * height)), out(width * height);
  dim3 grid((width + kTile - 1) / kTile, (height + kTile - 1) / kTile);
  transpose<<<grid, dim3(kTile, kRows)>>>(in, out, width, height);
  expect(out, [](int i) { return i % height * width + i / height; });
}
