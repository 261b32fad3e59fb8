// RUN: %heddle-opt --vectorize-threads=lanes=4 --canonicalize --cse %s | FileCheck %s

// The two members of neighbouring structures: one wide load, one wide store.
// CHECK-LABEL: func.func @swap
// CHECK: %[[ALL:.*]] = llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr -> vector<8xf32>
// CHECK-DAG: vector.shuffle %[[ALL]], %[[ALL]] [0, 2, 4, 6]
// CHECK-DAG: vector.shuffle %[[ALL]], %[[ALL]] [1, 3, 5, 7]
// CHECK: vector.shuffle {{.*}} [0, 4, 1, 5, 2, 6, 3, 7]
// CHECK: llvm.store %{{.*}} : vector<8xf32>, !llvm.ptr
// CHECK-NOT: llvm.store
func.func @swap(%p: !llvm.ptr) {
  %c32 = arith.constant 32 : index
  par.for block %s (%t) in (%c32) race_free bound [1024] {
    %i = arith.index_cast %t : index to i64
    %a = llvm.getelementptr inbounds %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(f32, f32)>
    %b = llvm.getelementptr inbounds %a[4] : (!llvm.ptr) -> !llvm.ptr, i8
    %x = llvm.load %a : !llvm.ptr -> f32
    %y = llvm.load %b : !llvm.ptr -> f32
    llvm.store %y, %a : f32, !llvm.ptr
    llvm.store %x, %b : f32, !llvm.ptr
  }
  return
}

// The second load is of what was stored before.
// CHECK-LABEL: func.func @stored_before
// CHECK-NOT: vector<8xf32>
func.func @stored_before(%p: !llvm.ptr, %q: !llvm.ptr) {
  %c32 = arith.constant 32 : index
  par.for block %s (%t) in (%c32) race_free bound [1024] {
    %i = arith.index_cast %t : index to i64
    %a = llvm.getelementptr inbounds %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(f32, f32)>
    %b = llvm.getelementptr inbounds %a[4] : (!llvm.ptr) -> !llvm.ptr, i8
    %x = llvm.load %a : !llvm.ptr -> f32
    llvm.store %x, %b : f32, !llvm.ptr
    %y = llvm.load %b : !llvm.ptr -> f32
    %o = llvm.getelementptr inbounds %q[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %y, %o : f32, !llvm.ptr
  }
  return
}

// Only some members are stored: the others keep what they have.
// CHECK-LABEL: func.func @one_of_two
// CHECK: llvm.intr.masked.scatter
func.func @one_of_two(%p: !llvm.ptr, %x: f32) {
  %c32 = arith.constant 32 : index
  par.for block %s (%t) in (%c32) race_free bound [1024] {
    %i = arith.index_cast %t : index to i64
    %a = llvm.getelementptr inbounds %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(f32, f32)>
    llvm.store %x, %a : f32, !llvm.ptr
  }
  return
}
