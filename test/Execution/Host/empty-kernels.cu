// RUN: %check-execution %s
// Kernels that do nothing, have no arguments, or ignore them.
#include "../check.h"

__global__ void nothing() {}
__global__ void ignore(int, float *, double) {}
template <typename T> __global__ void never(T *out) {
  if (out == nullptr)
    return;
  *out = T(1);
}

int main() {
  nothing<<<100, 64>>>();
  ignore<<<1, 1>>>(1, nullptr, 2.0);
  never<int><<<2, 32>>>(nullptr);
  CUDA(cudaGetLastError());
  CUDA(cudaDeviceSynchronize());
  puts("done");
}
