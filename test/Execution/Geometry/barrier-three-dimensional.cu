// RUN: %check-execution %s
// A barrier over a block of odd size in three dimensions.
#include "../check.h"

__global__ void kernel(int *out) {
  __shared__ int tile[3][5][7];
  int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  tile[z][y][x] = x + 10 * y + 100 * z;
  __syncthreads();
  int block = blockIdx.y * gridDim.x + blockIdx.x;
  out[block * 105 + (z * 5 + y) * 7 + x] = tile[2 - z][4 - y][6 - x] + block;
}

int main() {
  DeviceArray<int> out(6 * 105);
  kernel<<<dim3(3, 2), dim3(7, 5, 3)>>>(out);
  expect(out, [](int i) {
    int block = i / 105, t = i % 105;
    return 6 - t % 7 + 10 * (4 - t / 7 % 5) + 100 * (2 - t / 35) + block;
  });
}
