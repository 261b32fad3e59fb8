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
// CHECK-SAME: (%[[CONFIG:.*]]: !llvm.ptr, %{{.*}}: !llvm.ptr {llvm.noalias})
// CHECK-NOT: heddle.kernel
// Sizes in x, y and z of the grid, then of the block:
// CHECK: %[[GX:.*]] = arith.index_castui
// CHECK: %[[GY:.*]] = arith.index_castui
// CHECK: %[[GZ:.*]] = arith.index_castui
// CHECK: llvm.getelementptr inbounds %[[CONFIG]][3]
// CHECK: %[[BX:.*]] = arith.index_castui
// CHECK: %[[BY:.*]] = arith.index_castui
// CHECK: %[[BZ:.*]] = arith.index_castui
// x is the fastest:
// CHECK: scf.parallel (%{{.*}}, %[[BIY:.*]], %{{.*}}) = {{.*}} to (%[[GZ]], %[[GY]], %[[GX]])
// CHECK: scf.parallel (%[[TZ:.*]], %[[TY:.*]], %[[TX:.*]]) = {{.*}} to (%[[BZ]], %[[BY]], %[[BX]])
// CHECK: call @use(%[[TX]], %[[BIY]], %[[BZ]], %[[GX]])
// CHECK: par.barrier(%[[TZ]], %[[TY]], %[[TX]])
// CHECK: } {par.block}
// CHECK: } {par.grid}
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
// CHECK: scf.parallel
// CHECK-DAG: memref.alloca() {{.*}} : memref<16x8xf32>
// CHECK-DAG: memref.alloca() {{.*}} : memref<64xi8>
// CHECK-DAG: %[[D:.*]] = par.dynamic_shared : !llvm.ptr
// CHECK: scf.parallel
// CHECK-NOT: alloca
// CHECK: %[[G:.*]] = llvm.mlir.addressof @global
// CHECK: llvm.call @see(%{{.*}}, %{{.*}}, %[[D]], %[[G]])
llvm.func @shared() attributes {heddle.kernel} {
  %0 = llvm.mlir.addressof @tile : !llvm.ptr
  %1 = llvm.mlir.addressof @pairs : !llvm.ptr
  %2 = llvm.mlir.addressof @dynamic : !llvm.ptr
  %3 = llvm.mlir.addressof @global : !llvm.ptr
  llvm.call @see(%0, %1, %2, %3) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
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
