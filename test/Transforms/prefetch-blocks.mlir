// RUN: %heddle-opt --prefetch-blocks %s | FileCheck %s

// The rows of the block beside this one, a line at a time, to read and to
// write. There may be no such block, so nothing is said of overflow.
// CHECK-LABEL: func.func @next
// CHECK: scf.parallel (%{{.*}}, %[[BY:.*]], %[[BX:.*]]) =
// CHECK: %[[NEXT:.*]] = arith.addi %[[BX]], %c1{{.*}} : index
// CHECK: scf.for %[[Y:.*]] = %c0{{.*}} to %c8{{.*}} step %c1
// CHECK: scf.for %[[X:.*]] = %c0{{.*}} to %c32{{.*}} step %c16
// CHECK: %[[C:.*]] = arith.muli %[[NEXT]], %c32{{.*}} : index
// CHECK: arith.addi %[[C]], %[[X]] : index
// CHECK: memref.prefetch %{{.*}}[%{{.*}}], read, locality<3>, data
// CHECK: scf.for
// CHECK: memref.prefetch %{{.*}}[%{{.*}}], write, locality<3>, data
// The rows above and below are mostly the same ones.
// CHECK-NOT: memref.prefetch
// CHECK: {par.block}
func.func @next(%gx: index, %gy: index, %n: index, %a: memref<?xf32>, %b: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %gy, %gx) step (%c1, %c1, %c1) {
    %left = arith.muli %bx, %c32 overflow<nsw> : index
    %top = arith.muli %by, %c8 overflow<nsw> : index
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c8, %c32) step (%c1, %c1, %c1) {
      %x = arith.addi %left, %tx overflow<nsw> : index
      %y = arith.addi %top, %ty overflow<nsw> : index
      %row = arith.muli %y, %n overflow<nsw> : index
      %i = arith.addi %row, %x overflow<nsw> : index
      %v = memref.load %a[%i] : memref<?xf32>
      %below = arith.addi %y, %c1 overflow<nsw> : index
      %rowBelow = arith.muli %below, %n overflow<nsw> : index
      %j = arith.addi %rowBelow, %x overflow<nsw> : index
      %w = memref.load %a[%j] : memref<?xf32>
      %s = arith.addf %v, %w : f32
      memref.store %s, %b[%i] : memref<?xf32>
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid}
  return
}

// Rows that are one long one, rows that are the same for all blocks, and places
// that are loaded from memory.
// CHECK-LABEL: func.func @none
// CHECK-NOT: memref.prefetch
func.func @none(%gx: index, %n: index, %a: memref<?xf32>, %b: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %c256 = arith.constant 256 : index
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %c1, %gx) step (%c1, %c1, %c1) {
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c8, %c32) step (%c1, %c1, %c1) {
      %row = arith.muli %ty, %c32 : index
      %start = arith.muli %bx, %c256 : index
      %in = arith.addi %row, %tx : index
      %i = arith.addi %start, %in : index
      %v = memref.load %a[%i] : memref<?xf32>
      %far = arith.muli %ty, %n : index
      %j = arith.addi %far, %tx : index
      memref.store %v, %a[%j] : memref<?xf32>
      %k = memref.load %b[%bx] : memref<?xindex>
      %l = arith.addi %j, %k : index
      memref.store %v, %a[%l] : memref<?xf32>
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid}
  return
}

// A single row, in a block of eight loops.
// CHECK-LABEL: func.func @long
// CHECK: scf.parallel (%[[BX:.*]]) =
// CHECK: %[[NEXT:.*]] = arith.addi %[[BX]], %c1{{.*}} : index
// CHECK: scf.for %[[X:.*]] = %c0{{.*}} to %c256{{.*}} step %c16
// CHECK: %[[C:.*]] = arith.muli %[[NEXT]], %c256{{.*}} : index
// CHECK: %[[I:.*]] = arith.addi %[[C]], %[[X]] : index
// CHECK: memref.prefetch %arg1[%[[I]]], read, locality<3>, data
// CHECK-NOT: memref.prefetch
func.func @long(%gx: index, %a: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  scf.parallel (%bx) = (%c0) to (%gx) step (%c1) {
    %m = memref.alloca() : memref<256xf32>
    %start = arith.muli %bx, %c256 overflow<nsw> : index
    scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
      %i = arith.addi %start, %t overflow<nsw> : index
      %v = memref.load %a[%i] : memref<?xf32>
      memref.store %v, %m[%t] : memref<256xf32>
      scf.reduce
    } {par.block}
    scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
      %v = memref.load %m[%t] : memref<256xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%t] : memref<256xf32>
      scf.reduce
    } {par.block}
    scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
      %v = memref.load %m[%t] : memref<256xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%t] : memref<256xf32>
      scf.reduce
    } {par.block}
    scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
      %v = memref.load %m[%t] : memref<256xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%t] : memref<256xf32>
      scf.reduce
    } {par.block}
    scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
      %v = memref.load %m[%t] : memref<256xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%t] : memref<256xf32>
      scf.reduce
    } {par.block}
    scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
      %v = memref.load %m[%t] : memref<256xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%t] : memref<256xf32>
      scf.reduce
    } {par.block}
    scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
      %v = memref.load %m[%t] : memref<256xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%t] : memref<256xf32>
      scf.reduce
    } {par.block}
    scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
      %v = memref.load %m[%t] : memref<256xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%t] : memref<256xf32>
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid}
  return
}

// In one of seven, the machine sees it.
// CHECK-LABEL: func.func @short
// CHECK-NOT: memref.prefetch
func.func @short(%gx: index, %a: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  scf.parallel (%bx) = (%c0) to (%gx) step (%c1) {
    %m = memref.alloca() : memref<256xf32>
    %start = arith.muli %bx, %c256 overflow<nsw> : index
    scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
      %i = arith.addi %start, %t overflow<nsw> : index
      %v = memref.load %a[%i] : memref<?xf32>
      memref.store %v, %m[%t] : memref<256xf32>
      scf.reduce
    } {par.block}
    scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
      %v = memref.load %m[%t] : memref<256xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%t] : memref<256xf32>
      scf.reduce
    } {par.block}
    scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
      %v = memref.load %m[%t] : memref<256xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%t] : memref<256xf32>
      scf.reduce
    } {par.block}
    scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
      %v = memref.load %m[%t] : memref<256xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%t] : memref<256xf32>
      scf.reduce
    } {par.block}
    scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
      %v = memref.load %m[%t] : memref<256xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%t] : memref<256xf32>
      scf.reduce
    } {par.block}
    scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
      %v = memref.load %m[%t] : memref<256xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%t] : memref<256xf32>
      scf.reduce
    } {par.block}
    scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
      %v = memref.load %m[%t] : memref<256xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%t] : memref<256xf32>
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid}
  return
}
