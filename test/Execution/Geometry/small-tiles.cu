// RUN: %check-execution %s
// Blocks of 8x4 threads fill 8x8 tiles, two rows a thread.
#include "../check.h"

__global__ void mirrorTiles(const int *in, int *out, int width) {
  __shared__ int tile[8][8];
  int x = threadIdx.x, y = threadIdx.y;
  int corner = blockIdx.y * 8 * width + blockIdx.x * 8;
  for (int half = 0; half < 8; half += 4)
    tile[y + half][x] = in[corner + (y + half) * width + x];
  __syncthreads();
  for (int half = 0; half < 8; half += 4)
    out[corner + (y + half) * width + x] = tile[7 - y - half][7 - x];
}

int main() {
  const int width = 40, height = 24;
  DeviceArray<int> in(iota<int>(width * height)), out(width * height);
  mirrorTiles<<<dim3(width / 8, height / 8), dim3(8, 4)>>>(in, out, width);
  expect(out, [](int i) {
    int x = i % width, y = i / width;
    return (y / 8 * 8 + 7 - y % 8) * width + x / 8 * 8 + 7 - x % 8;
  });
}
