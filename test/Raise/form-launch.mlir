// RUN: %heddle-opt %s --form-launch -split-input-file -verify-diagnostics | FileCheck %s

llvm.mlir.global internal @tile() {heddle.shared, alignment = 4 : i64} : !llvm.array<16 x array<8 x f32>> {
  %0 = llvm.mlir.undef : !llvm.array<16 x array<8 x f32>>
  llvm.return %0 : !llvm.array<16 x array<8 x f32>>
}
llvm.mlir.global internal @pairs() {heddle.shared, alignment = 8 : i64} : !llvm.array<4 x struct<(f64, i32)>> {
  %0 = llvm.mlir.undef : !llvm.array<4 x struct<(f64, i32)>>
  llvm.return %0 : !llvm.array<4 x struct<(f64, i32)>>
}
llvm.mlir.global external @dynamic() {heddle.shared} : !llvm.array<0 x i32>
llvm.mlir.global external @global(0 : i32) : i32
func.func private @use(index, index, index, index)
llvm.func @see(!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr)

// The launch configuration comes first, attributes stay with their parameters.
// CHECK-LABEL: llvm.func @indices.grid
// CHECK-SAME: (%[[CONFIG:[-a-z0-9_]+]]: !llvm.ptr, %{{.*}}: !llvm.ptr {llvm.noalias})
// CHECK-NOT: heddle.kernel
// Sizes in x, y and z of the grid, then of the block:
// CHECK: %[[GX:[-a-z0-9_]+]] = arith.index_castui
// CHECK: %[[GY:[-a-z0-9_]+]] = arith.index_castui
// CHECK: %[[GZ:[-a-z0-9_]+]] = arith.index_castui
// CHECK: llvm.getelementptr inbounds %[[CONFIG]][3]
// CHECK: %[[BX:[-a-z0-9_]+]] = arith.index_castui
// CHECK: %[[BY:[-a-z0-9_]+]] = arith.index_castui
// CHECK: %[[BZ:[-a-z0-9_]+]] = arith.index_castui
// x is the fastest:
// CHECK: par.for grid %{{.*}} (%{{.*}}, %[[BIY:[-a-z0-9_]+]], %{{.*}}) in (%[[GZ]], %[[GY]], %[[GX]]) race_free bound [65535, 65535, 2147483647] {
// CHECK: par.for block %[[SCOPE:[-a-z0-9_]+]] (%[[TZ:[-a-z0-9_]+]], %[[TY:[-a-z0-9_]+]], %[[TX:[-a-z0-9_]+]]) in (%[[BZ]], %[[BY]], %[[BX]]) race_free bound [64, 1024, 1024] {
// CHECK: call @use(%[[TX]], %[[BIY]], %[[BZ]], %[[GX]])
// CHECK: par.barrier %[[SCOPE]]
// CHECK: llvm.return
llvm.func @indices(%p: !llvm.ptr {llvm.noalias}) attributes {heddle.kernel} {
  %t = gpu.thread_id x
  %b = gpu.block_id y
  %n = gpu.block_dim z
  %m = gpu.grid_dim x
  func.call @use(%t, %b, %n, %m) : (index, index, index, index) -> ()
  gpu.barrier
  llvm.return
}

// Shared memory stands between the two loops, in the shape it was declared
// with; a variable that is not shared stays a global.
// CHECK-LABEL: llvm.func @shared.grid
// CHECK-SAME: heddle.shared_bytes = 576 : i64
// CHECK: par.for grid
// CHECK-DAG: memref.alloca() {{.*}} : memref<16x8xf32, #par.space<block>>
// CHECK-DAG: memref.alloca() {{.*}} : memref<64xi8, #par.space<block>>
// CHECK-DAG: %[[D:[-a-z0-9_]+]] = par.dynamic_shared : !llvm.ptr
// CHECK: par.for block
// CHECK-NOT: alloca
// CHECK: %[[G:[-a-z0-9_]+]] = llvm.mlir.addressof @global
// CHECK: llvm.call @see(%{{.*}}, %{{.*}}, %[[D]], %[[G]])
llvm.func @shared() attributes {heddle.kernel} {
  %0 = llvm.mlir.addressof @tile : !llvm.ptr
  %1 = llvm.mlir.addressof @pairs : !llvm.ptr
  %2 = llvm.mlir.addressof @dynamic : !llvm.ptr
  %3 = llvm.mlir.addressof @global : !llvm.ptr
  llvm.call @see(%0, %1, %2, %3) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// What synchronises names the scope of its loop; each kind of warp operation is
// an operation of its own.
// CHECK-LABEL: llvm.func @collectives.grid
// CHECK: par.for grid %[[GRID:[-a-z0-9_]+]] (
// CHECK: par.for block %[[SCOPE:[-a-z0-9_]+]] (
// CHECK: par.lane in %[[SCOPE]]
// CHECK: par.count %[[TRUE:[-a-z0-9_]+]] in %[[SCOPE]]
// CHECK: par.barrier %[[SCOPE]] among warp mask %[[ALL:[-a-z0-9_]+]]{{$}}
// CHECK: par.active mask %[[ALL]] in %[[SCOPE]]
// CHECK: par.ballot %[[V:[-a-z0-9_]+]] : i32 mask %[[ALL]] in %[[SCOPE]]
// CHECK: par.shuffle %{{.*}} from %[[V]] : i64 -> i64 mask %[[ALL]] in %[[SCOPE]]
// CHECK: par.match %{{.*}} : i64 mask %[[ALL]] in %[[SCOPE]]
// CHECK: par.reduce add %[[V]] mask %[[ALL]] in %[[SCOPE]]
// CHECK: par.reduce smin %[[V]] mask %[[ALL]] in %[[SCOPE]]
// CHECK: par.barrier %[[GRID]]
llvm.func @collectives(%v: i32, %wide: i64) attributes {heddle.kernel} {
  %true = arith.constant true
  %all = arith.constant -1 : i32
  %lane = par.lane()
  %n = par.count %true
  par.warp sync %true, %all over()
  %0 = par.warp active %true, %all over() -> i32
  %1 = par.warp ballot %true, %all, %v over() : i32 -> i32
  %2 = par.warp shuffle %true, %all, %wide from %v over() : i64 -> i64
  %3 = par.warp match %true, %all, %wide over() : i64 -> i32
  %4 = par.warp add %true, %all, %v over() : i32 -> i32
  %5 = par.warp smin %true, %all, %v over() : i32 -> i32
  par.grid_sync()
  llvm.return
}

// A view of shared memory, or of a local variable, has its memory space; one of
// a parameter may be of any memory.
// CHECK-LABEL: llvm.func @views.grid
// CHECK: par.view %{{.*}} : !llvm.ptr -> memref<16x8xf32, #par.space<block>>
// CHECK: par.view %{{.*}} : !llvm.ptr -> memref<?xi32, #par.space<block>>
// CHECK: par.view %{{.*}} : !llvm.ptr -> memref<4xf32, #par.space<thread>>
// CHECK: par.view %{{.*}} : !llvm.ptr -> memref<?xf32>{{$}}
llvm.func @views(%p: !llvm.ptr) attributes {heddle.kernel} {
  %one = arith.constant 1 : i64
  %0 = llvm.mlir.addressof @tile : !llvm.ptr
  %1 = llvm.mlir.addressof @dynamic : !llvm.ptr
  %2 = llvm.alloca %one x !llvm.array<4 x f32> : (i64) -> !llvm.ptr
  %3 = par.view %0 : !llvm.ptr -> memref<16x8xf32>
  %4 = par.view %1 : !llvm.ptr -> memref<?xi32>
  %5 = par.view %2 : !llvm.ptr -> memref<4xf32>
  %6 = par.view %p : !llvm.ptr -> memref<?xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @fibers()
// CHECK-SAME: heddle.fibers
// CHECK: gpu.barrier
llvm.func @fibers() attributes {heddle.kernel, heddle.fibers} {
  gpu.barrier
  llvm.return
}

// -----

// expected-error @+1 {{a kernel must be raised to structured control flow before its launch can be formed}}
llvm.func @branches() attributes {heddle.kernel} {
  llvm.br ^end
^end:
  llvm.return
}
