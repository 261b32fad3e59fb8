// RUN: %check-execution %s
// Calls of the runtime with bad arguments return CUDA's error codes.
#include "../check.h"

static void expectError(cudaError_t got, cudaError_t want, const char *what) {
  printf("%s: %s\n", what, cudaGetErrorName(got));
  if (got != want) {
    printf("but should be %s\n", cudaGetErrorName(want));
    exit(1);
  }
  if (cudaGetLastError() != want)
    exit(2);
}

int main() {
  int host = 0;
  DeviceArray<int> device(1);
  expectError(cudaFree(nullptr), cudaSuccess, "free of null");
  expectError(cudaMemcpy(device, &host, sizeof host, cudaMemcpyKind(7)),
              cudaErrorInvalidMemcpyDirection, "copy in no direction");
  expectError(cudaMemcpy(nullptr, &host, sizeof host, cudaMemcpyHostToDevice),
              cudaErrorInvalidValue, "copy to null");
  expectError(cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyHostToDevice),
              cudaSuccess, "copy of nothing");
  expectError(cudaMalloc((void **)nullptr, 16), cudaErrorInvalidValue,
              "allocation without a result");
  expectError(cudaSetDevice(1000), cudaErrorInvalidDevice, "device 1000");
  void *huge = &host;
  expectError(cudaMalloc(&huge, size_t(1) << 60), cudaErrorMemoryAllocation,
              "allocation of an exbibyte");
  int count = 0;
  CUDA(cudaGetDeviceCount(&count));
  if (count < 1)
    return 3;
  printf("%s\n%s\n", cudaGetErrorName(cudaErrorInvalidValue),
         cudaGetErrorString(cudaErrorInvalidValue));
}
