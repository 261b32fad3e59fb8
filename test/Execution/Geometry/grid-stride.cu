// RUN: %check-execution %s
// Grid-stride loops, in one dimension and in two.
#include "../check.h"

__global__ void line(int *data, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    data[i] += i;
}

__global__ void plane(int *data, int width, int height) {
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height;
       y += gridDim.y * blockDim.y)
    for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < width;
         x += gridDim.x * blockDim.x)
      data[y * width + x] += 1000 * (x + y);
}

int main() {
  const int width = 83, height = 41;
  DeviceArray<int> data(width * height);
  line<<<3, 64>>>(data, width * height);
  plane<<<dim3(2, 3), dim3(16, 4)>>>(data, width, height);
  expect(data, [](int i) { return i + 1000 * (i % width + i / width); });
}
