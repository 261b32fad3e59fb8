// RUN: %heddle-opt --scf-to-par %s | FileCheck %s

// CHECK-LABEL: func.func @kernel
// CHECK: par.for grid %{{.*}} (%[[BZ:.*]], %[[BY:.*]], %[[BX:.*]]) in (%c1, %c1, %arg1) race_free bound [65535, 65535, 2147483647]
// CHECK: par.for block %{{.*}} (%{{.*}}, %{{.*}}, %[[TX:.*]]) in (%c1, %c1, %c64) race_free bound [64, 1024, 1024]
// CHECK: memref.store %arg2, %arg0[%[[BX]], %[[TX]]]
// CHECK: par.shape = "64x1x1"
func.func @kernel(%p: memref<?x64xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %c1, %n) step (%c1, %c1, %c1) {
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c1, %c64) step (%c1, %c1, %c1) {
      memref.store %x, %p[%bx, %tx] : memref<?x64xf32>
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid, par.shape = "64x1x1"}
  return
}

// A loop over no threads may end before it starts; par.for counts from 0.
// CHECK-LABEL: func.func @empty
// CHECK: %[[END:.*]] = arith.subi %arg1, %c9
// CHECK: %[[SIZE:.*]] = arith.maxsi %[[END]], %c0
// CHECK: par.for block %{{.*}} (%{{.*}}) in (%[[SIZE]])
func.func @empty(%p: memref<?xf32>, %m: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %end = arith.subi %m, %c9 : index
  scf.parallel (%t) = (%c0) to (%end) step (%c1) {
    memref.store %x, %p[%t] : memref<?xf32>
    scf.reduce
  } {par.block}
  return
}
