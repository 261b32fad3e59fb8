// RUN: %heddle-opt --unroll-lane-loops --canonicalize %s | FileCheck %s

// Three axes, and the neighbours of a point in two nested loops.
// CHECK-LABEL: func.func @short
// CHECK-NOT: scf.for
// CHECK: return
func.func @short(%p: memref<?xf32>, %a: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  scf.parallel (%x) = (%c0) to (%c16) step (%c1) {
    scf.for %i = %c0 to %c3 step %c1 {
      scf.for %j = %c0 to %c3 step %c1 {
        %k = arith.addi %i, %j : index
        %at = arith.addi %x, %k : index
        memref.store %a, %p[%at] : memref<?xf32>
      }
    }
    scf.reduce
  } {par.block}
  return
}

// Many iterations, or a number of them that is not known.
// CHECK-LABEL: func.func @long
// CHECK-COUNT-2: scf.for
func.func @long(%p: memref<?xf32>, %a: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.parallel (%x) = (%c0) to (%c16) step (%c1) {
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %a, %p[%i] : memref<?xf32>
    }
    scf.for %i = %c0 to %n step %c1 {
      memref.store %a, %p[%i] : memref<?xf32>
    }
    scf.reduce
  } {par.block}
  return
}
