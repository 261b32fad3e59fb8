// RUN: %heddle-opt --strided-loops --canonicalize --cse %s | FileCheck %s

// As often as the last thread, in a loop with the same count for all, and then
// what is left: at most once, as a step is as long as the block.
// CHECK-LABEL: func.func @block
// CHECK: scf.parallel (%[[T:.*]]) =
// CHECK: %[[COUNT:.*]] = arith.divui
// CHECK: scf.for %[[K:.*]] = %c0 to %[[COUNT]] step %c1 {
// CHECK: memref.store
// CHECK: %[[MORE:.*]] = arith.cmpi slt
// CHECK: scf.if %[[MORE]] {
// CHECK: memref.store
func.func @block(%m: memref<?xf32>, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    scf.for %i = %t to %n step %c64 {
      memref.store %x, %m[%i] : memref<?xf32>
    }
    scf.reduce
  } {par.block}
  return
}

// Fewer places than threads: an if is enough.
// CHECK-LABEL: func.func @once
// CHECK-NOT: scf.for
// CHECK: scf.if
// CHECK-NOT: scf.for
// CHECK: return
func.func @once(%m: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c50 = arith.constant 50 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    scf.for %i = %t to %c50 step %c64 {
      memref.store %x, %m[%i] : memref<?xf32>
    }
    scf.reduce
  } {par.block}
  return
}

// A start of which nothing is known.
// CHECK-LABEL: func.func @loaded
// CHECK-NOT: arith.divui
// CHECK: return
func.func @loaded(%m: memref<?xf32>, %starts: memref<?xindex>, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    %s = memref.load %starts[%t] : memref<?xindex>
    scf.for %i = %s to %n step %c64 {
      memref.store %x, %m[%i] : memref<?xf32>
    }
    scf.reduce
  } {par.block}
  return
}
