// RUN: %heddle-opt --even-loops %s | FileCheck %s

// Each of 8 threads starts elsewhere, and all run six times.
// CHECK-LABEL: func.func @even
// CHECK: scf.parallel (%[[T:.*]]) =
// CHECK: %[[I:.*]] = arith.index_castui %[[T]] : index to i32
// CHECK: scf.for %[[K:.*]] = %c0{{.*}} to %c6{{.*}} step %c1
// CHECK: %[[TURN:.*]] = arith.index_castui %[[K]] : index to i32
// CHECK: %[[DONE:.*]] = arith.muli %[[TURN]], %c8_i32 overflow<nsw>
// CHECK: %[[AT:.*]] = arith.addi %[[I]], %[[DONE]] overflow<nsw>
// CHECK: arith.index_cast %[[AT]]
func.func @even(%m: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %step = arith.constant 8 : i32
  %n = arith.constant 48 : i32
  scf.parallel (%t) = (%c0) to (%c8) step (%c1) {
    %first = arith.index_castui %t : index to i32
    scf.for %i = %first to %n step %step : i32 {
      %at = arith.index_cast %i : i32 to index
      memref.store %x, %m[%at] : memref<?xf32>
    }
  } {par.block}
  func.return
}

// The last threads run once less; or nobody knows.
// CHECK-LABEL: func.func @others
// CHECK: scf.for %{{.*}} = %[[FIRST:.*]] to %c47_i32 step %c8_i32
// CHECK: scf.for %{{.*}} = %[[FIRST]] to %arg2 step %c8_i32
func.func @others(%m: memref<?xf32>, %x: f32, %n: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %step = arith.constant 8 : i32
  %odd = arith.constant 47 : i32
  scf.parallel (%t) = (%c0) to (%c8) step (%c1) {
    %first = arith.index_castui %t : index to i32
    scf.for %i = %first to %odd step %step : i32 {
      %at = arith.index_cast %i : i32 to index
      memref.store %x, %m[%at] : memref<?xf32>
    }
    scf.for %i = %first to %n step %step : i32 {
      %at = arith.index_cast %i : i32 to index
      memref.store %x, %m[%at] : memref<?xf32>
    }
  } {par.block}
  func.return
}

// A loop that compares without a sign may pass the largest number with one.
// CHECK-LABEL: func.func @unsigned
// CHECK: scf.for %[[K:.*]] = %c0{{.*}} to %c2{{.*}} step %c1
// CHECK: arith.muli %{{.*}} overflow<nuw> : i32
// CHECK: arith.addi %{{.*}} overflow<nuw> : i32
func.func @unsigned(%m: memref<?xi32>, %base: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %step = arith.constant 32 : i32
  %length = arith.constant 64 : i32
  scf.parallel (%t) = (%c0) to (%c32) step (%c1) {
    %own = arith.index_castui %t : index to i32
    %first = arith.addi %base, %own overflow<nuw> : i32
    %end = arith.addi %base, %length overflow<nuw> : i32
    scf.for unsigned %i = %first to %end step %step : i32 {
      memref.store %i, %m[%t] : memref<?xi32>
    }
    scf.reduce
  } {par.block}
  return
}
