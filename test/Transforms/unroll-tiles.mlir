// RUN: %heddle-opt --unroll-tiles %s | FileCheck %s

// All loops that touch a tile of which neighbours in a row are read.
// CHECK-LABEL: func.func @stencil
// CHECK: memref.store {{.*}} memref<16x16xf32>
// CHECK: {par.block, par.unrolled}
// CHECK: memref.load {{.*}} memref<16x16xf32>
// CHECK: {par.block, par.unrolled}
// CHECK: {par.block}
func.func @stencil(%blocks: index, %a: memref<?xf32>, %b: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %c1, %blocks) step (%c1, %c1, %c1) {
    %tile = memref.alloca() : memref<16x16xf32>
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c16, %c16) step (%c1, %c1, %c1) {
      %v = memref.load %a[%tx] : memref<?xf32>
      memref.store %v, %tile[%ty, %tx] : memref<16x16xf32>
    } {par.block}
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c1) to (%c1, %c16, %c15) step (%c1, %c1, %c1) {
      %left = arith.subi %tx, %c1 : index
      %right = arith.addi %tx, %c1 : index
      %w = memref.load %tile[%ty, %left] : memref<16x16xf32>
      %e = memref.load %tile[%ty, %right] : memref<16x16xf32>
      %sum = arith.addf %w, %e : f32
      memref.store %sum, %b[%tx] : memref<?xf32>
    } {par.block}
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c16, %c16) step (%c1, %c1, %c1) {
      %v = memref.load %a[%tx] : memref<?xf32>
      memref.store %v, %b[%tx] : memref<?xf32>
    } {par.block}
  } {par.grid, par.shape = "16x16x1"}
  func.return
}

// Not where the bounds are not known, where the place depends on more, or
// where nobody reads what a neighbour in the row has stored.
// CHECK-LABEL: func.func @others
// CHECK-NOT: par.unrolled
// CHECK: return
func.func @others(%blocks: index, %n: index, %a: memref<?xf32>, %b: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %c1, %blocks) step (%c1, %c1, %c1) {
    %unknown = memref.alloca() : memref<16x17xf32>
    %other = memref.alloca() : memref<16x17xf32>
    %own = memref.alloca() : memref<16x17xf32>
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c16, %n) step (%c1, %c1, %c1) {
      %v = memref.load %a[%tx] : memref<?xf32>
      memref.store %v, %unknown[%ty, %tx] : memref<16x17xf32>
    } {par.block}
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c16, %c16) step (%c1, %c1, %c1) {
      %v = memref.load %a[%tx] : memref<?xf32>
      %at = arith.addi %ty, %n : index
      memref.store %v, %other[%at, %tx] : memref<16x17xf32>
      memref.store %v, %own[%ty, %tx] : memref<16x17xf32>
    } {par.block}
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c16, %c16) step (%c1, %c1, %c1) {
      %right = arith.addi %tx, %c1 : index
      %p = memref.load %unknown[%ty, %tx] : memref<16x17xf32>
      %q = memref.load %unknown[%ty, %right] : memref<16x17xf32>
      %r = memref.load %other[%ty, %tx] : memref<16x17xf32>
      %s = memref.load %other[%ty, %right] : memref<16x17xf32>
      %t = memref.load %own[%ty, %tx] : memref<16x17xf32>
      memref.store %p, %b[%tx] : memref<?xf32>
      memref.store %q, %b[%tx] : memref<?xf32>
      memref.store %r, %b[%tx] : memref<?xf32>
      memref.store %s, %b[%tx] : memref<?xf32>
      memref.store %t, %b[%tx] : memref<?xf32>
    } {par.block}
  } {par.grid, par.shape = "16x16x1"}
  func.return
}
