// RUN: not %heddle -c %s -o %t.o 2>&1 | FileCheck %s
// An error that both the host's and the device's pass would find is said once.
// CHECK: syntax-error.cu:[[#@LINE+3]]:11: error: expected ';' after expression
// CHECK-NOT: error: expected ';'
__global__ void kernel(int *a) {
  a[0] = 1
}

// CHECK: syntax-error.cu:[[#@LINE+1]]:34: error: use of undeclared identifier 'nothing'
void launch() { kernel<<<1, 1>>>(nothing); }
// CHECK-NOT: internal
