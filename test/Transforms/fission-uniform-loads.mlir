// RUN: %heddle-opt %s --fission | FileCheck %s

// A load at the beginning of a piece that is the same for all threads is done
// once a block.
// CHECK-LABEL: func @beginning
// CHECK: scf.parallel
// CHECK: memref.store
// CHECK: {par.block}
// CHECK-NEXT: %[[V:.*]] = memref.load %arg1[%arg2]
// CHECK: scf.parallel
// CHECK-NOT: memref.load
// CHECK: memref.store %[[V]], %arg0
// CHECK: {par.block}
func.func @beginning(%a: memref<?xi32>, %b: memref<?xi32>, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0 : i32
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    memref.store %zero, %b[%t] : memref<?xi32>
    par.barrier(%t)
    %v = memref.load %b[%i] : memref<?xi32>
    memref.store %v, %a[%t] : memref<?xi32>
  } {par.block}
  return
}

// Also at the beginning of a loop's body, whose counter is the same for all.
// CHECK-LABEL: func @counted
// CHECK: scf.for %[[K:.*]] = %c0 to %c8
// CHECK-NEXT: %[[V:.*]] = memref.load %arg1[%[[K]]]
// CHECK: scf.parallel
// CHECK-NOT: memref.load
// CHECK: memref.store %[[V]], %arg0
func.func @counted(%a: memref<?xi32>, %b: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    scf.for %k = %c0 to %c8 step %c1 {
      %v = memref.load %b[%k] : memref<?xi32>
      memref.store %v, %a[%t] : memref<?xi32>
      par.barrier(%t)
    }
  } {par.block}
  return
}

// Behind a store of the same piece it might read what that stores.
// CHECK-LABEL: func @afterStore
// CHECK: {par.block}
// CHECK-NEXT: scf.parallel
// CHECK: memref.store
// CHECK: memref.load
// CHECK: {par.block}
func.func @afterStore(%a: memref<?xi32>, %b: memref<?xi32>, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0 : i32
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    memref.store %zero, %b[%t] : memref<?xi32>
    par.barrier(%t)
    memref.store %zero, %a[%t] : memref<?xi32>
    %v = memref.load %a[%i] : memref<?xi32>
    memref.store %v, %b[%t] : memref<?xi32>
  } {par.block}
  return
}

// A load with a different address in each thread stays.
// CHECK-LABEL: func @perThread
// CHECK: {par.block}
// CHECK-NEXT: scf.parallel
// CHECK: memref.load
// CHECK: {par.block}
func.func @perThread(%a: memref<?xi32>, %b: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0 : i32
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    memref.store %zero, %b[%t] : memref<?xi32>
    par.barrier(%t)
    %v = memref.load %b[%t] : memref<?xi32>
    memref.store %v, %a[%t] : memref<?xi32>
  } {par.block}
  return
}

// A block that may have no threads must not load.
// CHECK-LABEL: func @maybeEmpty
// CHECK: {par.block
// CHECK-NEXT: scf.parallel
// CHECK: memref.load
// CHECK: {par.block
func.func @maybeEmpty(%a: memref<?xi32>, %b: memref<?xi32>, %i: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    memref.store %zero, %b[%t] : memref<?xi32>
    par.barrier(%t)
    %v = memref.load %b[%i] : memref<?xi32>
    memref.store %v, %a[%t] : memref<?xi32>
  } {par.block, par.capacity = 1024}
  return
}
