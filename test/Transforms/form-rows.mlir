// RUN: %heddle-opt --form-rows --canonicalize --cse %s | FileCheck %s

// CHECK-LABEL: func.func @whole
// CHECK: scf.parallel (%[[R:.*]], %[[C:.*]]) = (%c0, %c0) to (%c25, %c25)
// CHECK-NOT: arith.div
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[R]], %[[C]]]
// CHECK: {par.block, par.rows}
// CHECK-NOT: scf.parallel
// CHECK: return
func.func @whole(%m: memref<25x25xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c625 = arith.constant 625 : index
  %w = arith.constant 25 : i32
  scf.parallel (%t) = (%c0) to (%c625) step (%c1) {
    %i = arith.index_cast %t : index to i32
    %r = arith.divsi %i, %w : i32
    %c = arith.remsi %i, %w : i32
    %row = arith.index_cast %r : i32 to index
    %column = arith.index_cast %c : i32 to index
    memref.store %x, %m[%row, %column] : memref<25x25xf32>
    scf.reduce
  } {par.block, par.merged = 625 : i64}
  return
}

// 100 are six rows of 16 and 4 more, by shifts and masks.
// CHECK-LABEL: func.func @rest
// CHECK: scf.parallel (%[[R:.*]], %[[C:.*]]) = (%c0, %c0) to (%c6, %c16)
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[R]], %[[C]]]
// CHECK: scf.parallel (%[[D:.*]]) = (%c0) to (%c4)
// CHECK: memref.store %{{.*}}, %{{.*}}[%c6, %[[D]]]
func.func @rest(%m: memref<?x16xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c15 = arith.constant 15 : index
  %c100 = arith.constant 100 : index
  scf.parallel (%t) = (%c0) to (%c100) step (%c1) {
    %r = arith.shrui %t, %c4 : index
    %c = arith.andi %t, %c15 : index
    memref.store %x, %m[%r, %c] : memref<?x16xf32>
    scf.reduce
  } {par.block}
  return
}

// Rows of 4 are too short for vectors where threads touch other places too.
// CHECK-LABEL: func.func @short
// CHECK: scf.parallel (%{{.*}}) = (%c0) to (%c100)
func.func @short(%m: memref<?x4xf32>, %other: memref<?xi32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c100 = arith.constant 100 : index
  scf.parallel (%t) = (%c0) to (%c100) step (%c1) {
    %r = arith.divui %t, %c4 : index
    %c = arith.remui %t, %c4 : index
    %i = memref.load %other[%t] : memref<?xi32>
    %j = arith.index_cast %i : i32 to index
    memref.store %x, %m[%j, %c] : memref<?x4xf32>
    scf.reduce
  } {par.block}
  return
}

// (2t + 1) / 32 is t / 16, and (64t + 63) / 32 is 2t + 1.
// CHECK-LABEL: func.func @multiples
// CHECK: scf.parallel (%[[R:.*]], %[[C:.*]]) = (%c0, %c0) to (%c4, %c16)
// CHECK-NOT: arith.shrsi
// CHECK-NOT: arith.div
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[R]]]
// CHECK: memref.store
func.func @multiples(%m: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %five = arith.constant 5 : i32
  %wide = arith.constant 64 : i32
  %most = arith.constant 63 : i32
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    %i = arith.index_castui %t : index to i32
    %twice = arith.muli %i, %two : i32
    %odd = arith.addi %twice, %one : i32
    %row = arith.shrsi %odd, %five : i32
    %at = arith.index_cast %row : i32 to index
    memref.store %x, %m[%at] : memref<?xf32>
    %far = arith.muli %i, %wide : i32
    %end = arith.addi %far, %most : i32
    %line = arith.shrsi %end, %five : i32
    %to = arith.index_cast %line : i32 to index
    memref.store %x, %m[%to] : memref<?xf32>
    scf.reduce
  } {par.block}
  return
}

// The lanes of a warp stay a row.
// CHECK-LABEL: func.func @lanes
// CHECK: scf.parallel (%{{.*}}) = (%c0) to (%c32)
func.func @lanes(%m: memref<?x8xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  scf.parallel (%t) = (%c0) to (%c32) step (%c1) {
    %r = arith.divui %t, %c8 : index
    %c = arith.remui %t, %c8 : index
    memref.store %x, %m[%r, %c] : memref<?x8xf32>
    scf.reduce
  } {par.block, par.capacity = 32 : i64}
  return
}

// Rows of four are no vectors, but these threads would have none anyway.
// CHECK-LABEL: func.func @scattered
// CHECK: scf.parallel (%{{.*}}, %{{.*}}) = (%c0, %c0) to (%c16, %c4)
// CHECK-NOT: arith.div
// CHECK: {par.block, par.rows}
func.func @scattered(%m: memref<528xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    %i = arith.muli %t, %c8 overflow<nsw> : index
    %pad = arith.divui %t, %c4 : index
    %j = arith.addi %i, %pad overflow<nsw> : index
    memref.store %x, %m[%j] : memref<528xi32>
    scf.reduce
  } {par.block}
  return
}

// All that threads touch is in rows: they are short vectors.
// CHECK-LABEL: func.func @columns
// CHECK: scf.parallel (%{{.*}}, %{{.*}}) = (%c0, %c0) to (%c16, %c4)
func.func @columns(%m: memref<528xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    %pad = arith.divui %t, %c4 : index
    %j = arith.addi %t, %pad overflow<nsw> : index
    memref.store %x, %m[%j] : memref<528xi32>
    scf.reduce
  } {par.block}
  return
}
