// RUN: not %heddle -c %s -o %t.o 2>&1 | FileCheck %s

__global__ void kernel(float *a) {
  float x;
  // CHECK: inline-ptx-constraints.cu:[[#@LINE+2]]:{{.*}} error: invalid output constraint '=f' in asm
  // CHECK: note: inline PTX is not supported yet
  asm("add.f32 %0, %1, %2;" : "=f"(x) : "f"(a[0]), "f"(a[1]));
  a[2] = x;
}
