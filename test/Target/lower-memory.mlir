// RUN: %heddle-opt %s --lower-memory -split-input-file -verify-diagnostics | FileCheck %s --implicit-check-not=memref

// An access is a pointer and one linear index, with what was known of it.
// CHECK-LABEL: llvm.func @view
// CHECK-SAME: (%[[P:[^:]*]]: !llvm.ptr
// CHECK: %[[ROWS:.*]] = arith.muli %{{.*}}, %c8{{.*}} overflow<nsw> : index
// CHECK: %[[I:.*]] = arith.addi %[[ROWS]], %{{.*}} overflow<nsw> : index
// CHECK: %[[WIDE:.*]] = arith.index_cast %[[I]] : index to i64
// CHECK: %[[A:.*]] = llvm.getelementptr inbounds %[[P]][%[[WIDE]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK: llvm.load %[[A]] {alignment = 4 : i64} : !llvm.ptr -> f32
llvm.func @view(%p: !llvm.ptr, %a: i64, %b: i64) {
  %i = arith.index_cast %a : i64 to index
  %j = arith.index_cast %b : i64 to index
  %v = par.view %p : !llvm.ptr -> memref<?x8xf32>
  %x = memref.load %v[%i, %j] {par.alignment = 4 : i64} : memref<?x8xf32>
  llvm.return
}

// -----

// Memory of known size is on the stack.
// CHECK-LABEL: llvm.func @stack
// CHECK: %[[S:.*]] = llvm.alloca %{{.*}} x !llvm.array<128 x i32> {alignment = 64 : i64}
// CHECK: llvm.getelementptr inbounds %[[S]]
// CHECK: llvm.store %{{.*}} : i32, !llvm.ptr
// CHECK: llvm.call @use(%[[S]])
llvm.func @use(!llvm.ptr)
llvm.func @stack(%a: i64, %x: i32) {
  %i = arith.index_cast %a : i64 to index
  %m = memref.alloca() {alignment = 64 : i64} : memref<16x8xi32>
  memref.store %x, %m[%i, %i] : memref<16x8xi32>
  %p = par.pointer %m : memref<16x8xi32> -> !llvm.ptr
  llvm.call @use(%p) : (!llvm.ptr) -> ()
  llvm.return
}

// -----

// Memory whose size the launch says comes from the worker's arena.
// CHECK: llvm.func @__heddle_scratch(i64) -> (!llvm.ptr {llvm.align = 64 : i64, llvm.noalias})
// CHECK-LABEL: llvm.func @arena
// CHECK-SAME: (%[[N:[^:]*]]: i64
// CHECK: %[[SIZE:.*]] = arith.index_cast %[[N]] : i64 to index
// CHECK: arith.constant 4 : index
// CHECK: arith.muli
// CHECK: %[[S:.*]] = llvm.call @__heddle_scratch
// The outer index is scaled by the inner size.
// CHECK: arith.muli %{{.*}}, %[[SIZE]] overflow<nsw>
// CHECK: llvm.getelementptr inbounds %[[S]]
llvm.func @arena(%n: i64, %a: i64, %x: i32) {
  %size = arith.index_cast %n : i64 to index
  %i = arith.index_cast %a : i64 to index
  %m = memref.alloca(%size, %size) : memref<?x?xi32>
  memref.store %x, %m[%i, %i] : memref<?x?xi32>
  llvm.return
}

// -----

// An index is stored as 64 bits; a scalar needs no index.
// CHECK-LABEL: llvm.func @index
// CHECK: llvm.store %{{.*}} : i64, !llvm.ptr
// CHECK: llvm.load %{{.*}} : !llvm.ptr -> i64
// CHECK: llvm.load %arg1 : !llvm.ptr -> f64
llvm.func @index(%a: i64, %p: !llvm.ptr) {
  %i = arith.index_cast %a : i64 to index
  %m = memref.alloca() : memref<4xindex>
  memref.store %i, %m[%i] : memref<4xindex>
  %j = memref.load %m[%i] : memref<4xindex>
  %v = par.view %p : !llvm.ptr -> memref<f64>
  %x = memref.load %v[] : memref<f64>
  llvm.return
}

// -----

// CHECK-NOT: @unknown
func.func @unknown(%m: memref<4xf32>, %i: index) {
  // expected-error @+1 {{accesses memory of unknown origin}}
  %0 = memref.load %m[%i] : memref<4xf32>
  return
}
