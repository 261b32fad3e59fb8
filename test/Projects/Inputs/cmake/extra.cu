#include "shapes.h"
__global__ void square(float *out) { *out = SIDE * SIDE; }
float extra() {
  float *device, result = 0;
  cudaMalloc(&device, sizeof(float));
  square<<<1, 1>>>(device);
  cudaMemcpy(&result, device, sizeof(float), cudaMemcpyDeviceToHost);
  return result;
}
