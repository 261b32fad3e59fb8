// RUN: %heddle-opt %s --specialize-block | FileCheck %s

// A copy of the nest for each block size, under a check; the block's size is a
// constant in it, both as a bound and where the kernel asks for blockDim.
// CHECK-LABEL: llvm.func @k.grid
// CHECK-NOT: heddle.block_shapes
// CHECK: %[[N:.*]] = llvm.load
// CHECK: %[[BX:.*]] = arith.index_castui %[[N]] : i32 to index
// CHECK: %[[C64:.*]] = arith.constant 64 : index
// CHECK: %[[ISX:.*]] = arith.cmpi eq, %[[BX]], %[[C64]]
// The grid's size too: no position of a thread passes 2^31.
// CHECK: %[[LIMIT:.*]] = arith.constant 33554431 : index
// CHECK: %[[FITSX:.*]] = arith.cmpi ule, %{{.*}}, %[[LIMIT]]
// CHECK: %[[X:.*]] = arith.andi %[[ISX]], %[[FITSX]]
// CHECK: %[[N64:.*]] = arith.constant 64 : i32
// CHECK: %[[C2:.*]] = arith.constant 2 : index
// CHECK: %[[ISY:.*]] = arith.cmpi eq, %{{.*}}, %[[C2]]
// CHECK: arith.andi %[[X]], %[[ISY]]
// CHECK: scf.if %{{.*}} {
// CHECK: scf.parallel
// CHECK: scf.parallel {{.*}} to (%{{.*}}, %[[C2]], %[[C64]])
// CHECK: llvm.store %[[N64]]
// CHECK: } {par.grid, par.shape = "64x2x1"}
// CHECK: } else {
// The other shape is asked for next, and all other sizes take the general nest.
// CHECK: scf.if
// CHECK: } {par.grid, par.shape = "256x1x1"}
// CHECK: } else {
// CHECK: scf.parallel
// CHECK: scf.parallel {{.*}} to (%{{.*}}, %{{.*}}, %[[BX]])
// CHECK: llvm.store %[[N]]
// CHECK: } {par.fallback, par.grid}
llvm.func @k.grid(%config: !llvm.ptr, %p: !llvm.ptr) attributes {heddle.block_shapes = [array<i64: 64, 2, 1>, array<i64: 256, 1, 1>]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = llvm.load %config : !llvm.ptr -> i32
  %bx = arith.index_castui %n : i32 to index
  %m = llvm.load %p : !llvm.ptr -> i32
  %by = arith.index_castui %m : i32 to index
  %k = llvm.load %p : !llvm.ptr -> i32
  %bz = arith.index_castui %k : i32 to index
  scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%c1, %c1, %c1) step (%c1, %c1, %c1) {
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%bz, %by, %bx) step (%c1, %c1, %c1) {
      llvm.store %n, %p : i32, !llvm.ptr
    } {par.block}
  } {par.grid}
  llvm.return
}

// No launch is to be seen that would take the general nest.
// CHECK-LABEL: llvm.func @known.grid
// CHECK-NOT: heddle.known_launches
// CHECK: } {par.grid, par.shape = "64x1x1"}
// CHECK: } {par.fallback, par.grid, par.unseen}
llvm.func @known.grid(%config: !llvm.ptr, %p: !llvm.ptr) attributes {heddle.block_shapes = [array<i64: 64, 1, 1>], heddle.known_launches} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = llvm.load %config : !llvm.ptr -> i32
  %bx = arith.index_castui %n : i32 to index
  scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%c1, %c1, %c1) step (%c1, %c1, %c1) {
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c1, %bx) step (%c1, %c1, %c1) {
      llvm.store %n, %p : i32, !llvm.ptr
    } {par.block}
  } {par.grid}
  llvm.return
}

// CHECK-LABEL: llvm.func @general.grid
// CHECK-NOT: scf.if
// CHECK: par.grid
llvm.func @general.grid(%config: !llvm.ptr, %p: !llvm.ptr) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%c1, %c1, %c1) step (%c1, %c1, %c1) {
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c1, %c1) step (%c1, %c1, %c1) {
      llvm.store %p, %p : !llvm.ptr, !llvm.ptr
    } {par.block}
  } {par.grid}
  llvm.return
}
