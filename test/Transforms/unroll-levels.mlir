// RUN: %heddle-opt --unroll-levels --canonicalize %s | FileCheck %s

// Three levels, with strides 1, 2 and 4.
// CHECK-LABEL: func.func @tree
// CHECK-NOT: scf.while
// CHECK-COUNT-3: par.barrier
// CHECK-NOT: par.barrier
// CHECK: return
func.func @tree(%m: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %four = arith.constant 4 : i32
  scf.parallel (%t) = (%c0) to (%c4) step (%c1) {
    %thread = arith.index_castui %t : index to i32
    %end:2 = scf.while (%nodes = %four, %stride = %one) : (i32, i32) -> (i32, i32) {
      %more = arith.cmpi sgt, %nodes, %zero : i32
      scf.condition(%more) %nodes, %stride : i32, i32
    } do {
    ^bb0(%nodes: i32, %stride: i32):
      par.barrier(%t)
      %in = arith.cmpi slt, %thread, %nodes : i32
      scf.if %in {
        %at = arith.muli %thread, %stride : i32
        %place = arith.index_cast %at : i32 to index
        %v = memref.load %m[%place] : memref<?xf32>
        %w = arith.addf %v, %v : f32
        memref.store %w, %m[%place] : memref<?xf32>
      }
      %half = arith.shrsi %nodes, %one : i32
      %twice = arith.muli %stride, %four : i32
      scf.yield %half, %twice : i32, i32
    }
    scf.reduce
  } {par.block}
  return
}

// Nothing is gained by constants that are only added.
// CHECK-LABEL: func.func @halves
// CHECK: scf.while
func.func @halves(%m: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %four = arith.constant 4 : i32
  scf.parallel (%t) = (%c0) to (%c8) step (%c1) {
    %thread = arith.index_castui %t : index to i32
    %end = scf.while (%half = %four) : (i32) -> i32 {
      %more = arith.cmpi sgt, %half, %zero : i32
      scf.condition(%more) %half : i32
    } do {
    ^bb0(%half: i32):
      par.barrier(%t)
      %at = arith.addi %thread, %half : i32
      %place = arith.index_cast %at : i32 to index
      %v = memref.load %m[%place] : memref<?xf32>
      memref.store %v, %m[%t] : memref<?xf32>
      %next = arith.shrsi %half, %one : i32
      scf.yield %next : i32
    }
    scf.reduce
  } {par.block}
  return
}

// How often only the launch knows.
// CHECK-LABEL: func.func @unknown
// CHECK: scf.while
func.func @unknown(%m: memref<?xf32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  scf.parallel (%t) = (%c0) to (%c8) step (%c1) {
    %thread = arith.index_castui %t : index to i32
    %end = scf.while (%stride = %one) : (i32) -> i32 {
      %more = arith.cmpi slt, %stride, %n : i32
      scf.condition(%more) %stride : i32
    } do {
    ^bb0(%stride: i32):
      par.barrier(%t)
      %at = arith.muli %thread, %stride : i32
      %place = arith.index_cast %at : i32 to index
      %v = memref.load %m[%place] : memref<?xf32>
      memref.store %v, %m[%t] : memref<?xf32>
      %next = arith.muli %stride, %two : i32
      scf.yield %next : i32
    }
    scf.reduce
  } {par.block}
  return
}
