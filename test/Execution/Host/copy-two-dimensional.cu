// RUN: %check-execution %s
// cudaMallocPitch, cudaMemcpy2D and cudaMemset2D with pitches of all sides.
#include "../check.h"

__global__ void fill(char *memory, size_t pitch, int width) {
  int *row = reinterpret_cast<int *>(memory + blockIdx.x * pitch);
  if (threadIdx.x < width)
    row[threadIdx.x] += 100 * blockIdx.x + threadIdx.x;
}

int main() {
  const int width = 13, height = 7, stride = 20;
  char *memory = nullptr;
  size_t pitch = 0;
  CUDA(cudaMallocPitch(&memory, &pitch, width * sizeof(int), height));
  if (pitch < width * sizeof(int) || pitch % 16)
    return 1;
  std::vector<int> host(stride * height, -1);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      host[y * stride + x] = 1000000;
  CUDA(cudaMemset2D(memory, pitch, 0, width * sizeof(int), height));
  CUDA(cudaMemcpy2D(memory, pitch, host.data(), stride * sizeof(int),
                    width * sizeof(int), height - 1, cudaMemcpyHostToDevice));
  fill<<<height, 32>>>(memory, pitch, width);
  std::vector<int> back(stride * height, -5);
  CUDA(cudaMemcpy2D(back.data(), stride * sizeof(int), memory, pitch,
                    width * sizeof(int), height, cudaMemcpyDeviceToHost));
  expect(back, [](int i) {
    int x = i % stride, y = i / stride;
    return x >= width ? -5 : 100 * y + x + (y < height - 1 ? 1000000 : 0);
  });
  CUDA(cudaFree(memory));
}
