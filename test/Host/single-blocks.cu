// RUN: %heddle -O3 -emit=raised %s | FileCheck %s
// Of launches with one block a note is made on the kernel.

// CHECK-LABEL: llvm.func @_Z5alonePi.device(
// CHECK-SAME: heddle.single_block
__global__ void alone(int *a) { *a = blockDim.x; }

// CHECK-LABEL: llvm.func @_Z6squarePi.device(
// CHECK-SAME: heddle.single_block
__global__ void square(int *a) { *a = blockDim.x; }

// CHECK-LABEL: llvm.func @_Z4bothPi.device(
// CHECK-SAME: heddle.single_block
__global__ void both(int *a) { *a = blockDim.x; }

// CHECK-NOT: heddle.single_block
// CHECK-LABEL: llvm.func @_Z3twoPi.device(
__global__ void two(int *a) { *a = blockDim.x; }

// CHECK-LABEL: llvm.func @_Z4manyPi.device(
// CHECK: llvm.return
__global__ void many(int *a) { *a = blockDim.x; }

void launch(int *a, int n) {
  alone<<<1, 256>>>(a);
  dim3 grid(1, 1), block(16, 16);
  square<<<grid, block>>>(a);
  both<<<n, 256>>>(a);
  both<<<1, 256>>>(a);
  two<<<dim3(1, 2), 256>>>(a);
  many<<<n, 256>>>(a);
}
