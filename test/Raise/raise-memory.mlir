// RUN: %heddle-opt %s --raise-memory | FileCheck %s

llvm.mlir.global internal @tile() {heddle.shared} : !llvm.array<16 x array<8 x f32>> {
  %0 = llvm.mlir.undef : !llvm.array<16 x array<8 x f32>>
  llvm.return %0 : !llvm.array<16 x array<8 x f32>>
}
llvm.mlir.global external @dynamic() {heddle.shared} : !llvm.array<0 x i32>

// A pointer argument and an index; what LLVM knows of the access is kept.
// CHECK-LABEL: llvm.func @argument
// CHECK-SAME: (%[[P:.*]]: !llvm.ptr, %[[I:.*]]: i64)
// CHECK: %[[V:.*]] = par.view %[[P]] : !llvm.ptr -> memref<?xf32>
// CHECK: %[[X:.*]] = arith.index_cast %[[I]] : i64 to index
// CHECK: memref.load %[[V]][%[[X]]] {par.alignment = 4 : i64} : memref<?xf32>
// CHECK: memref.store {{.*}} : memref<?xf32>
llvm.func @argument(%p: !llvm.ptr, %i: i64) attributes {heddle.kernel} {
  %q = llvm.getelementptr inbounds %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %q {alignment = 4 : i64} : !llvm.ptr -> f32
  llvm.store %x, %p : f32, !llvm.ptr
  llvm.return
}

// Steps of address arithmetic add up.
// CHECK-LABEL: llvm.func @two_steps
// CHECK-SAME: (%[[P:.*]]: !llvm.ptr
// CHECK: %[[V:.*]] = par.view %[[P]] : !llvm.ptr -> memref<?xi32>
// CHECK: %[[SUM:.*]] = arith.addi {{.*}} overflow<nsw> : index
// CHECK: memref.load %[[V]][%[[SUM]]]
llvm.func @two_steps(%p: !llvm.ptr, %i: i64) attributes {heddle.kernel} {
  %q = llvm.getelementptr inbounds %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %r = llvm.getelementptr inbounds %q[-1] : (!llvm.ptr) -> !llvm.ptr, i32
  %x = llvm.load %r : !llvm.ptr -> i32
  llvm.return
}

// A shared array keeps its shape, however the address is put together.
// CHECK-LABEL: llvm.func @array
// CHECK-SAME: (%[[I:.*]]: i64, %[[J:.*]]: i64)
// CHECK-DAG: %[[I1:.*]] = arith.index_cast %[[I]]
// CHECK-DAG: %[[J1:.*]] = arith.index_cast %[[J]]
// CHECK: memref.load %{{.*}}[%[[I1]], %[[J1]]] : memref<16x8xf32>
// CHECK: memref.load %{{.*}}[%{{.*}}, %{{.*}}] : memref<16x8xf32>
// CHECK: memref.load %{{.*}}[%{{.*}}, %{{.*}}] : memref<16x8xf32>
llvm.func @array(%i: i64, %j: i64) attributes {heddle.kernel} {
  %base = llvm.mlir.addressof @tile : !llvm.ptr
  %at = llvm.getelementptr inbounds %base[0, %i, %j] : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.array<16 x array<8 x f32>>
  %x = llvm.load %at : !llvm.ptr -> f32
  %row = llvm.getelementptr inbounds %base[0, %i] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<16 x array<8 x f32>>
  %place = llvm.getelementptr inbounds %row[0, %j] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<8 x f32>
  %y = llvm.load %place : !llvm.ptr -> f32
  %next = llvm.getelementptr inbounds %place[1] : (!llvm.ptr) -> !llvm.ptr, f32
  %z = llvm.load %next : !llvm.ptr -> f32
  llvm.return
}

// `extern __shared__ int dynamic[]`: the size is not known.
// CHECK-LABEL: llvm.func @dynamic_shared
// CHECK: memref.load {{.*}} : memref<?xi32>
llvm.func @dynamic_shared(%i: i64) attributes {heddle.kernel} {
  %base = llvm.mlir.addressof @dynamic : !llvm.ptr
  %at = llvm.getelementptr inbounds %base[0, %i] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<0 x i32>
  %x = llvm.load %at : !llvm.ptr -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @local_array
// CHECK: memref.store {{.*}} : memref<4xi32>
llvm.func @local_array(%i: i64, %x: i32) attributes {heddle.kernel} {
  %one = llvm.mlir.constant(1 : i32) : i32
  %local = llvm.alloca %one x !llvm.array<4 x i32> : (i32) -> !llvm.ptr
  %at = llvm.getelementptr inbounds %local[0, %i] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<4 x i32>
  llvm.store %x, %at : i32, !llvm.ptr
  llvm.return
}

// A member of a struct is an element of an array of such members.
// CHECK-LABEL: llvm.func @member
// CHECK-SAME: (%[[P:.*]]: !llvm.ptr, %[[I:.*]]: i64)
// CHECK: %[[V:.*]] = par.view %[[P]] : !llvm.ptr -> memref<?xi32>
// CHECK: %[[X:.*]] = arith.index_cast %[[I]]
// CHECK: %[[C4:.*]] = arith.constant 4 : index
// CHECK: %[[M:.*]] = arith.muli %[[X]], %[[C4]] overflow<nsw>
// CHECK: %[[C1:.*]] = arith.constant 1 : index
// CHECK: %[[AT:.*]] = arith.addi %[[M]], %[[C1]] overflow<nsw>
// CHECK: memref.load %[[V]][%[[AT]]]
// CHECK: memref.load {{.*}} : memref<?xf64>
llvm.func @member(%p: !llvm.ptr, %i: i64) attributes {heddle.kernel} {
  %at = llvm.getelementptr inbounds %p[%i, 1] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(f32, i32, f64)>
  %x = llvm.load %at : !llvm.ptr -> i32
  %wide = llvm.getelementptr inbounds %p[%i, 2] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(f32, i32, f64)>
  %y = llvm.load %wide : !llvm.ptr -> f64
  llvm.return
}

// Where the struct's size is not a multiple of the member's, the view begins at
// the member.
// CHECK-LABEL: llvm.func @packed
// CHECK: %[[AT:.*]] = llvm.getelementptr
// CHECK: %[[V:.*]] = par.view %[[AT]] : !llvm.ptr -> memref<?xi32>
// CHECK: %[[C0:.*]] = arith.constant 0 : index
// CHECK: memref.load %[[V]][%[[C0]]]
llvm.func @packed(%p: !llvm.ptr, %i: i64) attributes {heddle.kernel} {
  %at = llvm.getelementptr inbounds %p[%i, 1] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<packed (i8, i32)>
  %x = llvm.load %at : !llvm.ptr -> i32
  llvm.return
}

// An address that may wrap around is not an index into a view of the base.
// CHECK-LABEL: llvm.func @wrapping
// CHECK: %[[AT:.*]] = llvm.getelementptr
// CHECK: par.view %[[AT]]
llvm.func @wrapping(%p: !llvm.ptr, %i: i64) attributes {heddle.kernel} {
  %at = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %x = llvm.load %at : !llvm.ptr -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @stays
// CHECK: llvm.load volatile
// CHECK: llvm.load {{.*}} atomic
// CHECK: llvm.store volatile
// CHECK: llvm.load {{.*}} -> vector<4xf32>
// CHECK: llvm.load {{.*}} -> i1
llvm.func @stays(%p: !llvm.ptr, %x: i32) attributes {heddle.kernel} {
  %0 = llvm.load volatile %p : !llvm.ptr -> i32
  %1 = llvm.load %p atomic monotonic {alignment = 4 : i64} : !llvm.ptr -> i32
  llvm.store volatile %x, %p : i32, !llvm.ptr
  %2 = llvm.load %p : !llvm.ptr -> vector<4xf32>
  %3 = llvm.load %p : !llvm.ptr -> i1
  llvm.return
}

// CHECK-LABEL: llvm.func @fibers
// CHECK: llvm.load
llvm.func @fibers(%p: !llvm.ptr) attributes {heddle.kernel, heddle.fibers} {
  %x = llvm.load %p : !llvm.ptr -> i32
  llvm.return
}
