// RUN: %heddle --verify-launches %s -o %t && %t 2>&1 | FileCheck %s

// Results that depend on the order of threads in any lowering are no faults.

#include <cstdio>

__global__ void compact(const int *in, int *out, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] % 3 == 0)
    out[atomicAdd(count, 1)] = in[i];
}

__global__ void sum(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(out, in[i]);
}

__global__ void last(int *out) { *out = threadIdx.x; }

int main() {
  constexpr int n = 1000;
  int *in, *out, *count;
  float *values, *total;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  cudaMallocManaged(&count, sizeof(int));
  cudaMallocManaged(&values, n * sizeof(float));
  cudaMallocManaged(&total, sizeof(float));
  for (int i = 0; i < n; ++i) {
    in[i] = i;
    values[i] = 1.f / (i + 1);
  }
  *count = 0;
  *total = 0;
  compact<<<8, 128>>>(in, out, count, n);
  sum<<<8, 128>>>(values, total, n);
  last<<<1, 64>>>(count + 0);
  cudaDeviceSynchronize();
  printf("done\n");
  return 0;
}

// CHECK-DAG: kernel '{{.*}}compact{{.*}}': {{[0-9]+}} elements depend on the order of threads
// CHECK-DAG: kernel '{{.*}}sum{{.*}}': 1 elements depend on the order of threads
// CHECK-DAG: kernel '{{.*}}last{{.*}}': 1 elements depend on the order of threads
// CHECK: 3 launches: 3 compared, 0 different, 3 with order-dependent results, 0 skipped
// CHECK: done
