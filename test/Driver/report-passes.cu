// Which optimizations changed something. Without one of the others the program
// is the same.
//
// RUN: %heddle --map=loops --report=passes -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %heddle --map=loops -c %s -o %t.plain.o && cmp %t.o %t.plain.o
// RUN: %heddle --map=loops --disable-pass=find-writers -c %s -o %t.less.o && cmp %t.o %t.less.o
// RUN: %heddle --map=loops --report=passes --disable-pass=widen-indices -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=LESS
// RUN: not cmp %t.o %t.plain.o
// RUN: %heddle --report=passes --dryrun -c %s 2>&1 | FileCheck %s --check-prefix=COMMAND

// COMMAND: heddle -c {{.*}}--report=passes

// CHECK: passes report of {{.*}}report-passes.cu
// CHECK-NEXT: changed something: {{.*}}specialize-block{{.*}}widen-indices
// CHECK-NEXT: found nothing to do: {{.*}}find-writers
// LESS: passes report of
// LESS-NOT: widen-indices

__global__ void saxpy(float *y, const float *x, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}

int main() {
  saxpy<<<4, 256>>>(nullptr, nullptr, 1, 0);
  return 0;
}
