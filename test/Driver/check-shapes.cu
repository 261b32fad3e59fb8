// The code checks what the shape analysis says of values, for tests of the
// analysis: the program is the same otherwise.
//
// RUN: %heddle --map=lanes --check-shapes-for-test %s -o %t && %t | FileCheck %s
// RUN: %heddle --map=lanes --check-shapes-for-test -emit=lowered %s | FileCheck %s --check-prefix=CHECKS
// RUN: %heddle --map=lanes -emit=lowered %s | FileCheck %s --check-prefix=NONE

// CHECK: 3 0 1 2
// CHECKS: call void @llvm.trap
// NONE-NOT: @llvm.trap

#include <cstdio>

__global__ void rotate(const int *in, int *out) {
  int t = threadIdx.x;
  out[t] = in[(t + 3) & 3];
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 4 * sizeof(int));
  cudaMallocManaged(&out, 64 * sizeof(int));
  for (int i = 0; i < 4; ++i)
    in[i] = i;
  rotate<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  printf("%d %d %d %d\n", out[0], out[1], out[2], out[3]);
}
