#include "shapes.h"
#include <cstdio>
#include <cuda_runtime.h>

int main() {
  int devices = 0;
  cudaGetDeviceCount(&devices);
  std::printf("devices %d, areas %.0f\n", devices, areas(10));
#ifdef EXTRA
  std::printf("extra %.0f\n", extra());
#endif
  // Memory of the program's runtime is known to the library's: there is one.
  float *device;
  cudaMalloc(&device, sizeof(float));
  cudaPointerAttributes attributes;
  bool known = cudaPointerGetAttributes(&attributes, device) == cudaSuccess;
  std::printf("known %d\n", known);
}
