// The size of a launch that says none is guessed: as many threads as the
// kernel's launch bounds allow, or what the file uses for other kernels.
//
// RUN: %heddle --report=vectorize %s -o %t 2>&1 | FileCheck %s
// RUN: %t | FileCheck %s --check-prefix=VALUES

#include <cstdio>

// CHECK-LABEL: free,
// CHECK: any block
// CHECK: block 128x1x1
// CHECK: block 32x2x1
__global__ void free(float *x) {
  __shared__ float s[1024];
  int i = threadIdx.y * blockDim.x + threadIdx.x;
  s[i] = x[i];
  __syncthreads();
  x[i] = s[i ^ 1] * 2;
}

// CHECK-LABEL: line192,
// CHECK: any block
// CHECK-NOT: block 128
// CHECK: block 192x1x1
// CHECK-NOT: block {{.*}}x1
__global__ void __launch_bounds__(192) line192(float *x) {
  __shared__ float s[1024];
  int i = threadIdx.x;
  s[i] = x[i];
  __syncthreads();
  x[i] = s[i ^ 1] * 3;
}

// CHECK-LABEL: rows64,
// CHECK: any block
// CHECK: block 32x2x1
// CHECK-NOT: block {{.*}}x1
__global__ void __launch_bounds__(64) rows64(float *x) {
  __shared__ float s[1024];
  int i = threadIdx.y * blockDim.x + threadIdx.x;
  s[i] = x[i];
  __syncthreads();
  x[i] = s[i ^ 1] * 5;
}

__global__ void known(float *x) { x[threadIdx.y * 32 + threadIdx.x] += 1; }

void launch(float *x, dim3 a, dim3 b, dim3 c) {
  free<<<1, a>>>(x);
  line192<<<1, b>>>(x);
  rows64<<<1, c>>>(x);
}

int main(int argc, char **) {
  float *x;
  cudaMallocManaged(&x, 1024 * sizeof(float));
  for (int i = 0; i < 1024; ++i)
    x[i] = i;
  known<<<1, dim3(128)>>>(x);
  known<<<1, dim3(32, 2)>>>(x);
  launch(x, dim3(128 * argc), dim3(192 * argc), dim3(32 * argc, 2 * argc));
  cudaDeviceSynchronize();
  printf("%g %g %g %g\n", x[0], x[70], x[130],
         x[200]); // VALUES: 90 426 393 200
  return 0;
}
