// A function for both sides may name a host function where the device never
// calls it. Where it might, that is an error.
//
// RUN: %heddle %s -o %t && %t | FileCheck %s
// RUN: %heddle -O0 %s -o %t && %t | FileCheck %s
// RUN: not %heddle -DCALLED -c %s -o %t.o 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ERROR

#include <cstdio>

template <typename T> __host__ T onHost(T x) { return x * 10; }

// Called only where that is never executed.
template <typename T> __host__ __device__ T indirect(T x) { return onHost(x); }

// Lambdas of host code are for both sides, as far as Clang knows.
template <typename T> __host__ T withLambdas(T x) {
  auto add = [&](T more) { x += more; };
  auto twice = [&](T more) {
    add(more);
    add(more);
  };
  twice(x);
  return x;
}

template <typename T> __host__ __device__ T both(T x) {
#ifdef __CUDA_ARCH__
  if (false)
    x = onHost(x) + indirect(x) + withLambdas(x);
#ifdef CALLED
  // ERROR: both.cu:[[#@LINE+2]]:9: error: reference to __host__ function
  if (x > 100)
    x = onHost(x);
#endif
  return x + 1;
#else
  return indirect(x) + withLambdas(x);
#endif
}

__global__ void kernel(int *out) { *out = both(4); }

int main() {
  int *out;
  cudaMallocManaged(&out, sizeof(int));
  kernel<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  printf("device %d, host %d\n", *out, both(4)); // CHECK: device 5, host 52
  return 0;
}
