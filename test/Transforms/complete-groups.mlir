// RUN: %heddle-opt --complete-groups %s | FileCheck %s

// Every other element: the one before goes back to where it is.
// CHECK-LABEL: func.func @pairs
// CHECK: memref.load
// CHECK: %[[J:.*]] = arith.addi %{{.*}}, %c-1{{.*}} overflow<nsw>
// CHECK: %[[OLD:.*]] = memref.load %{{.*}}[%[[J]]]
// CHECK: %[[KEPT:.*]] = llvm.freeze %[[OLD]]
// CHECK: memref.store
// CHECK: memref.store %[[KEPT]], %{{.*}}[%[[J]]]
func.func @pairs(%blocks: index, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%b) = (%c0) to (%blocks) step (%c1) {
    %m = memref.alloca() : memref<128xf32>
    scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
      %i = arith.muli %t, %c2 overflow<nsw> : index
      %x = memref.load %m[%i] : memref<128xf32>
      %y = arith.addf %x, %v : f32
      %j = arith.addi %i, %c1 overflow<nsw> : index
      memref.store %y, %m[%j] : memref<128xf32>
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid}
  return
}

// Two of four, at the end of a group that begins with the array.
// CHECK-LABEL: func.func @four
// CHECK-COUNT-4: memref.store
// CHECK-NOT: memref.store
// CHECK: return
func.func @four(%blocks: index, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  scf.parallel (%b) = (%c0) to (%blocks) step (%c1) {
    %m = memref.alloca() : memref<128xf32>
    scf.parallel (%t) = (%c0) to (%c32) step (%c1) {
      %i = arith.muli %t, %c4 overflow<nsw> : index
      %j = arith.addi %i, %c1 overflow<nsw> : index
      %k = arith.addi %i, %c3 overflow<nsw> : index
      memref.store %v, %m[%j] : memref<128xf32>
      memref.store %v, %m[%k] : memref<128xf32>
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid}
  return
}

// The places before the first and behind the last are not in the array; another thread stores to what
// lies between; all of the group is there; memory that other blocks see.
// CHECK-LABEL: func.func @not
// CHECK-NOT: llvm.freeze
// CHECK: return
func.func @not(%blocks: index, %v: f32, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%b) = (%c0) to (%blocks) step (%c1) {
    %m = memref.alloca() : memref<127xf32>
    %n = memref.alloca() : memref<256xf32>
    %o = memref.alloca() : memref<256xf32>
    scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
      %i = arith.muli %t, %c2 overflow<nsw> : index
      memref.store %v, %m[%i] : memref<127xf32>
      scf.reduce
    } {par.block}
    scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
      %i = arith.muli %t, %c2 overflow<nsw> : index
      %j = arith.addi %i, %c3 overflow<nsw> : index
      memref.store %v, %n[%i] : memref<256xf32>
      memref.store %v, %n[%j] : memref<256xf32>
      scf.reduce
    } {par.block}
    scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
      %i = arith.muli %t, %c2 overflow<nsw> : index
      %j = arith.addi %i, %c1 overflow<nsw> : index
      memref.store %v, %o[%i] : memref<256xf32>
      memref.store %v, %o[%j] : memref<256xf32>
      memref.store %v, %out[%i] : memref<?xf32>
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid}
  return
}
