// RUN: %check-execution %s
// Launches that cannot be: the error is reported once, nothing runs, and the
// next launch works. (The codes are those of CUDA 12; the runtime of CUDA 13
// has cudaErrorInvalidValue for some of them.)
#include "../check.h"

__global__ void kernel(int *out) { atomicAdd(out, 1); }
__global__ void __launch_bounds__(64) small(int *out) { atomicAdd(out, 1); }

static void expectError(cudaError_t want, const char *what) {
  cudaError_t peeked = cudaPeekAtLastError(), got = cudaGetLastError();
  printf("%s: %s\n", what, cudaGetErrorName(got));
  if (got != want || peeked != want || cudaGetLastError() != cudaSuccess)
    exit(1);
}

int main() {
  DeviceArray<int> out(1);
  kernel<<<1, 2000>>>(out);
  expectError(cudaErrorInvalidConfiguration, "2000 threads");
  kernel<<<1, dim3(32, 33)>>>(out);
  expectError(cudaErrorInvalidConfiguration, "32x33 threads");
  kernel<<<1, dim3(1, 1, 65)>>>(out);
  expectError(cudaErrorInvalidConfiguration, "65 threads in z");
  kernel<<<0, 32>>>(out);
  expectError(cudaErrorInvalidConfiguration, "no blocks");
  kernel<<<1, 0>>>(out);
  expectError(cudaErrorInvalidConfiguration, "no threads");
  kernel<<<dim3(1, 70000), 1>>>(out);
  expectError(cudaErrorInvalidConfiguration, "70000 blocks in y");
  kernel<<<1, 1, 100 << 20>>>(out);
  expectError(cudaErrorInvalidValue, "100 MiB of shared memory");
  small<<<1, 65>>>(out);
  if (cudaGetLastError() == cudaSuccess)
    return 1;
  kernel<<<3, 32>>>(out);
  expectError(cudaSuccess, "a launch that works");
  expect(out, [](int) { return 96; });
}
