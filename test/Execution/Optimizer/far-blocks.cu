// RUN: %check-execution %s
// Blocks whose successors begin far away: a row each, and along a diagonal. The
// last one has no successor.
#include "../check.h"

const int kTile = 16;

__global__ void rows(const int *in, int *out, int pitch) {
  int i = blockIdx.x * pitch + threadIdx.x;
  out[i] = 2 * in[i] + blockIdx.x;
}

__global__ void diagonal(const int *in, int *out, int n) {
  __shared__ int tile[kTile][kTile];
  int top = blockIdx.x * kTile, left = (gridDim.x - 1 - blockIdx.x) * kTile;
  for (int y = 0; y < kTile; ++y)
    tile[y][threadIdx.x] = in[(top + y) * n + left + threadIdx.x];
  __syncthreads();
  for (int y = 0; y < kTile; ++y)
    out[(top + y) * n + left + threadIdx.x] = tile[threadIdx.x][y];
}

int main() {
  const int n = 20, pitch = 1500, tiles = 5;
  std::vector<int> values = iota<int>(n * pitch);
  DeviceArray<int> in(values), out(n * pitch);
  rows<<<n, 64>>>(in, out, pitch);
  expect(out, [](int i) { return i % pitch < 64 ? 2 * i + i / pitch : 0; });

  const int size = tiles * kTile;
  DeviceArray<int> square(size * size);
  diagonal<<<tiles, kTile>>>(in, square, size);
  expect(square, [](int i) {
    int y = i / size, x = i % size;
    if (y / kTile + x / kTile != tiles - 1)
      return 0;
    int top = y / kTile * kTile, left = x / kTile * kTile;
    return (top + x - left) * size + left + y - top;
  });
}
