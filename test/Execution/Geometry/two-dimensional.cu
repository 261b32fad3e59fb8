// RUN: %check-execution %s
// A 2D grid of 2D blocks over an image that is no multiple of the block.
#include "../check.h"

__global__ void kernel(int *out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    out[y * width + x] += x * 1000 + y + 1;
}

int main() {
  const int width = 61, height = 29;
  DeviceArray<int> out(width * height);
  dim3 block(16, 4), grid((width + 15) / 16, (height + 3) / 4);
  kernel<<<grid, block>>>(out, width, height);
  expect(out, [](int i) { return i % width * 1000 + i / width + 1; });
}
