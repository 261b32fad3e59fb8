// RUN: %heddle-opt --split-inductions --canonicalize --cse %s | FileCheck %s

// The index starts at another place in each thread and goes on by a layer.
// CHECK-LABEL: func.func @layers
// CHECK: scf.parallel (%[[T:.*]]) =
// CHECK: scf.for {{.*}} iter_args(%[[DONE:.*]] = %c0) -> (index)
// CHECK: %[[I:.*]] = arith.addi %{{.*}}, %[[DONE]] overflow<nsw>
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[I]]]
// CHECK: %[[NEXT:.*]] = arith.addi %[[DONE]], %{{.*}} overflow<nsw>
// CHECK: scf.yield %[[NEXT]]
func.func @layers(%m: memref<?xf32>, %x: f32, %layer: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    %start = arith.index_castui %t : index to i32
    %last = scf.for %z = %c0 to %n step %c1 iter_args(%i = %start) -> i32 {
      %at = arith.index_cast %i : i32 to index
      memref.store %x, %m[%at] : memref<?xf32>
      %next = arith.addi %i, %layer overflow<nsw> : i32
      scf.yield %next : i32
    }
    scf.reduce
  } {par.block}
  return
}

// A sum that may wrap stays.
// CHECK-LABEL: func.func @wraps
// CHECK: scf.for {{.*}} -> (i32)
func.func @wraps(%m: memref<?xf32>, %x: f32, %layer: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    %start = arith.index_castui %t : index to i32
    %last = scf.for %z = %c0 to %n step %c1 iter_args(%i = %start) -> i32 {
      %at = arith.index_cast %i : i32 to index
      memref.store %x, %m[%at] : memref<?xf32>
      %next = arith.addi %i, %layer : i32
      scf.yield %next : i32
    }
    scf.reduce
  } {par.block}
  return
}
