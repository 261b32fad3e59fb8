// RUN: %heddle-opt %s | %heddle-opt | FileCheck %s
// RUN: %heddle-opt %s --mlir-print-op-generic | %heddle-opt | FileCheck %s
// Every operation of the dialect is printed and read back.

// CHECK-LABEL: func @barriers
func.func @barriers(%n: index, %c: i1, %out: memref<?xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: scf.parallel (%[[B:.*]]) =
  scf.parallel (%b) = (%c0) to (%n) step (%c1) {
    // CHECK: scf.parallel (%[[Y:.*]], %[[X:.*]]) =
    scf.parallel (%y, %x) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
      // CHECK: par.barrier(%[[Y]], %[[X]])
      par.barrier(%y, %x)
      // CHECK: par.any %{{.*}} over(%[[Y]], %[[X]])
      %any = par.any %c over (%y, %x)
      memref.store %any, %out[%x] : memref<?xi1>
    // CHECK: } {par.block}
    } {par.block}
  // CHECK: } {par.grid}
  } {par.grid}
  return
}

// CHECK-LABEL: func @views
// CHECK-SAME: %[[P:.*]]: !llvm.ptr, %[[M:.*]]: memref<4x8xf32>
func.func @views(%p: !llvm.ptr, %m: memref<4x8xf32>) {
  // CHECK: par.view %[[P]] : !llvm.ptr -> memref<?xf32>
  %row = par.view %p : !llvm.ptr -> memref<?xf32>
  // CHECK: par.view %[[P]] : !llvm.ptr -> memref<?x8xf32>
  %rows = par.view %p : !llvm.ptr -> memref<?x8xf32>
  // CHECK: par.view %[[P]] : !llvm.ptr -> memref<f32>
  %scalar = par.view %p : !llvm.ptr -> memref<f32>
  // CHECK: par.pointer %[[M]] : memref<4x8xf32> -> !llvm.ptr
  %start = par.pointer %m : memref<4x8xf32> -> !llvm.ptr
  // CHECK: par.dynamic_shared : !llvm.ptr
  %dynamic = par.dynamic_shared : !llvm.ptr
  return
}
