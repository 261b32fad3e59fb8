// RUN: not %heddle -c %s -o %t.o 2>&1 | FileCheck %s

int helper(int x) { return x + 1; }

__global__ void kernel(int *a) {
  // CHECK: host-function-in-kernel.cu:[[#@LINE+1]]:10: error: no matching function for call to 'helper'
  a[0] = helper(3);
  // CHECK: note: candidate function not viable: call to __host__ function from __global__ function
}
