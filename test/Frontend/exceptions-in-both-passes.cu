// Headers declare classes by __EXCEPTIONS and __cpp_exceptions (CCCL has bad_expected_access only with them), so both passes define the same.
// RUN: %heddle -O1 %s -o %t && %t
// RUN: not %heddle -DTHROWS -c %s -o %t.o 2>&1 | FileCheck %s
// CHECK: [[@LINE+23]]:{{[0-9]+}}: error: cannot use 'throw' in __global__ function
#include <cstdio>
#include <stdexcept>

struct Record {
#ifdef __EXCEPTIONS
  int code;
#endif
#ifdef __cpp_exceptions
  double time;
#endif
  int value;
};

__host__ __device__ inline int checked(int value) {
#ifndef __CUDA_ARCH__
  if (value < 0)
    throw std::runtime_error("negative");
#endif
  return value;
}
__global__ void kernel(Record *record, int *size) {
#ifdef THROWS
  throw 1;
#endif
  record->value = checked(7);
  *size = sizeof(Record);
}

int main() {
  Record *record;
  int *size;
  cudaMallocManaged(&record, sizeof *record);
  cudaMallocManaged(&size, sizeof *size);
  kernel<<<1, 1>>>(record, size);
  cudaDeviceSynchronize();
  try {
    checked(-1);
  } catch (const std::runtime_error &) {
    return !(record->value == 7 && *size == sizeof(Record));
  }
  return 1;
}
