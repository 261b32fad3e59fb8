// RUN: %heddle -O3 --map=loops --disable-pass=align-rows -emit=lowered %s | FileCheck %s
// LLVM is told that the iterations of a loop over threads are independent.

// CHECK-LABEL: define {{.*}}axpy{{.*}}.blocks(
// CHECK: store float {{.*}} !llvm.access.group ![[GROUP:[0-9]+]]
// CHECK: br label {{.*}} !llvm.loop ![[LOOP:[0-9]+]]
// CHECK: ![[LOOP]] = distinct !{![[LOOP]], ![[UNROLL:[0-9]+]], ![[ACCESSES:[0-9]+]]
// CHECK: ![[UNROLL]] = !{!"llvm.loop.unroll.disable"}
// CHECK: ![[ACCESSES]] = !{!"llvm.loop.parallel_accesses", ![[GROUP]]}
__global__ void axpy(float a, float *x, float *y) {
  int i = threadIdx.x;
  y[i] = a * x[i] + y[i];
}
