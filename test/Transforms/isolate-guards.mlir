// RUN: %heddle-opt --isolate-guards %s | FileCheck %s

// CHECK-LABEL: func.func @guard
// CHECK: memref.store
// CHECK-NEXT: par.barrier
// CHECK-NEXT: scf.if
// CHECK: }
// CHECK-NEXT: par.barrier
// CHECK: memref.store
func.func @guard(%n: index, %m: memref<64xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  scf.parallel (%z, %y, %t) = (%c0, %c0, %c0) to (%c1, %c1, %n) step (%c1, %c1, %c1) {
    %i = arith.index_castui %t : index to i32
    %first = arith.cmpi eq, %i, %zero : i32
    memref.store %x, %m[%t] : memref<64xf32>
    scf.if %first {
      memref.store %x, %m[%c1] : memref<64xf32>
    }
    memref.store %x, %m[%t] : memref<64xf32>
    par.barrier(%z, %y, %t)
    memref.store %x, %m[%t] : memref<64xf32>
  } {par.block}
  func.return
}

// Without a barrier of its own the loop stays whole if a value has to be kept.
// CHECK-LABEL: func.func @no_barrier
// CHECK-NOT: par.barrier
// CHECK: return
func.func @no_barrier(%n: index, %m: memref<64xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%z, %y, %t) = (%c0, %c0, %c0) to (%c1, %c1, %n) step (%c1, %c1, %c1) {
    %v = memref.load %m[%t] : memref<64xf32>
    memref.store %x, %m[%t] : memref<64xf32>
    %first = arith.cmpi eq, %t, %c0 : index
    scf.if %first {
      memref.store %v, %m[%c1] : memref<64xf32>
    }
  } {par.block}
  func.return
}

// Nothing has to be kept. The position does not wrap, so one thread of the row
// has it.
// CHECK-LABEL: func.func @position
// CHECK: memref.store
// CHECK: par.barrier
// CHECK: scf.if
// CHECK: par.barrier
func.func @position(%n: index, %m: memref<64xf32>, %x: f32, %base: i32, %k: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%z, %y, %t) = (%c0, %c0, %c0) to (%c1, %c1, %n) step (%c1, %c1, %c1) {
    memref.store %x, %m[%t] : memref<64xf32>
    %i = arith.index_castui %t : index to i32
    %j = arith.addi %base, %i overflow<nsw> : i32
    %is = arith.cmpi eq, %j, %k : i32
    scf.if %is {
      memref.store %x, %m[%c1] : memref<64xf32>
    }
  } {par.block}
  func.return
}

// A serial loop without a barrier would fall apart into thread loops.
// CHECK-LABEL: func.func @in_a_loop
// CHECK-NOT: par.barrier
// CHECK: scf.for
// CHECK-NOT: par.barrier
// CHECK: memref.store
func.func @in_a_loop(%n: index, %m: memref<64xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%z, %y, %t) = (%c0, %c0, %c0) to (%c1, %c1, %n) step (%c1, %c1, %c1) {
    %first = arith.cmpi eq, %t, %c0 : index
    scf.for %k = %c0 to %n step %c1 {
      scf.if %first {
        memref.store %x, %m[%k] : memref<64xf32>
      }
    }
    par.barrier(%z, %y, %t)
    memref.store %x, %m[%t] : memref<64xf32>
  } {par.block}
  func.return
}

// A condition on anything else is no guard.
// CHECK-LABEL: func.func @other_condition
// CHECK-NOT: par.barrier
// CHECK: scf.if
// CHECK-NOT: par.barrier
// CHECK: }
// CHECK-NEXT: par.barrier
func.func @other_condition(%n: index, %m: memref<64xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%z, %y, %t) = (%c0, %c0, %c0) to (%c1, %c1, %n) step (%c1, %c1, %c1) {
    %some = arith.cmpi ult, %t, %n : index
    scf.if %some {
      memref.store %x, %m[%t] : memref<64xf32>
    }
    par.barrier(%z, %y, %t)
    memref.store %x, %m[%t] : memref<64xf32>
  } {par.block}
  func.return
}
