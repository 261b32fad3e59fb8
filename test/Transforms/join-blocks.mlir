// RUN: %heddle-opt --join-blocks %s | FileCheck %s

// All blocks of a column load the same tiles of %b: four of them are one, and
// what is left of the rows runs as it was.
// CHECK-LABEL: func.func @tiles
// CHECK: %[[ROUNDS:.*]] = arith.select
// CHECK: scf.parallel (%{{.*}}, %[[BY:.*]], %{{.*}}) = (%c0, %c0, %c0) to (%c1, %[[ROUNDS]], %arg0)
// CHECK: %[[TILE:.*]] = memref.alloca() : memref<16x16xf32>
// CHECK: %[[ROWS:.*]] = memref.alloca() : memref<4x16x16xf32>
// CHECK: scf.parallel (%[[TZ:.*]], %{{.*}}, %{{.*}}) = {{.*}} to (%c4{{.*}}, %c16, %c16)
// CHECK: %[[START:.*]] = arith.muli %[[BY]], %c4
// CHECK: arith.addi %[[START]], %[[TZ]]
// The first of them fills the tile for all.
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[TZ]], %c0
// CHECK-NEXT: scf.if %[[FIRST]] {
// CHECK-NEXT: %[[V:.*]] = memref.load
// CHECK-NEXT: memref.store %[[V]], %[[TILE]][
// CHECK: memref.store %{{.*}}, %[[ROWS]][%[[TZ]],
// CHECK: memref.load %[[TILE]][
// CHECK: memref.load %[[ROWS]][%[[TZ]],
// CHECK: {par.block, par.joined}
// CHECK: scf.parallel (%{{.*}}, %[[BY2:.*]], %{{.*}}) = (%c0, %c0, %c0) to (%c1, %{{.*}}, %arg0)
// CHECK-NEXT: arith.addi %[[BY2]],
// CHECK: memref.alloca() : memref<16x16xf32>
// CHECK: {par.block}
func.func @tiles(%blocks: index, %n: index, %b: memref<?xf32>, %c: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %blocks, %blocks) step (%c1, %c1, %c1) {
    %tile = memref.alloca() : memref<16x16xf32>
    %rows = memref.alloca() : memref<16x16xf32>
    %top = arith.muli %by, %c16 : index
    %left = arith.muli %bx, %c16 : index
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c16, %c16) step (%c1, %c1, %c1) {
      %column = arith.addi %left, %tx : index
      %row = arith.addi %top, %ty : index
      %own = arith.muli %row, %n : index
      %out = arith.addi %own, %column : index
      scf.for %k = %c0 to %n step %c16 {
        %r = arith.addi %k, %ty : index
        %s = arith.muli %r, %n : index
        %i = arith.addi %s, %column : index
        %v = memref.load %b[%i] : memref<?xf32>
        memref.store %v, %tile[%ty, %tx] : memref<16x16xf32>
        %o = memref.load %c[%out] : memref<?xf32>
        memref.store %o, %rows[%ty, %tx] : memref<16x16xf32>
        par.barrier(%tz, %ty, %tx)
        %u = memref.load %tile[%tx, %ty] : memref<16x16xf32>
        %x = memref.load %rows[%tx, %ty] : memref<16x16xf32>
        %w = arith.addf %u, %x : f32
        memref.store %w, %c[%out] : memref<?xf32>
        par.barrier(%tz, %ty, %tx)
      }
    } {par.block}
  } {par.grid, par.shape = "16x16x1"}
  func.return
}

// What a thread reads without a barrier is what it has stored itself.
// CHECK-LABEL: func.func @own
// CHECK: memref.alloca() : memref<4x16x16xf32>
// CHECK: par.joined
func.func @own(%blocks: index, %n: index, %b: memref<?xf32>, %c: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %blocks, %blocks) step (%c1, %c1, %c1) {
    %tile = memref.alloca() : memref<16x16xf32>
    %left = arith.muli %bx, %c16 : index
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c16, %c16) step (%c1, %c1, %c1) {
      %column = arith.addi %left, %tx : index
      scf.for %k = %c0 to %n step %c16 {
        %old = memref.load %tile[%ty, %tx] : memref<16x16xf32>
        memref.store %old, %c[%by] : memref<?xf32>
        par.barrier(%tz, %ty, %tx)
        %r = arith.addi %k, %ty : index
        %s = arith.muli %r, %n : index
        %i = arith.addi %s, %column : index
        %v = memref.load %b[%i] : memref<?xf32>
        memref.store %v, %tile[%ty, %tx] : memref<16x16xf32>
      }
    } {par.block}
  } {par.grid, par.shape = "16x16x1"}
  func.return
}

// Blocks that load tiles of their own, or make other rounds, stay.
// CHECK-LABEL: func.func @others
// CHECK-NOT: par.joined
func.func @others(%blocks: index, %n: index, %b: memref<?xf32>, %c: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %blocks, %blocks) step (%c1, %c1, %c1) {
    %tile = memref.alloca() : memref<16x16xf32>
    %sum = arith.addi %by, %bx : index
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c16, %c16) step (%c1, %c1, %c1) {
      scf.for %k = %c0 to %n step %c16 {
        %r = arith.addi %k, %ty : index
        %s = arith.muli %r, %n : index
        %i = arith.addi %s, %sum : index
        %v = memref.load %b[%i] : memref<?xf32>
        memref.store %v, %tile[%ty, %tx] : memref<16x16xf32>
        par.barrier(%tz, %ty, %tx)
      }
    } {par.block}
  } {par.grid, par.shape = "16x16x1"}
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %blocks, %blocks) step (%c1, %c1, %c1) {
    %tile = memref.alloca() : memref<16x16xf32>
    %rounds = arith.muli %by, %bx : index
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c16, %c16) step (%c1, %c1, %c1) {
      scf.for %k = %c0 to %rounds step %c16 {
        %r = arith.addi %k, %ty : index
        %s = arith.muli %r, %n : index
        %i = arith.addi %s, %tx : index
        %v = memref.load %b[%i] : memref<?xf32>
        memref.store %v, %tile[%ty, %tx] : memref<16x16xf32>
        par.barrier(%tz, %ty, %tx)
      }
    } {par.block}
  } {par.grid, par.shape = "16x16x1"}
  func.return
}
