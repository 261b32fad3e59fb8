// RUN: %heddle-opt --split-edges %s | FileCheck %s

// Away from the edges no thread asks where it is.
// CHECK-LABEL: func.func @stencil
// CHECK: scf.parallel
// The least position of the block is at least 0, its last is before n.
// CHECK: arith.cmpi sge, %{{.*}} : index
// CHECK: arith.cmpi slt, %{{.*}} : index
// CHECK: scf.if
// CHECK-NEXT: scf.parallel
// CHECK-NOT: arith.cmpi
// CHECK-NOT: arith.max
// CHECK: par.barrier
// CHECK: {par.block}
// CHECK: else
// CHECK: scf.parallel
// CHECK: arith.cmpi sge
// CHECK: arith.cmpi slt
// CHECK: par.barrier
// CHECK: arith.maxsi
// CHECK: {par.block, par.edge}
func.func @stencil(%blocks: index, %n: i32, %a: memref<?xf32>, %b: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %width = arith.constant 16 : i32
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %c1, %blocks) step (%c1, %c1, %c1) {
    %block = arith.index_castui %bx : index to i32
    %first = arith.muli %block, %width overflow<nsw> : i32
    %start = arith.subi %first, %one overflow<nsw> : i32
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c1, %c16) step (%c1, %c1, %c1) {
      %t = arith.index_castui %tx : index to i32
      %x = arith.addi %start, %t overflow<nsw> : i32
      %i = arith.index_cast %x : i32 to index
      %below = arith.cmpi sge, %x, %zero : i32
      %above = arith.cmpi slt, %x, %n : i32
      %inside = arith.andi %below, %above : i1
      scf.if %inside {
        %v = memref.load %a[%i] : memref<?xf32>
        memref.store %v, %b[%i] : memref<?xf32>
      }
      par.barrier(%tz, %ty, %tx)
      %left = arith.subi %x, %one overflow<nsw> : i32
      %west = arith.maxsi %left, %zero : i32
      %j = arith.index_cast %west : i32 to index
      %w = memref.load %b[%j] : memref<?xf32>
      memref.store %w, %a[%i] : memref<?xf32>
    } {par.block}
  } {par.grid, par.shape = "16x1x1"}
  func.return
}

// Sums that may wrap say nothing; nor do conditions on the thread alone, or on
// the block alone.
// CHECK-LABEL: func.func @others
// CHECK: {par.block}
// CHECK-NOT: {par.block
// CHECK: return
func.func @others(%blocks: index, %n: i32, %a: memref<?xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %three = arith.constant 3 : i32
  %width = arith.constant 16 : i32
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %c1, %blocks) step (%c1, %c1, %c1) {
    %block = arith.index_castui %bx : index to i32
    %first = arith.muli %block, %width : i32
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c1, %c16) step (%c1, %c1, %c1) {
      %t = arith.index_castui %tx : index to i32
      %x = arith.addi %first, %t : i32
      %wraps = arith.cmpi slt, %x, %n : i32
      scf.if %wraps {
        memref.store %f, %a[%tx] : memref<?xf32>
      }
      par.barrier(%tz, %ty, %tx)
      %thread = arith.cmpi slt, %t, %three : i32
      scf.if %thread {
        memref.store %f, %a[%tx] : memref<?xf32>
      }
      %uniform = arith.cmpi slt, %first, %n : i32
      scf.if %uniform {
        memref.store %f, %a[%tx] : memref<?xf32>
      }
    } {par.block}
  } {par.grid, par.shape = "16x1x1"}
  func.return
}

// `if (i < n)` around everything is for narrow-thread-loops.
// CHECK-LABEL: func.func @guard
// CHECK: {par.block}
// CHECK-NOT: {par.block
// CHECK: return
func.func @guard(%blocks: index, %n: i32, %a: memref<?xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %width = arith.constant 16 : i32
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %c1, %blocks) step (%c1, %c1, %c1) {
    %block = arith.index_castui %bx : index to i32
    %first = arith.muli %block, %width overflow<nsw> : i32
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c1, %c16) step (%c1, %c1, %c1) {
      %t = arith.index_castui %tx : index to i32
      %x = arith.addi %first, %t overflow<nsw> : i32
      %inside = arith.cmpi slt, %x, %n : i32
      scf.if %inside {
        memref.store %f, %a[%tx] : memref<?xf32>
      }
    } {par.block}
  } {par.grid, par.shape = "16x1x1"}
  func.return
}

// What a block chooses for its threads is chosen as in the middle of the grid:
// there, all threads are at or after `first < 0 ? -first : 0`, and none is past
// the end of the block.
// CHECK-LABEL: func.func @chosen
// CHECK: scf.if
// CHECK-NEXT: scf.parallel
// CHECK: %[[TRUE:.*]] = arith.constant true
// CHECK: arith.andi %[[TRUE]], %{{.*}} : i1
// CHECK: {par.block}
// CHECK: else
// CHECK: {par.block, par.edge}
func.func @chosen(%blocks: index, %n: i32, %a: memref<?xi1>, %halo: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0 : i32
  %last = arith.constant 15 : i32
  %width = arith.constant 12 : i32
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %c1, %blocks) step (%c1, %c1, %c1) {
    %block = arith.index_castui %bx : index to i32
    %begin = arith.muli %block, %width overflow<nsw> : i32
    %first = arith.subi %begin, %halo overflow<nsw> : i32
    %isBefore = arith.cmpi slt, %first, %zero : i32
    %less = arith.subi %zero, %first overflow<nsw> : i32
    %low = arith.select %isBefore, %less, %zero : i32
    %left = arith.subi %n, %first overflow<nsw> : i32
    %high = arith.minsi %left, %last : i32
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c1, %c16) step (%c1, %c1, %c1) {
      %t = arith.index_castui %tx : index to i32
      %from = arith.cmpi sge, %t, %low : i32
      %to = arith.cmpi sle, %t, %high : i32
      %isValid = arith.andi %from, %to : i1
      memref.store %isValid, %a[%tx] : memref<?xi1>
    } {par.block}
  } {par.grid, par.shape = "16x1x1"}
  func.return
}
