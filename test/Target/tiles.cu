// RUN: %heddle -O3 -march=x86-64-v4 -S %s -o - | FileCheck %s
// RUN: %heddle -O3 -march=x86-64-v4 -mprefer-vector-width=256 -S %s -o %t
// RUN: FileCheck --check-prefix=SHORT %s < %t

// The rows of a small tile stay in registers: what a neighbour has stored comes
// from there by a shuffle, and no row is stored but to the result. And kernels
// have the vectors that were asked for.

// CHECK: blur{{.*}}.blocks.16x16x1:
// CHECK-NOT: zmm{{.*}}, {{.*}}(%rsp)
// CHECK: vperm{{.*}}%zmm
// CHECK-NOT: zmm{{.*}}, {{.*}}(%rsp)
// CHECK: .size

// SHORT-NOT: zmm
__global__ void blur(const float *in, float *out) {
  __shared__ float tile[16][16];
  int tx = threadIdx.x, ty = threadIdx.y;
  int i = (blockIdx.y * 16 + ty) * 1024 + blockIdx.x * 16 + tx;
  tile[ty][tx] = in[i];
  __syncthreads();
  if (tx > 0 && tx < 15)
    out[i] = tile[ty][tx - 1] + tile[ty][tx + 1];
}

void launch(const float *in, float *out) {
  blur<<<dim3(64, 64), dim3(16, 16)>>>(in, out);
}
