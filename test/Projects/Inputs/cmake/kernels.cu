#include "area.cuh"
#include "shapes.h"
#include <vector>

__global__ void squares(float *out, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    out[i] = area(i + 1, i + 1);
}

float areas(int count) {
  float *device;
  cudaMalloc(&device, count * sizeof(float));
  squares<<<(count + 63) / 64, 64>>>(device, count);
  std::vector<float> host(count);
  cudaMemcpy(host.data(), device, count * sizeof(float),
             cudaMemcpyDeviceToHost);
  cudaFree(device);
  return sum(host.data(), count);
}
