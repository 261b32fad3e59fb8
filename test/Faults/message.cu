// RUN: %heddle %s -o %t.fission --lowering=fission
// RUN: %heddle %s -o %t.fibers --lowering=fibers
// RUN: %t.fission null 2>&1 | FileCheck %s --check-prefixes=CHECK,NULL,BLOCK
// RUN: %t.fibers null 2>&1 | FileCheck %s --check-prefixes=CHECK,NULL,THREAD
// RUN: %t.fission far 2>&1 | FileCheck %s --check-prefixes=CHECK,FAR,BLOCK
// RUN: %t.fibers far 2>&1 | FileCheck %s --check-prefixes=CHECK,FAR,THREAD
// RUN: %t.fission freed 2>&1 | FileCheck %s --check-prefixes=CHECK,FREED,BLOCK
// RUN: %t.fibers below 2>&1 | FileCheck %s --check-prefixes=CHECK,BELOW,THREAD
// RUN: %t.fission no-address 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=CHECK,ANY,BLOCK
// A wild write of a kernel names the kernel, the block and the address, and the
// program goes on with an error.
#include <cstdio>
#include <cstring>

template <typename T> __global__ void writer(T *p, long i) {
  if (blockIdx.x == 1 && threadIdx.x == 5)
    p[i] = 1;
}

int main(int, char **args) {
  const long bytes = 4 << 20;
  int *p;
  cudaMalloc(&p, bytes);
  int *used = p;
  long index = 0;
  if (!strcmp(args[1], "null")) {
    used = nullptr;
    index = 3;
  } else if (!strcmp(args[1], "far")) {
    // Behind the margin after a large allocation.
    index = (bytes + (1l << 30)) / 4;
  } else if (!strcmp(args[1], "below")) {
    index = -(1l << 40) / 4;
  } else if (!strcmp(args[1], "freed")) {
    cudaFree(p);
    index = 100;
  } else {
    index = 1l << 50;
  }
  printf("before\n");
  writer<<<2, 32>>>(used, index);
  printf("after: %s\n", cudaGetErrorName(cudaGetLastError()));
  printf("after: %s\n", cudaGetErrorName(cudaMalloc(&p, 4)));
}

// CHECK: before
// CHECK-NEXT: heddle: kernel 'writer<int>' <<<(2,1,1), (32,1,1)>>>: illegal
// NULL-SAME: write to 0xc: a null pointer
// FAR-SAME: write to 0x
// BELOW-SAME: write to 0x
// FREED-SAME: write to 0x
// ANY-SAME: access to a misaligned address, or one that is far out of range
// BLOCK-NEXT: heddle: in {{(one of the blocks .*)?}}block{{.*}}(1,0,0)
// THREAD-NEXT: heddle: in thread (5,0,0) of block (1,0,0)
// FAR-NEXT: heddle: the address is 1073741824 bytes past the end of device memory 0x{{.*}} (4194304 bytes), the nearest allocation
// BELOW-NEXT: heddle: the address is 1099511627776 bytes before device memory 0x{{.*}} (4194304 bytes), the nearest allocation
// FREED-NEXT: heddle: the address is 400 bytes into freed device memory 0x{{.*}} (4194304 bytes)
// CHECK-NEXT: heddle: the code is at 0x{{.*}} in {{.*}}message.cu.tmp
// CHECK-NEXT: heddle: to find the cause: compile with -g -fsanitize=address, or with -g -G for gdb; --verify-launches checks the compiler
// CHECK-NEXT: heddle: the launch ends; from now on calls of CUDA return cudaErrorIllegalAddress
// CHECK-NEXT: after: cudaErrorIllegalAddress
// CHECK-NEXT: after: cudaErrorIllegalAddress
