// Bodies of host functions in system headers are not read for the device, nor
// those of device functions for the host: unless it takes them to know which
// kernels there are.
//
// RUN: %heddle -isystem %S/Inputs/skipped-bodies %s -o %t && %t | FileCheck %s
// RUN: %heddle -O0 -isystem %S/Inputs/skipped-bodies %s -o %t && %t | FileCheck %s
// RUN: %heddle --lowering=fibers -isystem %S/Inputs/skipped-bodies %s -o %t && %t | FileCheck %s

// CHECK: 4.5
// CHECK-NEXT: 7

#include <cstdio>
#include <launch_all.h>

template <typename T> __global__ void addTwice(T *out, T x) {
  *out = x + T(twice(x));
}

__global__ void copy(int *out) { *out = setByHeader; }

int main() {
  float *out;
  cudaMallocManaged(&out, sizeof(float));
  // Only the instance of this function names the instance of the kernel.
  callWithFloat([&](auto x) { addTwice<<<1, 1>>>(out, x); });
  cudaDeviceSynchronize();
  printf("%g\n", *out);
  set(7);
  copy<<<1, 1>>>((int *)out);
  cudaDeviceSynchronize();
  printf("%d\n", *(int *)out);
  return 0;
}
