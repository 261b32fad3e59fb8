// RUN: %heddle -rdc=true --verify-launches %s -o %t && %t 2>&1 | FileCheck %s

// What cannot run twice is skipped, and counted by its reason.

#include <cstdio>
#include <cstdlib>

__global__ void prints(int *out) {
  if (*out == 1)
    printf("printed once\n");
}
__global__ void times(long long *out) { *out = clock64(); }
__global__ void allocates(int *out) {
  int *memory = (int *)malloc(4);
  *memory = 7;
  *out += *memory;
  free(memory);
}
__global__ void child(int *out) { *out += 1; }
__global__ void parent(int *out) { child<<<1, 1>>>(out); }
__global__ void plain(int *out) { *out += 1; }
__global__ void traps(int *out) {
  if (*out == 10)
    __trap();
}

int main() {
  int *out, result;
  long long *clock;
  cudaMalloc(&out, sizeof(int));
  cudaMalloc(&clock, sizeof(long long));
  int one = 1;
  cudaMemcpy(out, &one, sizeof one, cudaMemcpyHostToDevice);
  prints<<<1, 1>>>(out);
  times<<<1, 1>>>(clock);
  allocates<<<1, 1>>>(out);
  parent<<<1, 1>>>(out);
  plain<<<1, 1>>>(out);
  cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
  printf("%d\n", result);
  traps<<<1, 1>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure && result == 10 ? 0
                                                                           : 1;
}

// CHECK-DAG: heddle: verify: 7 launches: 1 compared, 0 different, 0 with order-dependent results, 6 skipped
// CHECK-DAG: 1 skipped: the kernel prints
// CHECK-DAG: 1 skipped: the kernel reads a clock
// CHECK-DAG: 1 skipped: the kernel allocates or frees memory
// CHECK-DAG: 1 skipped: the kernel launches kernels
// CHECK-DAG: 1 skipped: launched by a kernel
// CHECK-DAG: 1 skipped: the launch failed
// CHECK-DAG: printed once
// CHECK-NOT: printed once
// CHECK-DAG: {{^}}10
