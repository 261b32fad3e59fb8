// RUN: not %heddle -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %heddle -rdc=true -c %s -o %t.o
// Without relocatable device code a function of another file cannot be called.

namespace shapes {
// CHECK: undefined-device-function.cu:[[#@LINE+1]]:18: error: device function 'shapes::area' is called but not defined in this file; device functions of other files need -rdc=true
__device__ float area(float radius);
} // namespace shapes

// CHECK-NOT: error:
__device__ float unused(float radius);

__global__ void kernel(float *a) { a[0] = shapes::area(a[1]); }
