// RUN: not %heddle -c %s -o %t.o 2>&1 | FileCheck %s

__global__ void kernel(int *a) {
  // CHECK: warp-operation.cu:[[#@LINE+1]]:8: error: '__shfl_sync<{{.*}}>' is unavailable: heddle: warp operations are not supported yet
  *a = __shfl_sync(0xffffffff, *a, 3);
  // CHECK: warp-operation.cu:[[#@LINE+1]]:{{[0-9]+}}: error: '__ballot_sync<{{.*}}>' is unavailable: heddle: warp operations are not supported yet
  *a += __ballot_sync(0xffffffff, *a);
}
