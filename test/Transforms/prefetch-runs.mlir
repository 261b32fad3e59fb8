// RUN: %heddle-opt --prefetch-runs %s | FileCheck %s

// Two lines of each array that is gone through, some way ahead of where the
// thread begins: 512 floats, 256 doubles. What is looked up elsewhere is not.
// CHECK-LABEL: func.func @sparse
// CHECK: %[[BEGIN:.*]] = memref.load %arg0[%[[ROW:.*]]]
// CHECK: %[[FROM:.*]] = arith.index_cast %[[BEGIN]] : i32 to index
// CHECK: %[[A:.*]] = arith.addi %[[FROM]], %c512 : index
// CHECK-NEXT: memref.prefetch %arg1[%[[A]]], read, locality<3>, data : memref<?xi32>
// CHECK: %[[B:.*]] = arith.addi %[[FROM]], %c528 : index
// CHECK-NEXT: memref.prefetch %arg1[%[[B]]]
// CHECK: arith.addi %{{.*}}, %c256{{.*}} : index
// CHECK-NEXT: memref.prefetch %arg2
// CHECK: arith.addi %{{.*}}, %c264{{.*}} : index
// CHECK-NEXT: memref.prefetch %arg2
// CHECK-NOT: memref.prefetch
// CHECK: scf.for
func.func @sparse(%begins: memref<?xi32>, %columns: memref<?xi32>, %values: memref<?xf64>, %vector: memref<?xf64>, %out: memref<?xf64>, %n: index, %blocks: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1_i32 = arith.constant 1 : i32
  %c128 = arith.constant 128 : index
  %zero = arith.constant 0.0 : f64
  scf.parallel (%b) = (%c0) to (%blocks) step (%c1) {
    scf.parallel (%t) = (%c0) to (%c128) step (%c1) {
      %first = arith.muli %b, %c128 : index
      %row = arith.addi %first, %t : index
      %inside = arith.cmpi slt, %row, %n : index
      scf.if %inside {
        %begin = memref.load %begins[%row] : memref<?xi32>
        %next = arith.addi %row, %c1 : index
        %end = memref.load %begins[%next] : memref<?xi32>
        %sum = scf.for %k = %begin to %end step %c1_i32 iter_args(%s = %zero) -> (f64) : i32 {
          %i = arith.index_cast %k : i32 to index
          %column = memref.load %columns[%i] : memref<?xi32>
          %j = arith.index_cast %column : i32 to index
          %x = memref.load %vector[%j] : memref<?xf64>
          %a = memref.load %values[%i] : memref<?xf64>
          %p = arith.mulf %a, %x : f64
          %new = arith.addf %s, %p : f64
          scf.yield %new : f64
        }
        memref.store %sum, %out[%row] : memref<?xf64>
      }
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid, par.shape = "128x1x1"}
  return
}

// The next thread begins elsewhere; or it is some threads only that come there.
// CHECK-LABEL: func.func @others
// CHECK-NOT: memref.prefetch
func.func @others(%begins: memref<?xi32>, %values: memref<?xi32>, %out: memref<?xi32>, %blocks: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c1_i32 = arith.constant 1 : i32
  %c0_i32 = arith.constant 0 : i32
  %c128 = arith.constant 128 : index
  scf.parallel (%b) = (%c0) to (%blocks) step (%c1) {
    scf.parallel (%t) = (%c0) to (%c128) step (%c1) {
      %even = arith.muli %t, %c2 : index
      %odd = arith.addi %even, %c1 : index
      %from = memref.load %begins[%even] : memref<?xi32>
      %to = memref.load %begins[%odd] : memref<?xi32>
      %sum = scf.for %k = %from to %to step %c1_i32 iter_args(%s = %c0_i32) -> (i32) : i32 {
        %i = arith.index_cast %k : i32 to index
        %a = memref.load %values[%i] : memref<?xi32>
        %new = arith.addi %s, %a : i32
        scf.yield %new : i32
      }
      memref.store %sum, %out[%t] : memref<?xi32>
      %is = arith.cmpi slt, %from, %c1_i32 : i32
      scf.if %is {
        %next = arith.addi %t, %c1 : index
        %begin = memref.load %begins[%t] : memref<?xi32>
        %end = memref.load %begins[%next] : memref<?xi32>
        %more = scf.for %k = %begin to %end step %c1_i32 iter_args(%s = %c0_i32) -> (i32) : i32 {
          %i = arith.index_cast %k : i32 to index
          %a = memref.load %values[%i] : memref<?xi32>
          %new = arith.addi %s, %a : i32
          scf.yield %new : i32
        }
        memref.store %more, %out[%t] : memref<?xi32>
      }
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid, par.shape = "128x1x1"}
  return
}
