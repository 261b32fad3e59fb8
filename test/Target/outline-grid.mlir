// RUN: %heddle-opt %s --outline-grid | FileCheck %s

// The body of the loop over the grid becomes a function that runs a range of
// blocks. What it uses from outside comes in a struct, sizes of the grid too.
// CHECK-LABEL: llvm.func internal @k.blocks
// CHECK-SAME: (%[[ARGS:.*]]: !llvm.ptr, %[[BEGIN:.*]]: i64, %[[END:.*]]: i64, %[[DYNAMIC:.*]]: !llvm.ptr)
// CHECK: llvm.getelementptr %[[ARGS]][0, 0] {{.*}} !llvm.struct<(ptr, i64, i64, i64)>
// CHECK: llvm.load %{{.*}} invariant
// Shared memory is allocated once for all blocks of the range, and a buffer
// too; the view of a pointer is not passed but made again.
// CHECK: %[[FIRST:.*]] = arith.index_cast %[[BEGIN]]
// CHECK: %[[LAST:.*]] = arith.index_cast %[[END]]
// CHECK: %[[TILE:.*]] = memref.alloca() : memref<16xf32>
// CHECK: memref.alloca(%{{.*}}) : memref<?xi32>
// CHECK: scf.for %{{.*}} = %[[FIRST]] to %[[LAST]] {{.*}} iter_args(%[[Z:.*]] = %{{.*}}, %[[Y:.*]] = %{{.*}}, %[[X:.*]] = %{{.*}}) -> (index, index, index)
// CHECK: par.view
// CHECK: scf.parallel
// CHECK: memref.store %{{.*}}, %[[TILE]][%[[X]]]
// CHECK: llvm.store %{{.*}}, %[[DYNAMIC]]
// CHECK: } {par.block}
// x wraps around first:
// CHECK: arith.addi %[[X]], %
// CHECK: scf.yield
// CHECK-NOT: par.grid

// CHECK-LABEL: llvm.func @k.grid
// CHECK-SAME: (%[[CONFIG:.*]]: !llvm.ptr,
// CHECK-NOT: scf.parallel
// CHECK: %[[PACKED:.*]] = llvm.alloca
// CHECK: %[[BODY:.*]] = llvm.mlir.addressof @k.blocks
// CHECK: llvm.call @__heddle_launch_blocks(%[[BODY]], %[[PACKED]],
// CHECK-NOT: par.dynamic_shared
// CHECK: llvm.return
llvm.func @k.grid(%config: !llvm.ptr, %p: !llvm.ptr, %n: i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %size = arith.index_cast %n : i64 to index
  %two = arith.addi %size, %size : index
  %view = par.view %p : !llvm.ptr -> memref<?xf32>
  scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%two, %size, %size) step (%c1, %c1, %c1) {
    %dynamic = par.dynamic_shared : !llvm.ptr
    %tile = memref.alloca() : memref<16xf32>
    %buffer = memref.alloca(%size) : memref<?xi32>
    scf.parallel (%t) = (%c0) to (%size) step (%c1) {
      %v = memref.load %view[%t] : memref<?xf32>
      memref.store %v, %tile[%x] : memref<16xf32>
      llvm.store %zero, %dynamic : f32, !llvm.ptr
      llvm.store %n, %p : i64, !llvm.ptr
    } {par.block}
  } {par.grid}
  llvm.return
}

// A loop that others stand in for is not expected to run often.
// CHECK-LABEL: llvm.func internal @fallback.blocks
// CHECK-NOT: optsize
// CHECK: {par.block, par.rare}
llvm.func @fallback.grid(%config: !llvm.ptr, %p: !llvm.ptr) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%c1, %c1, %c1) step (%c1, %c1, %c1) {
    scf.parallel (%t) = (%c0) to (%c1) step (%c1) {
      llvm.store %p, %p : !llvm.ptr, !llvm.ptr
    } {par.block}
  } {par.fallback, par.grid}
  llvm.return
}

// What is to be done once stands before and after the loop, with what it is
// computed from.
// CHECK-LABEL: llvm.func internal @once.blocks
// CHECK: %[[TABLE:.*]] = memref.alloca() : memref<4xi32>
// CHECK: scf.parallel (%[[I:.*]]) = (%{{.*}}) to (%{{.*}})
// CHECK-NEXT: memref.store %{{.*}}, %[[TABLE]][%[[I]]]
// CHECK: scf.for
// CHECK: scf.parallel
// CHECK-NEXT: memref.load %[[TABLE]]
// CHECK: scf.yield
// CHECK: }
// CHECK: %[[PLACE:.*]] = llvm.getelementptr
// CHECK: scf.parallel
// CHECK-NEXT: memref.load %[[TABLE]]
// CHECK-NEXT: llvm.atomicrmw add %[[PLACE]]
// CHECK: llvm.return
// The runtime is told, so that it makes the ranges long.
// CHECK-LABEL: llvm.func @once.grid
// CHECK: %[[FLAG:.*]] = arith.constant -9223372036854775808 : i64
// CHECK: %[[WORK:.*]] = arith.ori %{{.*}}, %[[FLAG]] : i64
// CHECK: llvm.call @__heddle_launch_blocks({{.*}}, %[[WORK]])
llvm.func @once.grid(%config: !llvm.ptr, %p: !llvm.ptr) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%c1, %c1, %c4) step (%c1, %c1, %c1) {
    %table = memref.alloca() : memref<4xi32>
    %zero = arith.constant 0 : i32
    scf.parallel (%t) = (%c0) to (%c4) step (%c1) {
      memref.store %zero, %table[%t] : memref<4xi32>
    } {par.before_blocks, par.block}
    scf.parallel (%t) = (%c0) to (%c4) step (%c1) {
      %v = memref.load %table[%t] : memref<4xi32>
      %more = arith.ori %v, %v : i32
      memref.store %more, %table[%t] : memref<4xi32>
    } {par.block}
    %place = llvm.getelementptr %p[4] : (!llvm.ptr) -> !llvm.ptr, i32
    scf.parallel (%t) = (%c0) to (%c4) step (%c1) {
      %v = memref.load %table[%t] : memref<4xi32>
      %old = llvm.atomicrmw add %place, %v monotonic : !llvm.ptr, i32
    } {par.after_blocks, par.block}
  } {par.grid}
  llvm.return
}

// Where no launch of it is to be seen, it is compiled for size.
// CHECK-LABEL: llvm.func internal @unseen.blocks
// CHECK-SAME: passthrough = ["optsize"]
llvm.func @unseen.grid(%config: !llvm.ptr, %p: !llvm.ptr) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%c1, %c1, %c1) step (%c1, %c1, %c1) {
    scf.parallel (%t) = (%c0) to (%c1) step (%c1) {
      llvm.store %p, %p : !llvm.ptr, !llvm.ptr
    } {par.block}
  } {par.fallback, par.grid, par.unseen}
  llvm.return
}

// A launch with known footprints may be deferred: the runtime gets them, and the
// size of the struct, which it copies then. They are those of a grid along x.
// CHECK-LABEL: llvm.func @lazy.grid
// CHECK-NOT: par.footprint
// CHECK-DAG: %[[PACKED:.*]] = llvm.alloca {{.*}} !llvm.struct<(ptr, i64, i64)>
// CHECK-DAG: %[[PRINTS:.*]] = llvm.alloca {{.*}} !llvm.array<96 x i8>
// CHECK: arith.cmpi eq, %{{.*}}, %{{.*}} : index
// CHECK: arith.cmpi eq, %{{.*}}, %{{.*}} : index
// CHECK: %[[ROW:.*]] = arith.andi
// CHECK: %[[HOLDS:.*]] = arith.andi %[[ROW]], %arg4
// CHECK: %[[TWO:.*]] = arith.constant 2 : i64
// CHECK: %[[NONE:.*]] = arith.constant -1 : i64
// CHECK: %[[COUNT:.*]] = arith.select %[[HOLDS]], %[[TWO]], %[[NONE]]
// CHECK: llvm.call @__heddle_launch_blocks_lazily(%{{.*}}, %[[PACKED]], %c24_i64, %{{.*}}, %{{.*}}, %{{.*}}, %[[PRINTS]], %[[COUNT]], %c1_i64{{.*}})
llvm.func @lazy.grid(%config: !llvm.ptr, %p: !llvm.ptr, %q: !llvm.ptr, %n: i64, %holds: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %size = arith.index_cast %n : i64 to index
  par.footprint writes %p + %c4 from %c0 to %c4 every %c0 if %holds : !llvm.ptr
  par.footprint anywhere %q + %c0 from %c0 to %c0 every %c0 if %holds : !llvm.ptr
  scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%size, %size, %size) step (%c1, %c1, %c1) {
    %number = arith.index_cast %x : index to i64
    %place = llvm.getelementptr %p[%number] : (!llvm.ptr, i64) -> !llvm.ptr, i64
    llvm.store %n, %place : i64, !llvm.ptr
  } {par.grid}
  llvm.return
}

// Or of one along x and y, whose rows of blocks are one. How many blocks a row
// has is said.
// CHECK-LABEL: llvm.func @rows.grid
// CHECK: %[[WIDTH:.*]] = arith.index_cast %arg2 : i64 to index
// CHECK: %[[FLAT:.*]] = arith.cmpi eq, %{{.*}}, %{{.*}} : index
// CHECK-NEXT: %[[HOLDS:.*]] = arith.andi %[[FLAT]], %arg3
// CHECK: %[[COUNT:.*]] = arith.select %[[HOLDS]]
// CHECK: %[[PER:.*]] = arith.index_cast %[[WIDTH]] : index to i64
// CHECK: llvm.call @__heddle_launch_blocks_lazily({{.*}}, %[[COUNT]], %[[PER]])
llvm.func @rows.grid(%config: !llvm.ptr, %p: !llvm.ptr, %n: i64, %holds: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %size = arith.index_cast %n : i64 to index
  par.footprint rows writes %p + %c4 from %c0 to %c4 every %c0 if %holds : !llvm.ptr
  scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%c1, %c4, %size) step (%c1, %c1, %c1) {
    %number = arith.index_cast %y : index to i64
    %place = llvm.getelementptr %p[%number] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    llvm.store %n, %place : i64, !llvm.ptr
  } {par.grid}
  llvm.return
}

// The stack does not grow in a loop.
// CHECK-LABEL: llvm.func @turns.grid
// CHECK: %[[PACKED:.*]] = llvm.alloca
// CHECK: scf.for
// CHECK-NOT: llvm.alloca
// CHECK: llvm.call @__heddle_launch_blocks(%{{.*}}, %[[PACKED]],
llvm.func @turns.grid(%config: !llvm.ptr, %p: !llvm.ptr, %n.wide: i64) {
  %n = arith.index_cast %n.wide : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
      llvm.store %p, %p : !llvm.ptr, !llvm.ptr
    } {par.grid}
  }
  llvm.return
}

// A grid in a block: its blocks get what the block has allocated as pointers.
// CHECK-LABEL: llvm.func internal @inside.blocks(
// CHECK-SAME: %[[ARGS:[a-z0-9]+]]: !llvm.ptr
// CHECK: llvm.getelementptr %[[ARGS]][0, 0] {{.*}} !llvm.struct<(ptr,
// CHECK: %[[MEMORY:.*]] = llvm.load %{{.*}} invariant
// CHECK: scf.for
// CHECK: %[[VIEW:.*]] = par.view %[[MEMORY]] : !llvm.ptr -> memref<16xf32>
// CHECK: memref.store %{{.*}}, %[[VIEW]]
// CHECK-LABEL: llvm.func internal @inside.blocks.1(
// CHECK: %[[TILE:.*]] = memref.alloca() : memref<16xf32>
// CHECK: scf.for
// CHECK: %[[POINTER:.*]] = par.pointer %[[TILE]]
// CHECK: llvm.store %[[POINTER]]
// CHECK: %[[NOTHING:.*]] = arith.constant 0 : i64
// CHECK: %[[FLAG:.*]] = arith.constant 4611686018427387904 : i64
// CHECK: %[[WORK:.*]] = arith.ori %{{.*}}, %[[FLAG]]
// CHECK: llvm.mlir.addressof @inside.blocks :
// CHECK: llvm.call @__heddle_launch_blocks(%{{.*}}, %{{.*}}, %{{.*}}, %[[NOTHING]], %[[WORK]])
llvm.func @inside.grid(%config: !llvm.ptr, %n.wide: i64) {
  %n = arith.index_cast %n.wide : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
    %tile = memref.alloca() : memref<16xf32>
    scf.parallel (%pz, %py, %px) = (%c0, %c0, %c0) to (%c1, %c1, %n) step (%c1, %c1, %c1) {
      memref.store %zero, %tile[%px] : memref<16xf32>
    } {par.grid}
  } {par.grid}
  llvm.return
}
