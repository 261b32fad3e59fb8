// RUN: not %heddle -c %s -o %t.o 2>&1 | FileCheck %s

// CHECK: inline-ptx.cu:[[#@LINE+3]]:{{[0-9]+}}: error: inline PTX is not supported yet: 'mov.u32 {{.}}0, {{%+}}laneid;' has no translation to the CPU
__device__ unsigned laneid() {
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}

__global__ void kernel(unsigned *a) {
  // Only the first line of several is shown:
  // CHECK: inline-ptx.cu:[[#@LINE+1]]:{{[0-9]+}}: error: inline PTX is not supported yet: '{{.*}} .reg .pred p;' has
  asm volatile("{ .reg .pred p;\n setp.eq.u64 p, %0, 1; }" ::"l"(a));
  // An empty one only keeps the compiler from moving accesses.
  // CHECK-NOT: error:
  asm volatile("" ::: "memory");
  *a = laneid();
}
// CHECK: 2 errors generated
