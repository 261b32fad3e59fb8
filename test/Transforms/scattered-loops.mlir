// RUN: %heddle-opt --scattered-loops %s | FileCheck %s

// Three accesses 33 elements apart and one sum: no work for vectors.
// CHECK-LABEL: func.func @far
// CHECK: } {par.block, par.scattered}
func.func @far(%m: memref<528xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c33 = arith.constant 33 : index
  %c15 = arith.constant 15 : index
  scf.parallel (%t) = (%c0) to (%c16) step (%c1) {
    %i = arith.muli %t, %c33 overflow<nsw> : index
    %j = arith.addi %i, %c15 overflow<nsw> : index
    %a = memref.load %m[%i] : memref<528xi32>
    %b = memref.load %m[%j] : memref<528xi32>
    %s = arith.addi %a, %b : i32
    memref.store %s, %m[%j] : memref<528xi32>
    scf.reduce
  } {par.block}
  return
}

// Every other element: whole vectors are loaded.
// CHECK-LABEL: func.func @near
// CHECK: } {par.block}
func.func @near(%m: memref<528xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  scf.parallel (%t) = (%c0) to (%c16) step (%c1) {
    %i = arith.muli %t, %c2 overflow<nsw> : index
    %j = arith.addi %i, %c1 overflow<nsw> : index
    %a = memref.load %m[%i] : memref<528xi32>
    memref.store %a, %m[%j] : memref<528xi32>
    scf.reduce
  } {par.block}
  return
}

// One access is a row: that is as good a reason for vectors.
// CHECK-LABEL: func.func @column_to_row
// CHECK: } {par.block}
func.func @column_to_row(%m: memref<528xi32>, %n: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c33 = arith.constant 33 : index
  scf.parallel (%t) = (%c0) to (%c16) step (%c1) {
    %i = arith.muli %t, %c33 overflow<nsw> : index
    %a = memref.load %m[%i] : memref<528xi32>
    memref.store %a, %n[%t] : memref<16xi32>
    scf.reduce
  } {par.block}
  return
}

// A square root takes longer than all the rest.
// CHECK-LABEL: func.func @work
// CHECK: } {par.block}
func.func @work(%m: memref<528xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c33 = arith.constant 33 : index
  scf.parallel (%t) = (%c0) to (%c16) step (%c1) {
    %i = arith.muli %t, %c33 overflow<nsw> : index
    %a = memref.load %m[%i] : memref<528xf32>
    %r = math.sqrt %a : f32
    memref.store %r, %m[%i] : memref<528xf32>
    scf.reduce
  } {par.block}
  return
}
