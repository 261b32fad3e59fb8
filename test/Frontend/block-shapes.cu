// RUN: %heddle -O3 -emit=raised %s | FileCheck %s
// RUN: %heddle -O3 -emit=raised -DVARIABLE %s | FileCheck %s --check-prefix=VARIABLE
// Block sizes that are constants in host code are noted on the kernel.

// CHECK-LABEL: llvm.func @_Z4linePi.device(
// CHECK-SAME: heddle.block_shapes = [array<i64: 256, 1, 1>]
__global__ void line(int *a) { *a = blockDim.x; }

// CHECK-LABEL: llvm.func @_Z4tilePi.device(
// CHECK-SAME: heddle.block_shapes = [array<i64: 16, 8, 1>]
__global__ void tile(int *a) { *a = blockDim.x; }

// VARIABLE-NOT: array<i64:
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
