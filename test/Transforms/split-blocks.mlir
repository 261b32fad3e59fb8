// RUN: %heddle-opt --split-blocks %s | FileCheck %s

// Threads go through layers: each row of a block becomes one.
// CHECK-LABEL: func.func @layers
// CHECK-SAME: %[[GX:[a-z0-9]+]]: index, %[[GY:[a-z0-9]+]]: index
// CHECK: %[[ROWS:.*]] = arith.muli %[[GY]], %c4
// CHECK: scf.parallel (%{{.*}}, %[[ROW:.*]], %{{.*}}) = {{.*}} to (%c1, %[[ROWS]], %[[GX]])
// CHECK: %[[BY:.*]] = arith.divui %[[ROW]], %c4
// CHECK: %[[TY:.*]] = arith.remui %[[ROW]], %c4
// CHECK: %[[FIRST:.*]] = arith.muli %[[BY]], %c4
// CHECK: scf.parallel {{.*}} to (%c1, %c1{{.*}}, %c64)
// CHECK: arith.addi %[[FIRST]], %[[TY]]
func.func @layers(%in: memref<?xf32>, %out: memref<?xf32>, %gx: index, %gy: index, %nx: index, %layer: index, %nz: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %gy, %gx) step (%c1, %c1, %c1) {
    %left = arith.muli %bx, %c64 : index
    %top = arith.muli %by, %c4 : index
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c4, %c64) step (%c1, %c1, %c1) {
      %x = arith.addi %left, %tx : index
      %y = arith.addi %top, %ty : index
      %row = arith.muli %y, %nx : index
      %first = arith.addi %row, %x : index
      %end = scf.for %z = %c0 to %nz step %c1 iter_args(%i = %first) -> index {
        %v = memref.load %in[%i] : memref<?xf32>
        memref.store %v, %out[%i] : memref<?xf32>
        %next = arith.addi %i, %layer : index
        scf.yield %next : index
      }
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid, par.shape = "64x4x1"}
  return
}

// All rows of a block load the same elements of the second matrix, so they stay
// together; and a loop along a row does not leave its page.
// CHECK-LABEL: func.func @shared
// CHECK-NOT: arith.remui
func.func @shared(%a: memref<?xf32>, %b: memref<?xf32>, %out: memref<?xf32>, %gx: index, %gy: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %gy, %gx) step (%c1, %c1, %c1) {
    %left = arith.muli %bx, %c64 : index
    %top = arith.muli %by, %c4 : index
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c4, %c64) step (%c1, %c1, %c1) {
      %x = arith.addi %left, %tx : index
      %y = arith.addi %top, %ty : index
      %row = arith.muli %y, %n : index
      %sum = scf.for %k = %c0 to %n step %c1 iter_args(%s = %zero) -> f32 {
        %i = arith.addi %row, %k : index
        %v = memref.load %a[%i] : memref<?xf32>
        %down = arith.muli %k, %n : index
        %j = arith.addi %down, %x : index
        %w = memref.load %b[%j] : memref<?xf32>
        %p = arith.mulf %v, %w : f32
        %next = arith.addf %s, %p : f32
        scf.yield %next : f32
      }
      %i = arith.addi %row, %x : index
      memref.store %sum, %out[%i] : memref<?xf32>
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid, par.shape = "64x4x1"}
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %gy, %gx) step (%c1, %c1, %c1) {
    %left = arith.muli %bx, %c64 : index
    %top = arith.muli %by, %c4 : index
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c4, %c64) step (%c1, %c1, %c1) {
      %x = arith.addi %left, %tx : index
      %y = arith.addi %top, %ty : index
      %row = arith.muli %y, %n : index
      %first = arith.addi %row, %x : index
      %sum = scf.for %k = %c0 to %c4 step %c1 iter_args(%s = %zero) -> f32 {
        %i = arith.addi %first, %k : index
        %v = memref.load %a[%i] : memref<?xf32>
        %next = arith.addf %s, %v : f32
        scf.yield %next : f32
      }
      memref.store %sum, %out[%first] : memref<?xf32>
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid, par.shape = "64x4x1"}
  return
}

// Threads that meet are a block.
// CHECK-LABEL: func.func @meet
// CHECK-NOT: arith.remui
func.func @meet(%in: memref<?xf32>, %out: memref<?xf32>, %gx: index, %gy: index, %layer: index, %nz: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %gy, %gx) step (%c1, %c1, %c1) {
    %left = arith.muli %bx, %c64 : index
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c4, %c64) step (%c1, %c1, %c1) {
      %x = arith.addi %left, %tx : index
      %row = arith.muli %ty, %layer : index
      %first = arith.addi %row, %x : index
      %end = scf.for %z = %c0 to %nz step %c1 iter_args(%i = %first) -> index {
        %v = memref.load %in[%i] : memref<?xf32>
        memref.store %v, %out[%i] : memref<?xf32>
        par.barrier(%tz, %ty, %tx)
        %next = arith.addi %i, %layer : index
        scf.yield %next : index
      }
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid, par.shape = "64x4x1"}
  return
}
