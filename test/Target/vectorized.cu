// RUN: %heddle -O3 -march=x86-64-v3 -S %s -o - | FileCheck %s
// The loop over a block's threads is vectorised: eight floats in a register.

// CHECK: saxpy{{.*}}.blocks:
// CHECK-NOT: .size
// CHECK: vfmadd{{.*}}ps {{.*}}%ymm
__global__ void saxpy(int n, float a, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}

// Without restrict, and with barriers between which threads share a tile.
// CHECK: matmul{{.*}}.blocks:
// CHECK-NOT: .size
// CHECK: vfmadd{{.*}}ps {{.*}}%ymm
__global__ void matmul(int n, const float *a, const float *b, float *c) {
  __shared__ float as[16][16], bs[16][16];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
  float sum = 0;
  for (int k = 0; k < n; k += 16) {
    as[ty][tx] = a[row * n + k + tx];
    bs[ty][tx] = b[(k + ty) * n + column];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += as[ty][i] * bs[i][tx];
    __syncthreads();
  }
  c[row * n + column] = sum;
}
