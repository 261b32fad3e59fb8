// RUN: %heddle-opt --hoist-loads %s | FileCheck %s

// CHECK-LABEL: func.func @same_place
// CHECK: scf.parallel (%[[T:.*]]) =
// CHECK: memref.load %arg0[%[[T]]]
// CHECK: scf.for %[[J:[a-z0-9]+]] =
// CHECK-NEXT: memref.load %arg0[%[[J]]]
func.func @same_place(%a: memref<64xf32>, %out: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    %sum = scf.for %j = %c0 to %c64 step %c1 iter_args(%s = %zero) -> f32 {
      %x = memref.load %a[%t] : memref<64xf32>
      %y = memref.load %a[%j] : memref<64xf32>
      %p = arith.mulf %x, %y : f32
      %n = arith.addf %s, %p : f32
      scf.yield %n : f32
    }
    memref.store %sum, %out[%t] : memref<64xf32>
    scf.reduce
  } {par.block}
  return
}

// The loop writes to what may be the same memory; the loop may not run; the
// load is under a condition.
// CHECK-LABEL: func.func @stays
// CHECK: scf.for
// CHECK: memref.load
// CHECK: scf.for
// CHECK: memref.load
// CHECK: scf.for
// CHECK-NEXT: scf.if
// CHECK-NEXT: memref.load
func.func @stays(%a: memref<64xi32>, %b: memref<64xi32>, %n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    scf.for %j = %c0 to %c64 step %c1 {
      %x = memref.load %a[%t] : memref<64xi32>
      memref.store %x, %b[%j] : memref<64xi32>
    }
    %zero = arith.constant 0 : i32
    %sum = scf.for %j = %c0 to %n step %c1 iter_args(%s = %zero) -> i32 {
      %x = memref.load %a[%t] : memref<64xi32>
      %m = arith.addi %s, %x : i32
      scf.yield %m : i32
    }
    %other = scf.for %j = %c0 to %c64 step %c1 iter_args(%s = %zero) -> i32 {
      %x = scf.if %c -> i32 {
        %y = memref.load %a[%t] : memref<64xi32>
        scf.yield %y : i32
      } else {
        scf.yield %s : i32
      }
      scf.yield %x : i32
    }
    memref.store %sum, %b[%t] : memref<64xi32>
    memref.store %other, %b[%c0] : memref<64xi32>
    scf.reduce
  } {par.block}
  return
}

// Another thread may have written before the barrier.
// CHECK-LABEL: func.func @barrier
// CHECK: scf.for
// CHECK-NEXT: par.barrier
// CHECK-NEXT: memref.load
func.func @barrier(%a: memref<64xf32>, %out: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    scf.for %j = %c0 to %c64 step %c1 {
      par.barrier(%t)
      %x = memref.load %a[%t] : memref<64xf32>
      memref.store %x, %out[%t] : memref<64xf32>
    }
    scf.reduce
  } {par.block}
  return
}

// The condition of a while loop is always computed once; what it guards is not.
// CHECK-LABEL: func.func @condition
// CHECK: memref.load %arg0
// CHECK: scf.while
// CHECK: memref.load %arg1
func.func @condition(%a: memref<64xi32>, %b: memref<64xi32>, %out: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    %zero = arith.constant 0 : i32
    %r = scf.while (%i = %zero) : (i32) -> i32 {
      %n = memref.load %a[%t] : memref<64xi32>
      %go = arith.cmpi slt, %i, %n : i32
      scf.condition(%go) %i : i32
    } do {
    ^bb0(%i: i32):
      %x = memref.load %b[%t] : memref<64xi32>
      %next = arith.addi %i, %x : i32
      scf.yield %next : i32
    }
    memref.store %r, %out[%t] : memref<64xi32>
    scf.reduce
  } {par.block}
  return
}
