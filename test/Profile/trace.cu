// RUN: %heddle %s -o %t
// RUN: rm -f %t.json && env HEDDLE_PROFILE=%t.json HEDDLE_NUM_THREADS=2 %t 2>&1 \
// RUN:   | FileCheck %s
// RUN: %python %S/Inputs/check-trace.py %t.json
// RUN: env HEDDLE_PROFILE=/no/such/folder/t.json %t 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CANNOT
// A trace has valid events for each launch, with names and shapes, on the lanes
// of the host and of the workers, and the ranges of NVTX.
#include <cstdio>
#include <nvToolsExt.h>

template <typename T> __global__ void work(T *a, int n) {
  for (int i = 0; i < n; ++i)
    a[blockIdx.x * blockDim.x + threadIdx.x] += T(i);
}
__global__ void next(int *a) { a[blockIdx.x * 256 + threadIdx.x] *= 2; }

int main() {
  const int blocks = 8192;
  int *a;
  cudaMalloc(&a, blocks * 256 * sizeof(int));
  nvtxRangePushA("a \"range\"");
  cudaMemset(a, 0, blocks * 256 * sizeof(int));
  work<<<dim3(64, 2), dim3(32, 4), 16>>>(a, 10000);
  nvtxRangePop();
  nvtxRangeId_t all = nvtxRangeStartA("all");
  work<<<blocks, 256>>>(a, 1);
  next<<<blocks, 256>>>(a);
  cudaDeviceSynchronize();
  nvtxMarkA("here");
  nvtxRangeEnd(all);
  cudaFree(a);
}

// CHECK: heddle: profile: {{[0-9]+}} events in '{{.*}}trace.cu.tmp.json'
// CANNOT: heddle: HEDDLE_PROFILE: cannot write '/no/such/folder/t.json': No such file or directory
