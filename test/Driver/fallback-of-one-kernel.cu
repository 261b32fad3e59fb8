// A kernel that a pass fails on runs on fibers, alone, and the program is right.
// No kernel is known to fail, so that a switch has one fail.
//
// RUN: %heddle --fail-kernel-for-test=second %s -o %t 2>&1 | FileCheck %s
// RUN: %t
// RUN: %heddle --fail-kernel-for-test=second --report=vectorize -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=REPORT
// RUN: not %heddle --fail-kernel-for-test=second --lowering=fission -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: %heddle --fail-kernel-for-test=second --lowering=fibers -c %s -o %t.o 2>&1 | count 0
// RUN: %heddle %s -o %t.plain 2>&1 | count 0

// CHECK: heddle: warning: kernel 'second' of '{{.*}}fallback-of-one-kernel.cu' runs on fibers, which is slow: pass 'fail-for-test' failed: was asked to fail
// CHECK-NOT: warning
// ERROR: heddle: error: kernel 'second' cannot be lowered by fission: pass 'fail-for-test' failed: was asked to fail

// REPORT: first
// REPORT-NOT: fibers
// REPORT: second
// REPORT: runs on fibers
// REPORT-NOT: fibers
// REPORT: third
// REPORT-NOT: fibers

__device__ int offset = 3;
__device__ __noinline__ int addOffset(int value) { return value + offset; }

__global__ void first(int *data) { data[threadIdx.x] = threadIdx.x; }

__global__ void second(int *data) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  tile[t] = addOffset(data[t]);
  __syncthreads();
  data[t] = tile[63 - t];
}

__global__ void third(int *data) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  tile[t] = addOffset(data[t]);
  __syncthreads();
  data[t] = tile[63 - t];
}

int main() {
  int *data;
  cudaMallocManaged(&data, 64 * sizeof(int));
  first<<<1, 64>>>(data);
  second<<<1, 64>>>(data);
  third<<<1, 64>>>(data);
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; ++i)
    if (data[i] != i + 6)
      return 1;
  return 0;
}
