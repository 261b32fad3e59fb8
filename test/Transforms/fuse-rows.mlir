// RUN: %heddle-opt --fuse-rows %s | FileCheck %s

// Two levels of a tree with rows of 33 numbers, as vectors, and two where each
// row has a few threads or one.
// CHECK-LABEL: func.func @tree
// CHECK: scf.for %[[R:.*]] = %c0{{.*}} to %c16{{.*}} step %c1
// CHECK: scf.parallel (%[[L:.*]]) = (%{{.*}}) to (%c16{{.*}})
// CHECK: arith.muli %[[R]], %c33
// CHECK: memref.store
// CHECK: } {par.block}
// CHECK: scf.parallel (%{{.*}}) = (%{{.*}}) to (%c8{{.*}})
// CHECK: memref.store
// CHECK: } {par.block}
// CHECK: }
// CHECK: scf.parallel (%[[Q:.*]]) = (%c0{{.*}}) to (%c16{{.*}})
// CHECK: scf.for %{{.*}} = %{{.*}} to %c2{{.*}} step
// CHECK: arith.muli %[[Q]], %c33
// CHECK: memref.store
// CHECK: scf.for %{{.*}} = %{{.*}} to %c1{{.*}} step
// CHECK: memref.store
// CHECK: } {par.block, par.scattered}
// CHECK-NOT: scf.parallel
func.func @tree(%blocks: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %c31 = arith.constant 31 : index
  %c33 = arith.constant 33 : index
  scf.parallel (%b) = (%c0) to (%blocks) step (%c1) {
    %m = memref.alloca() : memref<528xi32>
    scf.parallel (%y, %r, %l) = (%c0, %c0, %c0) to (%c1, %c16, %c16) step (%c1, %c1, %c1) {
      %row = arith.muli %r, %c33 : index
      %at = arith.muli %l, %c2 : index
      %i = arith.addi %row, %at : index
      %j = arith.addi %i, %c1 : index
      %a = memref.load %m[%i] : memref<528xi32>
      %c = memref.load %m[%j] : memref<528xi32>
      %s = arith.addi %a, %c : i32
      memref.store %s, %m[%j] : memref<528xi32>
      scf.reduce
    } {par.block, par.rows}
    scf.parallel (%y, %r, %l) = (%c0, %c0, %c0) to (%c1, %c16, %c8) step (%c1, %c1, %c1) {
      %row = arith.muli %r, %c33 : index
      %at = arith.muli %l, %c4 : index
      %i = arith.addi %row, %at : index
      %h = arith.addi %i, %c1 : index
      %j = arith.addi %i, %c3 : index
      %a = memref.load %m[%h] : memref<528xi32>
      %c = memref.load %m[%j] : memref<528xi32>
      %s = arith.addi %a, %c : i32
      memref.store %s, %m[%j] : memref<528xi32>
      scf.reduce
    } {par.block, par.rows}
    scf.parallel (%y, %r, %l) = (%c0, %c0, %c0) to (%c1, %c16, %c2) step (%c1, %c1, %c1) {
      %row = arith.muli %r, %c33 : index
      %at = arith.muli %l, %c16 : index
      %i = arith.addi %row, %at : index
      %h = arith.addi %i, %c7 : index
      %j = arith.addi %i, %c15 : index
      %a = memref.load %m[%h] : memref<528xi32>
      %c = memref.load %m[%j] : memref<528xi32>
      %s = arith.addi %a, %c : i32
      memref.store %s, %m[%j] : memref<528xi32>
      scf.reduce
    } {par.block, par.rows, par.scattered}
    scf.parallel (%y, %r) = (%c0, %c0) to (%c1, %c16) step (%c1, %c1) {
      %row = arith.muli %r, %c33 : index
      %h = arith.addi %row, %c15 : index
      %j = arith.addi %row, %c31 : index
      %a = memref.load %m[%h] : memref<528xi32>
      %c = memref.load %m[%j] : memref<528xi32>
      %s = arith.addi %a, %c : i32
      memref.store %s, %m[%j] : memref<528xi32>
      scf.reduce
    } {par.block, par.scattered}
    scf.reduce
  } {par.grid}
  return
}

// The second loop reads the last number of the row before: each row would be
// read before that is stored, or after.
// CHECK-LABEL: func.func @neighbours
// CHECK-NOT: scf.for
func.func @neighbours(%blocks: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  scf.parallel (%b) = (%c0) to (%blocks) step (%c1) {
    %m = memref.alloca() : memref<129xi32>
    %n = memref.alloca() : memref<128xi32>
    scf.parallel (%r, %l) = (%c0, %c0) to (%c8, %c16) step (%c1, %c1) {
      %row = arith.muli %r, %c16 : index
      %i = arith.addi %row, %l : index
      %j = arith.addi %i, %c1 : index
      %a = memref.load %n[%i] : memref<128xi32>
      memref.store %a, %m[%j] : memref<129xi32>
      scf.reduce
    } {par.block, par.rows}
    scf.parallel (%r, %l) = (%c0, %c0) to (%c8, %c16) step (%c1, %c1) {
      %row = arith.muli %r, %c16 : index
      %i = arith.addi %row, %l : index
      %a = memref.load %m[%i] : memref<129xi32>
      memref.store %a, %n[%i] : memref<128xi32>
      scf.reduce
    } {par.block, par.rows}
    scf.reduce
  } {par.grid}
  return
}

// Where a thread stores is not known.
// CHECK-LABEL: func.func @unknown
// CHECK-NOT: scf.for
func.func @unknown(%blocks: index, %to: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  scf.parallel (%b) = (%c0) to (%blocks) step (%c1) {
    %m = memref.alloca() : memref<128xi32>
    %n = memref.alloca() : memref<128xi32>
    scf.parallel (%r, %l) = (%c0, %c0) to (%c8, %c16) step (%c1, %c1) {
      %row = arith.muli %r, %c16 : index
      %i = arith.addi %row, %l : index
      %j = memref.load %to[%i] : memref<?xindex>
      %a = memref.load %n[%i] : memref<128xi32>
      memref.store %a, %m[%j] : memref<128xi32>
      scf.reduce
    } {par.block, par.rows}
    scf.parallel (%r, %l) = (%c0, %c0) to (%c8, %c16) step (%c1, %c1) {
      %row = arith.muli %r, %c16 : index
      %i = arith.addi %row, %l : index
      %a = memref.load %m[%i] : memref<128xi32>
      memref.store %a, %n[%i] : memref<128xi32>
      scf.reduce
    } {par.block, par.rows}
    scf.reduce
  } {par.grid}
  return
}
