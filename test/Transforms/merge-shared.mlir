// RUN: %heddle-opt --merge-shared --canonicalize %s | FileCheck %s

// CHECK-LABEL: func.func @merge
// CHECK: scf.parallel (%[[I:.*]]) = (%c0) to (%{{.*}}) step (%c1) {
// CHECK-NOT: scf.for
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[I]]]
// CHECK: {par.block, par.merged = 2147483647 : i64}
func.func @merge(%m: memref<?xf32>, %x: f32, %n: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %step = arith.constant 64 : i32
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    %start = arith.index_castui %t : index to i32
    scf.for %i = %start to %n step %step : i32 {
      %at = arith.index_cast %i : i32 to index
      memref.store %x, %m[%at] : memref<?xf32>
    } {par.shared_out}
    scf.reduce
  } {par.block}
  return
}

// The thread's number in a block of several rows, from a start.
// CHECK-LABEL: func.func @rows
// CHECK: %[[FIRST:.*]] = arith.index_cast %arg3
// CHECK: scf.parallel (%[[J:.*]]) =
// CHECK-NOT: scf.for
// CHECK: %[[I:.*]] = arith.addi %[[FIRST]], %[[J]]
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[I]]]
func.func @rows(%m: memref<?xf32>, %x: f32, %n: i32, %first: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %width = arith.constant 32 : i32
  %step = arith.constant 256 : i32
  scf.parallel (%y, %x2) = (%c0, %c0) to (%c8, %c32) step (%c1, %c1) {
    %row = arith.index_castui %y : index to i32
    %column = arith.index_castui %x2 : index to i32
    %before = arith.muli %row, %width : i32
    %number = arith.addi %before, %column : i32
    %start = arith.addi %first, %number overflow<nsw> : i32
    scf.for %i = %start to %n step %step : i32 {
      %at = arith.index_cast %i : i32 to index
      memref.store %x, %m[%at] : memref<?xf32>
    } {par.shared_out}
    scf.reduce
  } {par.block}
  return
}

// Something else is done as well.
// CHECK-LABEL: func.func @more
// CHECK: scf.for
// CHECK-NOT: par.merged
// CHECK: return
func.func @more(%m: memref<?xf32>, %x: f32, %n: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %step = arith.constant 64 : i32
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    memref.store %x, %m[%t] : memref<?xf32>
    %start = arith.index_castui %t : index to i32
    scf.for %i = %start to %n step %step : i32 {
      %at = arith.index_cast %i : i32 to index
      memref.store %x, %m[%at] : memref<?xf32>
    } {par.shared_out}
    scf.reduce
  } {par.block}
  return
}

// The threads are one less than the step says.
// CHECK-LABEL: func.func @gaps
// CHECK: scf.for
// CHECK-NOT: par.merged
// CHECK: return
func.func @gaps(%m: memref<?xf32>, %x: f32, %n: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c63 = arith.constant 63 : index
  %step = arith.constant 64 : i32
  scf.parallel (%t) = (%c0) to (%c63) step (%c1) {
    %start = arith.index_castui %t : index to i32
    scf.for %i = %start to %n step %step : i32 {
      %at = arith.index_cast %i : i32 to index
      memref.store %x, %m[%at] : memref<?xf32>
    } {par.shared_out}
    scf.reduce
  } {par.block}
  return
}
