// RUN: %heddle-opt --split-loads --canonicalize %s | FileCheck %s

// The left neighbour, or the thread's own place at the edge.
// CHECK-LABEL: func.func @edge
// CHECK: %[[C:.*]] = arith.cmpi eq
// CHECK: scf.if %[[C]] -> (f32) {
// CHECK: memref.load %arg0[%[[T:.*]]]
// CHECK: } else {
// CHECK: %[[LEFT:.*]] = arith.subi
// CHECK: memref.load %arg0[%[[LEFT]]]
func.func @edge(%m: memref<64xf32>, %out: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    %is = arith.cmpi eq, %t, %c0 : index
    %off = arith.select %is, %c0, %c1 : index
    %i = arith.subi %t, %off : index
    %v = memref.load %m[%i] : memref<64xf32>
    memref.store %v, %out[%t] : memref<64xf32>
    scf.reduce
  } {par.block}
  return
}

// One choice for all threads is no gather.
// CHECK-LABEL: func.func @uniform
// CHECK-NOT: scf.if
// CHECK: return
func.func @uniform(%m: memref<64xf32>, %out: memref<64xf32>, %is: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scf.parallel (%t) = (%c0) to (%c32) step (%c1) {
    %off = arith.select %is, %c0, %c1 : index
    %i = arith.addi %t, %off : index
    %v = memref.load %m[%i] : memref<64xf32>
    memref.store %v, %out[%t] : memref<64xf32>
    scf.reduce
  } {par.block}
  return
}
