// The optimizer is told which variables no kernel writes.
//
// RUN: %heddle -emit=raised %s | FileCheck %s

__constant__ float table[4];
__device__ float counts[4];

// CHECK-LABEL: @_Z4copyPfi
// CHECK-DAG: llvm.mlir.addressof @table{{.*}} {par.constant}
// CHECK-DAG: llvm.mlir.addressof @counts{{[^{]*}} : !llvm.ptr
__global__ void copy(float *out, int i) { out[i] = table[i] + counts[i]; }
