// RUN: %heddle-opt --split-inside %s | FileCheck %s

// A block that is alone: what has loops runs over 64 threads at a time. The
// control flow around it, and what is done soon, stay as they are.
// CHECK-LABEL: llvm.func @alone.grid
// CHECK-NOT: heddle.single_block
// CHECK: %[[GX:.*]] = arith.index_cast
// CHECK: %[[GY:.*]] = arith.index_cast
// CHECK: %[[ONE:.*]] = arith.cmpi eq, %{{.*}}, %c1
// CHECK: %[[CORES:.*]] = arith.index_castui
// CHECK: %[[SEVERAL:.*]] = arith.cmpi ult, %c1{{.*}}, %[[CORES]]
// CHECK: %[[BOTH:.*]] = arith.andi %[[ONE]], %[[SEVERAL]]
// CHECK: scf.if %[[BOTH]]
// CHECK: scf.parallel {{.*}} to (%c1, %[[GY]], %[[GX]])
// CHECK: scf.for
// CHECK: scf.parallel (%{{.*}}, %{{.*}}, %[[P:[a-z0-9]+]]) = {{.*}} to (%c1{{.*}}, %c1{{.*}}, %c4{{.*}})
// CHECK: %[[FIRST:.*]] = arith.muli %[[P]], %c64
// CHECK: scf.parallel (%{{.*}}, %{{.*}}, %[[T:[a-z0-9]+]]) = {{.*}} to (%c1, %c1, %c64{{.*}})
// CHECK: %[[X:.*]] = arith.addi %[[FIRST]], %[[T]]
// CHECK: scf.for
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[X]]]
// CHECK: {par.block}
// CHECK: {par.grid, par.parts = 4 : index, par.shape = "256x1x1"}
// CHECK: scf.parallel {{.*}} to (%c1, %c1, %c256)
// CHECK: {par.grid, par.shape = "256x1x1"}
// CHECK: else
// CHECK-NOT: par.parts
// CHECK: llvm.return
llvm.func @alone.grid(%config: !llvm.ptr, %a: !llvm.ptr, %gx.wide: i64, %gy.wide: i64, %n.wide: i64) attributes {heddle.single_block} {
  %gx = arith.index_cast %gx.wide : i64 to index
  %gy = arith.index_cast %gy.wide : i64 to index
  %n = arith.index_cast %n.wide : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %c1000 = arith.constant 1000 : index
  %v = arith.constant 1.0 : f32
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %gy, %gx) step (%c1, %c1, %c1) {
    %tile = memref.alloca() : memref<256xf32>
    scf.for %k = %c0 to %n step %c1 {
      scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c1, %c256) step (%c1, %c1, %c1) {
        scf.for %i = %c0 to %c1000 step %c1 {
          memref.store %v, %tile[%tx] : memref<256xf32>
        }
        scf.reduce
      } {par.block}
      scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c1, %c256) step (%c1, %c1, %c1) {
        memref.store %v, %tile[%tx] : memref<256xf32>
        scf.reduce
      } {par.block}
    }
    scf.reduce
  } {par.grid, par.shape = "256x1x1"}
  llvm.return
}

// How much it is may be known at run time only: as many turns as the first
// thread has.
// CHECK-LABEL: llvm.func @turns.grid
// CHECK-SAME: %[[N:[a-z0-9]+]]: i32)
// CHECK: scf.parallel
// CHECK: %[[UPPER:.*]] = arith.index_cast %[[N]]
// CHECK: %[[LENGTH:.*]] = arith.subi %[[UPPER]]
// CHECK: %[[TURNS:.*]] = arith.divsi %[[LENGTH]]
// CHECK: %[[LESS:.*]] = arith.minsi %[[TURNS]]
// CHECK: %[[WORK:.*]] = arith.muli %[[LESS]]
// CHECK: %[[ALL:.*]] = arith.addi %{{.*}}, %[[WORK]]
// CHECK: %[[MUCH:.*]] = arith.cmpi sge, %[[ALL]], %c512
// CHECK: scf.if %[[MUCH]]
// CHECK: par.parts = 4
// CHECK: else
// CHECK: scf.parallel {{.*}} to (%c1, %c1, %c256)
llvm.func @turns.grid(%config: !llvm.ptr, %a: !llvm.ptr, %gx.wide: i64, %n: i32) attributes {heddle.single_block} {
  %gx = arith.index_cast %gx.wide : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %c256_i32 = arith.constant 256 : i32
  %v = arith.constant 1.0 : f32
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %c1, %gx) step (%c1, %c1, %c1) {
    %tile = memref.alloca() : memref<256xf32>
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c1, %c256) step (%c1, %c1, %c1) {
      %t = arith.index_castui %tx : index to i32
      scf.for %i = %t to %n step %c256_i32 : i32 {
        memref.store %v, %tile[%tx] : memref<256xf32>
      }
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid, par.shape = "256x1x1"}
  llvm.return
}

// What relies on one core: an update of shared memory without a lock, a sum of
// all threads, a call. And kernels of which no such launch is seen.
// CHECK-LABEL: llvm.func @left.grid
// CHECK-NOT: par.parts
llvm.func @unknown(f32)
llvm.func @left.grid(%config: !llvm.ptr, %a: !llvm.ptr, %gx.wide: i64, %n.wide: i64) attributes {heddle.single_block} {
  %gx = arith.index_cast %gx.wide : i64 to index
  %n = arith.index_cast %n.wide : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %c1000 = arith.constant 1000 : index
  %v = arith.constant 1.0 : f32
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %c1, %gx) step (%c1, %c1, %c1) {
    %tile = memref.alloca() : memref<256xf32>
    %pointer = par.pointer %tile : memref<256xf32> -> !llvm.ptr
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c1, %c256) step (%c1, %c1, %c1) {
      scf.for %i = %c0 to %c1000 step %c1 {
        %old = llvm.atomicrmw fadd %pointer, %v syncscope("singlethread") monotonic : !llvm.ptr, f32
      }
      scf.reduce
    } {par.block}
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c1, %c256) step (%c1, %c1, %c1) {
      scf.for %i = %c0 to %c1000 step %c1 {
        %old = memref.load %tile[%i] : memref<256xf32>
        %sum = arith.addf %old, %v : f32
        memref.store %sum, %tile[%i] : memref<256xf32>
      }
      scf.reduce
    } {par.block}
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c1, %c256) step (%c1, %c1, %c1) {
      scf.for %i = %c0 to %c1000 step %c1 {
        llvm.call @unknown(%v) : (f32) -> ()
      }
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid, par.shape = "256x1x1"}
  llvm.return
}
llvm.func @unseen.grid(%config: !llvm.ptr, %a: !llvm.ptr, %gx.wide: i64, %n.wide: i64) {
  %gx = arith.index_cast %gx.wide : i64 to index
  %n = arith.index_cast %n.wide : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %c1000 = arith.constant 1000 : index
  %v = arith.constant 1.0 : f32
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %c1, %gx) step (%c1, %c1, %c1) {
    %tile = memref.alloca() : memref<256xf32>
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c1, %c256) step (%c1, %c1, %c1) {
      scf.for %i = %c0 to %c1000 step %c1 {
        memref.store %v, %tile[%tx] : memref<256xf32>
      }
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid, par.shape = "256x1x1"}
  llvm.return
}
