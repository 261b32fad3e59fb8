// RUN: %heddle-opt --cut-blocks %s | FileCheck %s

// Where the grid is small, 64 threads of a row are a part.
// CHECK-LABEL: func.func @row
// CHECK-SAME: (%{{.*}}, %[[GX:.*]]: index, %[[GY:.*]]: index, %{{.*}})
// CHECK: %[[CORES:.*]] = arith.index_castui
// CHECK: %[[ENOUGH:.*]] = arith.muli %[[CORES]], %c4
// CHECK: %[[FEW:.*]] = arith.cmpi ult, %{{.*}}, %[[ENOUGH]]
// CHECK: %[[SEVERAL:.*]] = arith.cmpi ult, %c1{{.*}}, %[[CORES]]
// CHECK: %[[BOTH:.*]] = arith.andi %[[FEW]], %[[SEVERAL]]
// CHECK: scf.if %[[BOTH]]
// CHECK: %[[ALL:.*]] = arith.muli %[[GX]], %c4
// CHECK: scf.parallel (%{{.*}}, %[[BY:.*]], %[[P:[a-z0-9]+]]) = {{.*}} to (%{{.*}}, %[[GY]], %[[ALL]])
// CHECK: %[[BLOCK:.*]] = arith.divui %[[P]], %c4
// CHECK: %[[PART:.*]] = arith.remui %[[P]], %c4
// CHECK: arith.muli %[[BLOCK]], %c256
// CHECK: %[[FIRST:.*]] = arith.muli %[[PART]], %c64
// CHECK: scf.parallel (%{{.*}}, %{{.*}}, %[[TX:[a-z0-9]+]]) = {{.*}} to (%c1, %c1, %c64{{.*}})
// CHECK: arith.addi %[[FIRST]], %[[TX]]
// CHECK: par.parts = 4 : index, par.rest
// CHECK: else
// CHECK: scf.parallel {{.*}} to (%{{.*}}, %[[GY]], %[[GX]])
// CHECK: scf.parallel {{.*}} to (%c1, %c1, %c256)
// CHECK-NOT: par.parts
func.func @row(%a: memref<?xf32>, %gx: index, %gy: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %x = arith.constant 1.0 : f32
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %gy, %gx) step (%c1, %c1, %c1) {
    %base = arith.muli %bx, %c256 : index
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c1, %c256) step (%c1, %c1, %c1) {
      %i = arith.addi %base, %tx : index
      scf.for %k = %c0 to %n step %c1 {
        memref.store %x, %a[%i] : memref<?xf32>
      }
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid, par.shape = "256x1x1"}
  return
}

// Of short rows there are several in a part.
// CHECK-LABEL: func.func @rows
// CHECK: arith.muli %{{.*}}, %c2
// CHECK: %[[PART:.*]] = arith.remui %{{.*}}, %c2
// CHECK: %[[FIRST:.*]] = arith.muli %[[PART]], %c4
// CHECK: scf.parallel (%{{.*}}, %[[TY:.*]], %[[TX:[a-z0-9]+]]) = {{.*}} to (%c1, %c4{{.*}}, %c16)
// CHECK: %[[Y:.*]] = arith.addi %[[FIRST]], %[[TY]]
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[Y]], %[[TX]]]
// CHECK: par.parts = 2 : index
func.func @rows(%a: memref<?x?xf32>, %gx: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %x = arith.constant 1.0 : f32
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %c1, %gx) step (%c1, %c1, %c1) {
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c8, %c16) step (%c1, %c1, %c1) {
      scf.for %k = %c0 to %n step %c1 {
        memref.store %x, %a[%ty, %tx] : memref<?x?xf32>
      }
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid, par.shape = "16x8x1"}
  return
}

// No loop, a short one, a block of one part, threads that meet, memory of the
// block, a loop for the whole block, and a count that all threads add to.
// CHECK-LABEL: func.func @left
// CHECK-NOT: par.parts
func.func @left(%a: memref<?xf32>, %count: !llvm.ptr, %gx: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %x = arith.constant 1.0 : f32
  %one = arith.constant 1 : i32
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %c1, %gx) step (%c1, %c1, %c1) {
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c1, %c256) step (%c1, %c1, %c1) {
      memref.store %x, %a[%tx] : memref<?xf32>
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid, par.shape = "256x1x1"}
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %c1, %gx) step (%c1, %c1, %c1) {
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c1, %c256) step (%c1, %c1, %c1) {
      scf.for %k = %c0 to %c3 step %c1 {
        memref.store %x, %a[%tx] : memref<?xf32>
      }
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid, par.shape = "256x1x1"}
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %c1, %gx) step (%c1, %c1, %c1) {
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c1, %c64) step (%c1, %c1, %c1) {
      scf.for %k = %c0 to %n step %c1 {
        memref.store %x, %a[%tx] : memref<?xf32>
      }
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid, par.shape = "64x1x1"}
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %c1, %gx) step (%c1, %c1, %c1) {
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c1, %c256) step (%c1, %c1, %c1) {
      scf.for %k = %c0 to %n step %c1 {
        memref.store %x, %a[%tx] : memref<?xf32>
        par.barrier(%tz, %ty, %tx)
      }
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid, par.shape = "256x1x1"}
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %c1, %gx) step (%c1, %c1, %c1) {
    %shared = memref.alloca() : memref<256xf32>
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c1, %c256) step (%c1, %c1, %c1) {
      scf.for %k = %c0 to %n step %c1 {
        memref.store %x, %shared[%tx] : memref<256xf32>
      }
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid, par.shape = "256x1x1"}
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %c1, %gx) step (%c1, %c1, %c1) {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%s = %x) -> f32 {
      %next = arith.addf %s, %x : f32
      scf.yield %next : f32
    }
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c1, %c256) step (%c1, %c1, %c1) {
      scf.for %k = %c0 to %n step %c1 {
        memref.store %sum, %a[%tx] : memref<?xf32>
      }
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid, par.shape = "256x1x1"}
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %c1, %gx) step (%c1, %c1, %c1) {
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c1, %c256) step (%c1, %c1, %c1) {
      scf.for %k = %c0 to %n step %c1 {
        %old = llvm.atomicrmw add %count, %one monotonic : !llvm.ptr, i32
      }
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid, par.shape = "256x1x1"}
  return
}

// What is cut need not be split inside.
// CHECK-LABEL: llvm.func @single
// CHECK-NOT: heddle.single_block
// CHECK: par.parts = 4 : index
llvm.func @single(%p: !llvm.ptr, %gx.wide: i64) attributes {heddle.single_block} {
  %gx = arith.index_cast %gx.wide : i64 to index
  %a = par.view %p : !llvm.ptr -> memref<?xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %x = arith.constant 1.0 : f32
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %c1, %gx) step (%c1, %c1, %c1) {
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c1, %c256) step (%c1, %c1, %c1) {
      scf.for %k = %c0 to %gx step %c1 {
        memref.store %x, %a[%tx] : memref<?xf32>
      }
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid, par.shape = "256x1x1"}
  llvm.return
}
