// RUN: %check-execution %s
// Helper headers of programs ask by the names of CUDA's include guards which
// parts of the API they may use, and do without what they think is not there.
// Others compare the runtime's results with the driver API's.
#include "../check.h"
#include <cuda.h>

#if !defined(__CUDA_RUNTIME_H__) || !defined(__CUDA_RUNTIME_API_H__) ||        \
    !defined(__DRIVER_TYPES_H__) || !defined(__VECTOR_TYPES_H__)
#error "a guard of the runtime's headers is missing"
#endif

__global__ void kernel(int *out) { out[threadIdx.x] = threadIdx.x; }

int main() {
  DeviceArray<int> out(32);
  kernel<<<1, 32>>>(out);
  CUresult wrong = CUDA_ERROR_INVALID_DEVICE;
  expectValue(int(cudaSetDevice(1000)), int(wrong), "cudaSetDevice");
  expectValue(cudaGetLastError() != CUDA_SUCCESS, true, "an error is kept");
  expectValue(cudaGetLastError() == CUDA_SUCCESS, true, "and then gone");
  expect(out, [](int i) { return i; });
}
