#include <cstdio>
#include <cublas_v2.h>
#include <cuda_runtime.h>

int main() {
  float host[] = {1, -2, 3}, *device, sum;
  cublasHandle_t handle;
  cudaMalloc(&device, sizeof host);
  cublasSetVector(3, sizeof(float), host, 1, device, 1);
  cublasCreate(&handle);
  cublasSasum(handle, 3, device, 1, &sum);
  cublasDestroy(handle);
  cudaFree(device);
  std::printf("sum %g\n", sum);
}
