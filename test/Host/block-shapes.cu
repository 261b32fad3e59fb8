// RUN: %heddle -O3 -emit=raised %s | FileCheck %s
// RUN: %heddle -O3 -emit=raised -DVARIABLE %s | FileCheck %s --check-prefix=VARIABLE
// Block sizes that are constants in host code are noted on the kernel.

// CHECK-LABEL: llvm.func @_Z4linePi.device(
// CHECK-SAME: heddle.block_shapes = [array<i64: 256, 1, 1>], {{.*}}heddle.known_launches
__global__ void line(int *a) { *a = blockDim.x; }

// CHECK-LABEL: llvm.func @_Z4tilePi.device(
// CHECK-SAME: heddle.block_shapes = [array<i64: 16, 8, 1>], {{.*}}heddle.known_launches
__global__ void tile(int *a) { *a = blockDim.x; }

#ifndef VARIABLE
// These may be launched with other sizes too: as a variable says,
// CHECK-LABEL: llvm.func @_Z7dynamicPi.device(
// CHECK-NOT: heddle.known_launches
// CHECK-SAME: heddle.block_shapes = [array<i64: 64, 1, 1>]
// CHECK-NOT: heddle.known_launches
__global__ void dynamic(int *a) { *a = blockDim.x; }

// by who gets the kernel's address,
// CHECK-LABEL: llvm.func @_Z7pointerPi.device(
// CHECK-NOT: heddle.known_launches
// CHECK-SAME: heddle.block_shapes = [array<i64: 32, 1, 1>]
// CHECK-NOT: heddle.known_launches
__global__ void pointer(int *a) { *a = blockDim.x; }

// in a third size, one more than there are nests for,
// CHECK-LABEL: llvm.func @_Z5threePi.device(
// CHECK-NOT: heddle.known_launches
// CHECK-SAME: heddle.block_shapes = [array<i64: 32, 1, 1>, array<i64: 64, 1, 1>]
// CHECK-NOT: heddle.known_launches
__global__ void three(int *a) { *a = blockDim.x; }

// or by other files, which may have the same instance of a template.
// CHECK-LABEL: llvm.func {{.*}}@_Z7genericIiEvPT_.device(
// CHECK-NOT: heddle.known_launches
// CHECK-SAME: heddle.block_shapes = [array<i64: 128, 1, 1>]
// CHECK-NOT: heddle.known_launches
template <typename T> __global__ void generic(T *a) { *a = blockDim.x; }

// A long one is compiled with those that are seen in mind.
// CHECK-LABEL: llvm.func {{.*}}@_Z10longKernelIiEvPT_.device(
// CHECK-SAME: heddle.block_shapes = [array<i64: 128, 1, 1>], {{.*}}heddle.known_launches
#define FOUR(x) x x x x
template <typename T> __global__ void longKernel(T *a) {
  int i = threadIdx.x;
  FOUR(FOUR(FOUR(FOUR(i = a[i & 1023] * 3 + 1;))))
  a[i] = 1;
}

// CHECK: llvm.return
void (*chosen)(int *) = pointer;

void launchMore(int *a, int n) {
  dynamic<<<n, 64>>>(a);
  dynamic<<<1, n>>>(a);
  pointer<<<n, 32>>>(a);
  three<<<n, 32>>>(a);
  three<<<n, 64>>>(a);
  three<<<n, 96>>>(a);
  generic<<<n, 128>>>(a);
  longKernel<<<n, 128>>>(a);
}
#endif

// VARIABLE-NOT: array<i64:
// VARIABLE-NOT: heddle.known_launches
void launch(int *a, int n) {
#ifdef VARIABLE
  line<<<1, n>>>(a);
  tile<<<1, dim3(n, n)>>>(a);
#else
  line<<<n, 256>>>(a);
  dim3 block(16, 8);
  tile<<<n, block>>>(a);
#endif
}
