// RUN: %heddle-opt --prefetch-far %s | FileCheck %s

// Each block takes a row of a matrix and goes to a column of another: both
// somewhere else in the next block. A row of 64 may lie in five lines.
// CHECK-LABEL: func.func @rows
// CHECK: scf.parallel (%[[B:.*]]) =
// CHECK: memref.store
// CHECK: {par.block}
// CHECK: %[[AFTER:.*]] = arith.addi %[[B]], %c1
// CHECK: scf.for %[[U:.*]] = %c0 to %c64{{.*}} step %c1
// CHECK: %[[COLUMN:.*]] = arith.muli %[[U]], %arg2
// CHECK: %[[FIRST:.*]] = arith.muli %[[AFTER]], %arg2
// CHECK: %[[J:.*]] = arith.addi %[[COLUMN]], %[[FIRST]]
// CHECK: memref.prefetch %arg1[%[[J]]], write
// CHECK: %[[NEXT:.*]] = arith.addi %[[B]], %c1
// CHECK: scf.for %[[T:.*]] = %c0 to %c80{{.*}} step %c16
// CHECK: %[[ROW:.*]] = arith.muli %[[NEXT]], %arg2
// CHECK: %[[I:.*]] = arith.addi %[[ROW]], %[[T]]
// CHECK: memref.prefetch %arg0[%[[I]]], read
func.func @rows(%in: memref<?xf32>, %out: memref<?xf32>, %n: index,
                %blocks: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%b) = (%c0) to (%blocks) step (%c1) {
    scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
      %row = arith.muli %b, %n overflow<nsw> : index
      %i = arith.addi %row, %t overflow<nsw> : index
      %column = arith.muli %t, %n overflow<nsw> : index
      %first = arith.muli %b, %n overflow<nsw> : index
      %j = arith.addi %column, %first overflow<nsw> : index
      %x = memref.load %in[%i] : memref<?xf32>
      memref.store %x, %out[%j] : memref<?xf32>
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid, par.shape = "64x1x1"}
  return
}

// The next block goes on where this one ends; where it goes is in memory, or
// hard to say; many lines.
// CHECK-LABEL: func.func @not
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @not(%in: memref<?xf32>, %places: memref<?xindex>, %n: index,
               %blocks: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%b) = (%c0) to (%blocks) step (%c1) {
    scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
      %first = arith.muli %b, %c64 overflow<nsw> : index
      %i = arith.addi %first, %t overflow<nsw> : index
      %place = memref.load %places[%i] : memref<?xindex>
      %x = memref.load %in[%place] : memref<?xf32>
      memref.store %x, %in[%i] : memref<?xf32>
      %square = arith.muli %b, %b overflow<nsw> : index
      memref.store %x, %in[%square] : memref<?xf32>
      scf.reduce
    } {par.block}
    scf.for %k = %c0 to %c64 step %c1 {
      scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
        %row = arith.muli %b, %n overflow<nsw> : index
        %i = arith.addi %row, %k overflow<nsw> : index
        %column = arith.muli %t, %n overflow<nsw> : index
        %j = arith.addi %i, %column overflow<nsw> : index
        %x = memref.load %in[%j] : memref<?xf32>
        memref.store %x, %in[%t] : memref<?xf32>
        scf.reduce
      } {par.block}
    }
    scf.reduce
  } {par.grid, par.shape = "64x1x1"}
  return
}
