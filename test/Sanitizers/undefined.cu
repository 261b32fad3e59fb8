// What is undefined in a kernel is reported with its line; the kernel goes on.
//
// RUN: %heddle -fsanitize=undefined %s -o %t
// RUN: %t 2>&1 | FileCheck %s
// RUN: %heddle -fsanitize=undefined --lowering=fission %s -o %t.fission
// RUN: %t.fission 2>&1 | FileCheck %s
// RUN: %heddle -fsanitize=undefined -fno-sanitize-recover=all %s -o %t.stop
// RUN: not %t.stop 2>&1 | FileCheck %s --check-prefix=STOP
#include <climits>
#include <cstdio>

__global__ void kernel(int *out, int big, int width) {
  // STOP: cu:[[@LINE+2]]:{{.*}}runtime error: signed integer overflow
  // CHECK-DAG: cu:[[@LINE+1]]:{{.*}}error: signed integer overflow: 2147483647
  out[0] = big + 1;
  // CHECK-DAG: cu:[[@LINE+1]]:{{.*}}error: shift exponent 32 is too large
  out[1] = 1 << width;
  __shared__ int tile[4];
  tile[0] = 1;
  // CHECK-DAG: cu:[[@LINE+1]]:{{.*}}error: index 4 out of bounds
  out[2] = tile[width / 8];
}

int main() {
  int *out;
  cudaMalloc(&out, 3 * sizeof(int));
  kernel<<<1, 1>>>(out, INT_MAX, 32);
  // CHECK-DAG: done
  std::printf("done\n");
}
