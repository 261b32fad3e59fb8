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

// Two of them, whose casts are the first things in the loop.
// CHECK-LABEL: func.func @two
// CHECK: scf.for {{.*}} iter_args(%[[A:.*]] = %c0, %[[B:.*]] = %c0) -> (index, index)
// CHECK-DAG: %[[I:.*]] = arith.addi %{{.*}}, %[[A]] overflow<nsw>
// CHECK-DAG: %[[J:.*]] = arith.addi %{{.*}}, %[[B]] overflow<nsw>
// CHECK: memref.load %{{.*}}[%[[I]]]
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[J]]]
func.func @two(%m: memref<?xf32>, %p: i32, %q: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    %start = arith.index_castui %t : index to i32
    %last:2 = scf.for %z = %c0 to %n step %c1
        iter_args(%i = %start, %j = %start) -> (i32, i32) {
      %from = arith.index_cast %i : i32 to index
      %to = arith.index_cast %j : i32 to index
      %x = memref.load %m[%from] : memref<?xf32>
      memref.store %x, %m[%to] : memref<?xf32>
      %a = arith.addi %i, %p overflow<nsw> : i32
      %b = arith.addi %j, %q overflow<nsw> : i32
      scf.yield %a, %b : i32, i32
    }
    scf.reduce
  } {par.block}
  return
}
