// RUN: %heddle -emit=llvm %s -o - | FileCheck %s
// Loops that index an array of the thread are unrolled, if that makes all of
// its indices constant: the array is in registers then.

// CHECK-LABEL: define {{.*}}weighted
// CHECK-NOT: alloca [3 x float]
// CHECK: ret void
__global__ void weighted(const float *in, float *out) {
  const float weights[3] = {0.25f, 0.5f, 0.25f};
  int i = threadIdx.x + 1;
  float sum = 0;
  for (int k = -1; k <= 1; ++k)
    sum += weights[k + 1] * in[i + k];
  out[i] = sum;
}

// A loop around another one, with the values of both.
// CHECK-LABEL: define {{.*}}nested
// CHECK-NOT: alloca [4 x [2 x float]]
// CHECK: ret void
__global__ void nested(const float *in, float *out) {
  float sums[4][2] = {};
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 2; ++j)
      sums[i][j] += in[threadIdx.x * 8 + i * 2 + j];
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 2; ++j)
      out[threadIdx.x * 8 + i * 2 + j] = sums[3 - i][j];
}

// The index is data: unrolling the loop would not help.
// CHECK-LABEL: define {{.*}}counted
// CHECK: alloca [8 x i32]
// CHECK: phi
__global__ void counted(const int *in, int *out) {
  int counts[8] = {};
  for (int i = 0; i < 8; ++i)
    ++counts[in[threadIdx.x * 8 + i] & 7];
  for (int i = 0; i < 8; ++i)
    out[threadIdx.x * 8 + i] = counts[i];
}

// Each element would be kept over each barrier.
// CHECK-LABEL: define {{.*}}synchronised
// CHECK: alloca [8 x float]
__global__ void synchronised(const float *in, float *out, int n) {
  float sums[8] = {};
  for (int k = 0; k < n; ++k) {
    for (int i = 0; i < 8; ++i)
      sums[i] += in[k * 8 + i];
    __syncthreads();
  }
  for (int i = 0; i < 8; ++i)
    out[threadIdx.x * 8 + i] = sums[i];
}
