// RUN: not %heddle -c %s -o %t.o 2>&1 | FileCheck %s

__device__ int helper(int x) { return x + 1; }

// CHECK: device-function-in-host-code.cu:[[#@LINE+2]]:21: error: no matching function for call to 'helper'
// CHECK: note: candidate function not viable: call to __device__ function from __host__ function
int main() { return helper(3); }
