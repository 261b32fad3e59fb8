// RUN: %check-execution %s
// The macros that tell the device pass from the host pass.
#include "../check.h"

#ifndef __CUDACC__
#error "__CUDACC__ is defined in both passes"
#endif
#ifdef __CUDA_ARCH__
#if __CUDA_ARCH__ < 350
#error "an architecture that is too old"
#endif
#endif

__global__ void kernel(int *out) {
#ifdef __CUDA_ARCH__
  *out = __CUDA_ARCH__ >= 600 ? 1 : 2;
#endif
}

int main() {
#ifdef __CUDA_ARCH__
  return 1;
#endif
  DeviceArray<int> out(1);
  kernel<<<1, 1>>>(out);
  expect(out, [](int) { return 1; });
}
