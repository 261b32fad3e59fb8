// RUN: %heddle-opt %s --mask-barriers -split-input-file -verify-diagnostics | FileCheck %s
// What is uniform and what is not is seen here too: uniform control flow stays.

// CHECK-LABEL: func @divergent_if
// CHECK: %[[C:.*]] = arith.cmpi ult
// CHECK: %[[A:.*]] = scf.if %[[C]] -> (i32) {
// CHECK: memref.load
// CHECK: } else {
// CHECK: ub.poison : i32
// CHECK: }
// CHECK-NEXT: par.barrier
// CHECK: scf.if %[[C]] {
// CHECK: memref.store %[[A]]
func.func @divergent_if(%n: index, %k: index, %m: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    %c = arith.cmpi ult, %t, %k : index
    scf.if %c {
      %a = memref.load %m[%t] : memref<?xi32>
      par.barrier(%t)
      memref.store %a, %m[%c0] : memref<?xi32>
    }
  } {par.block}
  return
}

// -----

// The other branch runs under the opposite, and first, as its threads wait for
// nobody; its results come by a select.
// CHECK-LABEL: func @if_else
// CHECK: %[[C:.*]] = arith.cmpi ult
// CHECK: %[[N:.*]] = arith.xori %[[C]], %true
// CHECK: %[[B:.*]] = scf.if %[[N]] -> (i32)
// CHECK: %[[A:.*]] = scf.if %[[C]] -> (i32)
// CHECK: par.barrier
// CHECK: arith.select %[[C]], %[[A]], %[[B]] : i32
func.func @if_else(%n: index, %k: index, %m: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    %c = arith.cmpi ult, %t, %k : index
    %r = scf.if %c -> i32 {
      %a = memref.load %m[%t] : memref<?xi32>
      par.barrier(%t)
      scf.yield %a : i32
    } else {
      %b = memref.load %m[%k] : memref<?xi32>
      scf.yield %b : i32
    }
    memref.store %r, %m[%t] : memref<?xi32>
  } {par.block}
  return
}

// -----

// The inner mask is false where the outer one is, whatever the condition is.
// CHECK-LABEL: func @nested
// CHECK: %[[OUTER:.*]] = arith.cmpi ult
// CHECK: %[[COND:.*]] = scf.if %[[OUTER]] -> (i1)
// CHECK: %[[MASK:.*]] = arith.select %[[OUTER]], %[[COND]], %false
// CHECK: scf.if %[[MASK]]
// CHECK: par.barrier
// CHECK: scf.if %[[MASK]]
// CHECK: scf.if %[[OUTER]]
func.func @nested(%n: index, %k: index, %m: memref<?xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    %c = arith.cmpi ult, %t, %k : index
    scf.if %c {
      %v = memref.load %m[%t] : memref<?xi32>
      %d = arith.cmpi slt, %v, %x : i32
      scf.if %d {
        memref.store %x, %m[%t] : memref<?xi32>
        par.barrier(%t)
        memref.store %x, %m[%c0] : memref<?xi32>
      }
      memref.store %x, %m[%c1] : memref<?xi32>
    }
  } {par.block}
  return
}

// -----

// Bounds that differ: the loop runs while any thread is in it, and each thread
// keeps the value it left with.
// CHECK-LABEL: func @divergent_bound
// CHECK: scf.while (%[[ACTIVE:[^ ]*]] = %true
// CHECK: %[[MORE:.*]] = arith.cmpi slt
// CHECK: %[[STILL:.*]] = arith.select %[[ACTIVE]], %[[MORE]], %false
// CHECK: %[[ANY:.*]] = par.any %[[STILL]]
// CHECK: scf.condition(%[[ANY]]) %[[STILL]]
// CHECK: ^bb0(%[[IN:[^:]*]]: i1
// CHECK: scf.if %[[IN]]
// CHECK: par.barrier
// CHECK: scf.if %[[IN]]
// CHECK-NOT: scf.for
// CHECK: return
func.func @divergent_bound(%n: index, %m: memref<?xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    %r = scf.for %i = %c0 to %t step %c1 iter_args(%s = %x) -> i32 {
      memref.store %s, %m[%t] : memref<?xi32>
      par.barrier(%t)
      %v = memref.load %m[%i] : memref<?xi32>
      scf.yield %v : i32
    }
    memref.store %r, %m[%t] : memref<?xi32>
  } {par.block}
  return
}

// -----

// CHECK-LABEL: func @divergent_while
// CHECK: scf.while (%[[ACTIVE:[^ ]*]] = %true
// CHECK: scf.if %[[ACTIVE]]
// CHECK: par.any
// CHECK: do
// CHECK: par.barrier
func.func @divergent_while(%n: index, %m: memref<?xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    scf.while : () -> () {
      %v = memref.load %m[%t] : memref<?xi32>
      %c = arith.cmpi slt, %v, %x : i32
      scf.condition(%c)
    } do {
      memref.store %x, %m[%t] : memref<?xi32>
      par.barrier(%t)
      scf.yield
    }
  } {par.block}
  return
}

// -----

// All threads know the bounds of a uniform loop, also those that are masked
// off: it stays a loop without a test over all threads.
// CHECK-LABEL: func @uniform_loop_in_divergent_if
// CHECK: %[[C:.*]] = arith.cmpi ult
// CHECK-NOT: par.any
// CHECK: scf.for
// CHECK-NEXT: scf.if %[[C]]
// CHECK: par.barrier
// CHECK-NEXT: scf.if %[[C]]
// CHECK-NOT: par.any
// CHECK: return
func.func @uniform_loop_in_divergent_if(%n: index, %k: index, %m: memref<?xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    %c = arith.cmpi ult, %t, %k : index
    scf.if %c {
      scf.for %i = %c0 to %k step %c1 {
        memref.store %x, %m[%i] : memref<?xi32>
        par.barrier(%t)
        memref.store %x, %m[%t] : memref<?xi32>
      }
    }
  } {par.block}
  return
}

// -----

// The bound is uniform, but only threads inside the if have it.
// CHECK-LABEL: func @bound_from_divergent_code
// CHECK: %[[C:.*]] = arith.cmpi ult
// CHECK: scf.while (%[[ACTIVE:[^ ]*]] = %[[C]]
// CHECK: %[[MORE:.*]] = arith.cmpi slt
// CHECK: %[[STILL:.*]] = arith.select %[[ACTIVE]], %[[MORE]], %false
// CHECK: %[[ANY:.*]] = par.any %[[STILL]]
// CHECK: scf.condition(%[[ANY]]) %[[STILL]]
// CHECK: ^bb0(%[[IN:[^:]*]]: i1
// CHECK: scf.if %[[IN]]
// CHECK: par.barrier
// CHECK: scf.if %[[IN]]
// CHECK-NOT: scf.for
// CHECK: return
func.func @bound_from_divergent_code(%n: index, %k: index, %m: memref<?xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    %c = arith.cmpi ult, %t, %k : index
    scf.if %c {
      %bound = arith.addi %k, %c1 : index
      scf.for %i = %c0 to %bound step %c1 {
        memref.store %x, %m[%i] : memref<?xi32>
        par.barrier(%t)
        memref.store %x, %m[%t] : memref<?xi32>
      }
    }
  } {par.block}
  return
}

// -----

// Nothing to do where all threads agree, and in code without a barrier.
// CHECK-LABEL: func @uniform
// CHECK-NOT: par.any
// CHECK: %[[C:.*]] = arith.cmpi ult, %{{.*}}, %[[K:.*]] : index
// CHECK: scf.if %[[C]] {
// CHECK-NEXT: scf.for
// CHECK-NEXT: par.barrier
// CHECK: %[[D:.*]] = arith.cmpi ult
// CHECK-NEXT: scf.if %[[D]] {
// CHECK-NEXT: memref.store
// CHECK-NEXT: memref.store
func.func @uniform(%n: index, %k: index, %m: memref<?xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    %c = arith.cmpi ult, %n, %k : index
    scf.if %c {
      scf.for %i = %c0 to %k step %c1 {
        par.barrier(%t)
        memref.store %x, %m[%t] : memref<?xi32>
      }
    }
    %d = arith.cmpi ult, %t, %k : index
    scf.if %d {
      memref.store %x, %m[%t] : memref<?xi32>
      memref.store %x, %m[%c0] : memref<?xi32>
    }
  } {par.block}
  return
}

// -----

// A value becomes divergent in the loop's second round, by way of another.
// CHECK-LABEL: func @divergent_in_the_second_round
// CHECK: scf.for
// CHECK: scf.if
// CHECK: par.barrier
// CHECK-NOT: else
// CHECK: scf.if
func.func @divergent_in_the_second_round(%n: index, %k: index, %m: memref<?xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    %r:2 = scf.for %i = %c0 to %k step %c1 iter_args(%a = %n, %b = %n) -> (index, index) {
      %c = arith.cmpi ult, %a, %k : index
      scf.if %c {
        memref.store %x, %m[%t] : memref<?xi32>
        par.barrier(%t)
        memref.store %x, %m[%c0] : memref<?xi32>
      }
      scf.yield %b, %t : index, index
    }
  } {par.block}
  return
}

// -----

// Threads that leave a loop in different rounds leave with different values,
// even if the value is the same for all in each round.
// CHECK-LABEL: func @leaving_in_different_rounds
// CHECK: scf.if
// CHECK-NEXT: memref.store
// CHECK: par.barrier
// CHECK-NEXT: scf.if
func.func @leaving_in_different_rounds(%n: index, %k: index, %m: memref<?xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    %r = scf.for %i = %c0 to %t step %c1 iter_args(%a = %n) -> index {
      %b = arith.addi %a, %c1 : index
      scf.yield %b : index
    }
    %c = arith.cmpi ult, %r, %k : index
    scf.if %c {
      memref.store %x, %m[%t] : memref<?xi32>
      par.barrier(%t)
      memref.store %x, %m[%c0] : memref<?xi32>
    }
  } {par.block}
  return
}

// -----

// What a thread loads may differ, and what all threads agree on does not.
// CHECK-LABEL: func @loaded_and_agreed
// CHECK: %[[LOADED:.*]] = arith.cmpi slt
// CHECK: scf.if %[[LOADED]]
// CHECK-NEXT: memref.store
// CHECK: par.barrier
// CHECK-NEXT: scf.if %[[LOADED]]
// CHECK: %[[ANY:.*]] = par.any
// CHECK-NEXT: scf.if %[[ANY]] {
// CHECK-NEXT: memref.store
// CHECK-NEXT: par.barrier
func.func @loaded_and_agreed(%n: index, %m: memref<?xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    %v = memref.load %m[%t] : memref<?xi32>
    %c = arith.cmpi slt, %v, %x : i32
    scf.if %c {
      memref.store %x, %m[%t] : memref<?xi32>
      par.barrier(%t)
      memref.store %x, %m[%c0] : memref<?xi32>
    }
    %any = par.any %c over (%t)
    scf.if %any {
      memref.store %x, %m[%t] : memref<?xi32>
      par.barrier(%t)
    }
  } {par.block}
  return
}

// -----

// A view cannot come out of an if: it is made again from its pointer.
// CHECK-LABEL: func @view_across
// CHECK: %[[P:.*]] = scf.if {{.*}} -> (!llvm.ptr)
// CHECK: par.view %[[P]]
// CHECK: par.barrier
func.func @view_across(%n: index, %k: index, %p: !llvm.ptr, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    %c = arith.cmpi ult, %t, %k : index
    scf.if %c {
      %q = llvm.load %p : !llvm.ptr -> !llvm.ptr
      %v = par.view %q : !llvm.ptr -> memref<?xi32>
      memref.store %x, %v[%t] : memref<?xi32>
      par.barrier(%t)
      memref.store %x, %v[%c0] : memref<?xi32>
    }
  } {par.block}
  return
}

// -----

func.func @switch(%n: index, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    // expected-error @+1 {{a barrier inside this operation is not supported}}
    scf.index_switch %i
    default {
      par.barrier(%t)
    }
  } {par.block}
  return
}
