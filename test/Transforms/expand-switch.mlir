// RUN: %heddle-opt %s --expand-switch | FileCheck %s

// CHECK-LABEL: func @barrier_in_a_case
// CHECK-SAME: (%[[I:[^:]*]]: index
// CHECK-NOT: scf.index_switch
// CHECK: %[[C3:.*]] = arith.constant 3
// CHECK: %[[IS3:.*]] = arith.cmpi eq, %[[I]], %[[C3]]
// CHECK: %[[R:.*]] = scf.if %[[IS3]] -> (i32)
// CHECK: par.barrier
// CHECK: } else {
// CHECK: %[[C5:.*]] = arith.constant 5
// CHECK: %[[IS5:.*]] = arith.cmpi eq, %[[I]], %[[C5]]
// CHECK: %[[INNER:.*]] = scf.if %[[IS5]] -> (i32)
// CHECK: arith.constant 50
// CHECK: } else {
// CHECK: arith.constant 70
// CHECK: }
// CHECK: scf.yield %[[INNER]]
// CHECK: memref.store %[[R]]
func.func @barrier_in_a_case(%i: index, %n: index, %out: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    %r = scf.index_switch %i -> i32
    case 3 {
      par.barrier(%t)
      %x = arith.constant 30 : i32
      scf.yield %x : i32
    }
    case 5 {
      %x = arith.constant 50 : i32
      scf.yield %x : i32
    }
    default {
      %x = arith.constant 70 : i32
      scf.yield %x : i32
    }
    memref.store %r, %out[%t] : memref<?xi32>
  } {par.block}
  return
}

// CHECK-LABEL: func @nested
// CHECK-NOT: scf.index_switch
// CHECK-COUNT-2: scf.if
// CHECK: par.barrier
func.func @nested(%i: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    scf.index_switch %i
    case 3 {
      scf.index_switch %n
      case 1 {
        par.barrier(%t)
        scf.yield
      }
      default {
      }
      scf.yield
    }
    default {
    }
  } {par.block}
  return
}

// CHECK-LABEL: func @default_alone
// CHECK-NOT: scf.if
// CHECK: par.barrier
func.func @default_alone(%i: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    scf.index_switch %i
    default {
      par.barrier(%t)
    }
  } {par.block}
  return
}

// CHECK-LABEL: func @no_barrier
// CHECK: scf.index_switch
func.func @no_barrier(%i: index, %n: index, %out: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    par.barrier(%t)
    scf.index_switch %i
    case 3 {
      memref.store %i, %out[%t] : memref<?xindex>
      scf.yield
    }
    default {
    }
  } {par.block}
  return
}

// What some threads of a row do becomes ifs that can be told apart.
// CHECK-LABEL: func @few_threads
// CHECK: scf.parallel (%[[T:.*]]) =
// CHECK-NOT: scf.index_switch
// CHECK: %[[IS0:.*]] = arith.cmpi eq, %[[T]]
// CHECK-NEXT: scf.if %[[IS0]] {
// CHECK-NEXT: memref.store
// CHECK-NEXT: }
// CHECK: %[[IS15:.*]] = arith.cmpi eq, %[[T]]
// CHECK-NEXT: scf.if %[[IS15]] {
// CHECK-NEXT: memref.store
// CHECK-NEXT: }
// A default would be for all others.
// CHECK: scf.index_switch
func.func @few_threads(%n: index, %out: memref<?xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    scf.index_switch %t
    case 0 {
      memref.store %x, %out[%c0] : memref<?xi32>
      scf.yield
    }
    case 15 {
      memref.store %x, %out[%c1] : memref<?xi32>
      scf.yield
    }
    default {
    }
    scf.index_switch %t
    case 0 {
      memref.store %x, %out[%c0] : memref<?xi32>
      scf.yield
    }
    default {
      memref.store %x, %out[%t] : memref<?xi32>
    }
  } {par.block}
  return
}
