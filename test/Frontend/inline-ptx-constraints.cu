// RUN: %heddle -emit=llvm %s 2>&1 | FileCheck %s
// RUN: %heddle -emit=lowered %s | FileCheck %s --check-prefix=HOST

// The constraints of PTX are other ones than the host's, and each side of the
// file has its own.

// CHECK-LABEL: define {{.*}}@_Z6kernelPfPdPtPx
// CHECK-NOT: asm
// CHECK: fadd float
// CHECK-NOT: asm
__global__ void kernel(float *f, double *d, unsigned short *h, long long *l) {
  asm("add.f32 %0, %1, %2;" : "=f"(f[0]) : "f"(f[1]), "f"(f[2]));
  asm("add.f64 %0, %1, %2;" : "=d"(d[0]) : "d"(d[1]), "d"(d[2]));
  asm("add.u16 %0, %1, %2;" : "=h"(h[0]) : "h"(h[1]), "h"(h[2]));
  asm("add.s64 %0, %1, %2;" : "=l"(l[0]) : "l"(l[1]), "n"(5));
}

// HOST: asm {{.*}}"rdtsc"
unsigned long long cycles() {
  unsigned low, high;
  asm volatile("rdtsc" : "=a"(low), "=d"(high));
  return (unsigned long long)high << 32 | low;
}

int main() { return cycles() == 0; }
