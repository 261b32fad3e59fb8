// RUN: not %heddle -c %s -o %t.o 2>&1 | FileCheck %s

// What has no translation is named, at its line.

__global__ void kernel(unsigned *a) {
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  // CHECK: inline-ptx.cu:[[#@LINE+1]]:{{[0-9]+}}: error: inline PTX: 'mov.u32' ('%envreg3') has no translation to the CPU
  asm("mov.u32 %0, %%envreg3;" : "=r"(lane));
  // CHECK: inline-ptx.cu:[[#@LINE+1]]:{{[0-9]+}}: error: inline PTX: 'tcgen05.wait::ld.sync.aligned' has no translation to the CPU
  asm volatile("tcgen05.wait::ld.sync.aligned;");
  // CHECK: inline-ptx.cu:[[#@LINE+1]]:{{[0-9]+}}: error: inline PTX: directive '.local' has no
  asm volatile("{ .local .b32 x; }");
  // CHECK: inline-ptx.cu:[[#@LINE+1]]:{{[0-9]+}}: error: inline PTX: 'ld.global.u32' (a 32-bit address outside shared memory)
  asm volatile("ld.global.u32 %0, [%1];" : "=r"(lane) : "r"(lane));
  // CHECK: inline-ptx.cu:[[#@LINE+1]]:{{[0-9]+}}: error: inline PTX: 'add.u32' ('x')
  asm volatile("add.u32 %0, x, 1;" : "=r"(lane));
  // CHECK: inline-ptx.cu:[[#@LINE+1]]:{{[0-9]+}}: error: inline PTX: branch to 'nowhere'
  asm volatile("bra nowhere;");
  // CHECK: inline-ptx.cu:[[#@LINE+1]]:{{[0-9]+}}: error: inline PTX: expected ';' before
  asm volatile("add.u32 %0, %0, 1 mov.u32 %0, 3;" : "+r"(lane));
  // An empty one only keeps the compiler from moving accesses.
  // CHECK-NOT: error:
  asm volatile("" ::: "memory");
  *a = lane;
}
// CHECK: 7 errors generated
