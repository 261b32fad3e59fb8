// RUN: %heddle-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func @view_of_pointer
// CHECK-SAME: (%[[M:.*]]: memref<4x8xf32>)
// CHECK-NEXT: return %[[M]]
func.func @view_of_pointer(%m: memref<4x8xf32>) -> memref<4x8xf32> {
  %p = par.pointer %m : memref<4x8xf32> -> !llvm.ptr
  %v = par.view %p : !llvm.ptr -> memref<4x8xf32>
  return %v : memref<4x8xf32>
}

// The same memory seen in another shape is not the same value.
// CHECK-LABEL: func @view_of_another_shape
// CHECK: %[[P:.*]] = par.pointer
// CHECK: %[[V:.*]] = par.view %[[P]] : !llvm.ptr -> memref<32xf32>
// CHECK: return %[[V]]
func.func @view_of_another_shape(%m: memref<4x8xf32>) -> memref<32xf32> {
  %p = par.pointer %m : memref<4x8xf32> -> !llvm.ptr
  %v = par.view %p : !llvm.ptr -> memref<32xf32>
  return %v : memref<32xf32>
}

// CHECK-LABEL: func @pointer_of_view
// CHECK-SAME: (%[[P:.*]]: !llvm.ptr)
// CHECK-NEXT: return %[[P]]
func.func @pointer_of_view(%p: !llvm.ptr) -> !llvm.ptr {
  %v = par.view %p : !llvm.ptr -> memref<?xf32>
  %q = par.pointer %v : memref<?xf32> -> !llvm.ptr
  return %q : !llvm.ptr
}
