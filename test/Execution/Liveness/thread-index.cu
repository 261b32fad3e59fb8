// RUN: %check-execution %s
// Index arithmetic that is cheaper to recompute than to keep.
#include "../check.h"

__global__ void kernel(int *out, int width) {
  __shared__ int tile[6][10];
  int x = threadIdx.x, y = threadIdx.y;
  int column = blockIdx.x * blockDim.x + x, row = blockIdx.y * blockDim.y + y;
  int index = row * width + column;
  tile[y][x] = index;
  __syncthreads();
  int mirrored = tile[y][9 - x];
  __syncthreads();
  out[index] = mirrored + row - column;
}

int main() {
  const int width = 30;
  DeviceArray<int> out(width * 12);
  kernel<<<dim3(3, 2), dim3(10, 6)>>>(out, width);
  expect(out, [](int i) {
    int row = i / width, column = i % width;
    return row * width + column / 10 * 10 + 9 - column % 10 + row - column;
  });
}
