// RUN: %heddle %s -o %t
// RUN: env HEDDLE_PROFILE=1 %t 2>&1 | FileCheck %s
// RUN: env HEDDLE_PROFILE=0 %t 2>&1 | FileCheck %s --check-prefix=OFF
// HEDDLE_PROFILE=1 prints a table at the end of the program: what nvprof's
// summary has.
#include <cooperative_groups.h>
#include <cstdio>

template <typename T> __global__ void slow(T *data) {
  T value = data[threadIdx.x];
  for (int i = 0; i < 1000000; ++i)
    value = value * T(3) + T(1);
  data[threadIdx.x] = value;
}
// The two run together, deferred; each is counted under its name.
__global__ void first(int *a) { ++a[blockIdx.x * 256 + threadIdx.x]; }
__global__ void second(int *a) { a[blockIdx.x * 256 + threadIdx.x] *= 2; }
__global__ void nothing() {}
// A launch in several parts is one launch.
__global__ void parts(int *a) {
  cooperative_groups::grid_group grid = cooperative_groups::this_grid();
  a[grid.thread_rank()] = 1;
  grid.sync();
  a[64 + grid.thread_rank()] = a[63 - grid.thread_rank()];
}

int main() {
  const int blocks = 8192, bytes = blocks * 256 * sizeof(int);
  static int host[blocks * 256];
  int *a;
  cudaMalloc(&a, bytes);
  cudaMemcpy(a, host, bytes, cudaMemcpyHostToDevice);
  cudaMemset(a, 0, 1024);
  cudaMemset(a, 0, 1024);
  for (int i = 0; i < 3; ++i) {
    first<<<blocks, 256>>>(a);
    second<<<blocks, 256>>>(a);
  }
  slow<<<1, 32>>>(a);
  nothing<<<1, 1>>>();
  void *args[] = {&a};
  cudaLaunchCooperativeKernel((void *)parts, 2, 32, args, 0, 0);
  cudaMemcpy(host, a, bytes, cudaMemcpyDefault);
  // A launch that fails is none.
  first<<<1, 5000>>>(a);
  printf("%d\n", host[100]);
}

// CHECK: heddle: profile: kernels {{.*}}s, copies {{.*}}, in a program of
// CHECK-NEXT: share total launches average min max kernel
// CHECK-DAG: {{[0-9.]+%  +[0-9.]+ .?s +1 +[0-9.]+ .?s +[0-9.]+ .?s +[0-9.]+ .?s  slow<int>$}}
// CHECK-DAG: {{[0-9.]+%  +[0-9.]+ .?s +3 +[0-9.]+ .?s +[0-9.]+ .?s +[0-9.]+ .?s  first$}}
// CHECK-DAG: {{[0-9.]+%  +[0-9.]+ .?s +3 +[0-9.]+ .?s +[0-9.]+ .?s +[0-9.]+ .?s  second$}}
// CHECK-DAG: {{[0-9.]+%  +[0-9.]+ .?s +1 +[0-9.]+ .?s +[0-9.]+ .?s +[0-9.]+ .?s  parts$}}
// CHECK-DAG: {{0.00%  +[0-9.]+ .s +1 .* nothing$}}
// CHECK: share total calls average bytes rate copy
// CHECK-DAG: {{%  .* 1 .* 8.389 MB .* .B/s  copy host to device$}}
// CHECK-DAG: {{%  .* 1 .* 8.389 MB .* .B/s  copy device to host$}}
// CHECK-DAG: {{%  .* 2 .* 2.048 kB .* .B/s  memset$}}
// OFF: {{^1$}}
// OFF-NOT: profile
