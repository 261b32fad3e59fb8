// RUN: %heddle-opt %s --leave-early -split-input-file | FileCheck %s

// A thread that returns stores before the others synchronise.
// CHECK-LABEL: func @returns
// CHECK: scf.if %{{.*}} {
// CHECK-NEXT: memref.store %c7_i32, %arg1[%[[T:.*]]]
// CHECK-NEXT: } else {
// CHECK-NEXT: par.barrier
// CHECK-NEXT: memref.load
// CHECK-NEXT: memref.store
// CHECK-NEXT: }
// CHECK-NEXT: scf.reduce
func.func @returns(%k: index, %s: memref<32xi32>, %out: memref<32xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c0_i32 = arith.constant 0 : i32
  %c7_i32 = arith.constant 7 : i32
  %true = arith.constant true
  %false = arith.constant false
  scf.parallel (%t) = (%c0) to (%c32) step (%c1) {
    %c = arith.cmpi ult, %t, %k : index
    %r:2 = scf.if %c -> (i1, i32) {
      scf.yield %true, %c0_i32 : i1, i32
    } else {
      par.barrier(%t)
      %v = memref.load %s[%c0] : memref<32xi32>
      scf.yield %false, %v : i1, i32
    }
    scf.if %r#0 {
      memref.store %c7_i32, %s[%t] : memref<32xi32>
    } else {
      memref.store %r#1, %out[%t] : memref<32xi32>
    }
    scf.reduce
  } {par.block}
  return
}

// -----

// What follows a loop that threads leave at different times.
// CHECK-LABEL: func @leaves
// CHECK: scf.while
// CHECK: %[[MORE:.*]] = arith.cmpi slt
// CHECK: scf.if %[[MORE]] {
// CHECK-NEXT: } else {
// CHECK-NEXT: memref.store %c7_i32
// CHECK-NEXT: }
// CHECK-NEXT: scf.condition(%[[MORE]])
// CHECK: par.barrier
// CHECK: scf.yield
// CHECK-NOT: memref.store
// CHECK: return
func.func @leaves(%s: memref<32xi32>, %out: memref<32xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c7_i32 = arith.constant 7 : i32
  scf.parallel (%t) = (%c0) to (%c32) step (%c1) {
    scf.for %i = %c0 to %t step %c1 {
      par.barrier(%t)
      %v = memref.load %s[%i] : memref<32xi32>
      memref.store %v, %out[%t] : memref<32xi32>
    }
    memref.store %c7_i32, %s[%t] : memref<32xi32>
    scf.reduce
  } {par.block}
  return
}

// -----

// A thread leaves by a branch in the loop: before those in the other one
// synchronise.
// What the loop's own end wants is still there.
// CHECK-LABEL: func @inside
// CHECK: scf.while
// CHECK: scf.if %{{.*}} -> (i1) {
// CHECK-NEXT: memref.store %c7_i32
// CHECK-NEXT: scf.yield %false
// CHECK-NEXT: } else {
// CHECK-NEXT: par.barrier
// CHECK: scf.if
// CHECK: memref.store %c7_i32
// CHECK: scf.yield
// CHECK-NOT: memref.store
// CHECK: return
func.func @inside(%n: i32, %s: memref<32xi32>, %in: memref<32xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c7_i32 = arith.constant 7 : i32
  %false = arith.constant false
  scf.parallel (%t) = (%c0) to (%c32) step (%c1) {
    scf.while : () -> () {
      %v = memref.load %in[%t] : memref<32xi32>
      %odd = arith.cmpi slt, %v, %n : i32
      %more = scf.if %odd -> i1 {
        scf.yield %false : i1
      } else {
        par.barrier(%t)
        %w = memref.load %s[%c0] : memref<32xi32>
        %c = arith.cmpi slt, %w, %v : i32
        scf.yield %c : i1
      }
      scf.condition(%more)
    } do {
      scf.yield
    }
    memref.store %c7_i32, %s[%t] : memref<32xi32>
    scf.reduce
  } {par.block}
  return
}

// -----

// Lanes synchronise later: they stay together.
// CHECK-LABEL: func @lanes
// CHECK: scf.if
// CHECK: par.barrier
// CHECK: }
// CHECK-NEXT: memref.store %c7_i32
// CHECK-NEXT: par.warp sync
// CHECK-NOT: par.warp
// CHECK: return
func.func @lanes(%n: index, %s: memref<32xi32>, %all: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c7_i32 = arith.constant 7 : i32
  %true = arith.constant true
  scf.parallel (%t) = (%c0) to (%c32) step (%c1) {
    %c = arith.cmpi ult, %t, %n : index
    scf.if %c {
      par.barrier(%t)
      %v = memref.load %s[%c0] : memref<32xi32>
      memref.store %v, %s[%c1] : memref<32xi32>
    }
    memref.store %c7_i32, %s[%t] : memref<32xi32>
    par.warp sync %true, %all over()
    %w = memref.load %s[%c0] : memref<32xi32>
    memref.store %w, %s[%c1] : memref<32xi32>
    scf.reduce
  } {par.block}
  return
}

// -----

// All threads leave together; another array, of which the others see nothing;
// they meet again later.
// CHECK-LABEL: func @stays
// CHECK: scf.for
// CHECK: par.barrier
// CHECK: }
// CHECK-NEXT: memref.store %c7_i32
// CHECK: scf.if
// CHECK: par.barrier
// CHECK: }
// CHECK-NEXT: memref.store %c7_i32
// CHECK: scf.if
// CHECK: par.barrier
// CHECK: }
// CHECK-NEXT: memref.store %c7_i32
// CHECK-NEXT: par.barrier
func.func @stays(%n: index, %a: memref<32xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c7_i32 = arith.constant 7 : i32
  %s = memref.alloca() : memref<32xi32>
  %other = memref.alloca() : memref<32xi32>
  scf.parallel (%t) = (%c0) to (%c32) step (%c1) {
    scf.for %i = %c0 to %n step %c1 {
      par.barrier(%t)
      %v = memref.load %s[%i] : memref<32xi32>
      memref.store %v, %a[%t] : memref<32xi32>
    }
    memref.store %c7_i32, %s[%t] : memref<32xi32>
    scf.reduce
  } {par.block}
  scf.parallel (%t) = (%c0) to (%c32) step (%c1) {
    %c = arith.cmpi ult, %t, %n : index
    scf.if %c {
      par.barrier(%t)
      %v = memref.load %s[%c0] : memref<32xi32>
      memref.store %v, %a[%t] : memref<32xi32>
    }
    memref.store %c7_i32, %other[%t] : memref<32xi32>
    scf.reduce
  } {par.block}
  scf.parallel (%t) = (%c0) to (%c32) step (%c1) {
    %c = arith.cmpi ult, %t, %n : index
    scf.if %c {
      par.barrier(%t)
      %v = memref.load %s[%c0] : memref<32xi32>
      memref.store %v, %a[%t] : memref<32xi32>
    }
    memref.store %c7_i32, %s[%t] : memref<32xi32>
    par.barrier(%t)
    %w = memref.load %s[%c0] : memref<32xi32>
    memref.store %w, %a[%t] : memref<32xi32>
    scf.reduce
  } {par.block}
  return
}
