// RUN: %heddle-opt --merge-blocks %s | FileCheck %s

// Several blocks of 16 threads in a row become one.
// CHECK-LABEL: func.func @position
// CHECK-SAME: (%{{.*}}, %[[GX:.*]]: index, %[[GY:.*]]: index)
// CHECK: %[[F:.*]] = arith.maxui
// CHECK: %[[N:.*]] = arith.divui %{{.*}}, %[[F]]
// CHECK: scf.parallel (%{{.*}}, %[[BY:.*]], %[[BX:[a-z0-9]+]]) = {{.*}} to (%{{.*}}, %[[GY]], %[[N]])
// CHECK: %[[FIRST:.*]] = arith.muli %[[BX]], %[[F]] overflow<nsw>
// CHECK: %[[BASE:.*]] = arith.muli %[[FIRST]], %c16
// CHECK: %[[LEFT:.*]] = arith.subi %[[GX]], %[[FIRST]]
// CHECK: %[[COUNT:.*]] = arith.minui %[[LEFT]], %[[F]]
// CHECK: %[[SIZE:.*]] = arith.muli %[[COUNT]], %c16
// CHECK: scf.parallel ({{.*}}, %[[TX:[a-z0-9]+]]) = {{.*}} to (%c1, %c16, %[[SIZE]])
// CHECK: arith.addi %[[BASE]], %[[TX]]
// CHECK: par.merged_blocks
func.func @position(%a: memref<?xf32>, %gx: index, %gy: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %x = arith.constant 1.0 : f32
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %gy, %gx) step (%c1, %c1, %c1) {
    %base = arith.muli %bx, %c16 : index
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c16, %c16) step (%c1, %c1, %c1) {
      %i = arith.addi %base, %tx : index
      memref.store %x, %a[%i] : memref<?xf32>
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid, par.shape = "16x16x1"}
  return
}

// The place in the block counts; so does the block's own number.
// CHECK-LABEL: func.func @own
// CHECK-NOT: par.merged_blocks
func.func @own(%a: memref<?xf32>, %b: memref<?xf32>, %gx: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %x = arith.constant 1.0 : f32
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %c1, %gx) step (%c1, %c1, %c1) {
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c16, %c16) step (%c1, %c1, %c1) {
      memref.store %x, %a[%tx] : memref<?xf32>
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid, par.shape = "16x16x1"}
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %c1, %gx) step (%c1, %c1, %c1) {
    %y = memref.load %b[%bx] : memref<?xf32>
    %base = arith.muli %bx, %c16 : index
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c16, %c16) step (%c1, %c1, %c1) {
      %i = arith.addi %base, %tx : index
      memref.store %y, %a[%i] : memref<?xf32>
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid, par.shape = "16x16x1"}
  return
}

// A sum that may have wrapped before it was extended.
// CHECK-LABEL: func.func @wraps
// CHECK-NOT: par.merged_blocks
func.func @wraps(%a: memref<?xf32>, %gx: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %one = arith.constant 1 : i32
  %x = arith.constant 1.0 : f32
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %c1, %gx) step (%c1, %c1, %c1) {
    %base = arith.muli %bx, %c16 : index
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c16, %c16) step (%c1, %c1, %c1) {
      %t = arith.index_castui %tx : index to i32
      %less = arith.subi %t, %one : i32
      %wide = arith.index_castui %less : i32 to index
      %i = arith.addi %base, %wide : index
      memref.store %x, %a[%i] : memref<?xf32>
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid, par.shape = "16x16x1"}
  return
}

// Memory of the block, a barrier, a loop, long rows that are not whole parts.
// CHECK-LABEL: func.func @others
// CHECK-NOT: par.merged_blocks
func.func @others(%a: memref<?xf32>, %gx: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c100 = arith.constant 100 : index
  %c128 = arith.constant 128 : index
  %x = arith.constant 1.0 : f32
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %c1, %gx) step (%c1, %c1, %c1) {
    %shared = memref.alloca() : memref<16xf32>
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c1, %c16) step (%c1, %c1, %c1) {
      memref.store %x, %shared[%ty] : memref<16xf32>
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid, par.shape = "16x1x1"}
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %c1, %gx) step (%c1, %c1, %c1) {
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c1, %c16) step (%c1, %c1, %c1) {
      memref.store %x, %a[%ty] : memref<?xf32>
      par.barrier(%tz, %ty, %tx)
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid, par.shape = "16x1x1"}
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %c1, %gx) step (%c1, %c1, %c1) {
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c1, %c16) step (%c1, %c1, %c1) {
      scf.for %i = %c0 to %c128 step %c1 {
        memref.store %x, %a[%i] : memref<?xf32>
      }
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid, par.shape = "16x1x1"}
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %c1, %gx) step (%c1, %c1, %c1) {
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c1, %c100) step (%c1, %c1, %c1) {
      memref.store %x, %a[%ty] : memref<?xf32>
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid, par.shape = "100x1x1"}
  return
}

// Long rows are cut into parts of 16 threads, of which some are one block.
// CHECK-LABEL: func.func @parts
// CHECK-SAME: (%{{.*}}, %[[GX:.*]]: index)
// CHECK: %[[PARTS:.*]] = arith.muli %[[GX]], %c16
// CHECK: %[[F:.*]] = arith.maxui
// CHECK: %[[N:.*]] = arith.divui %{{.*}}, %[[F]]
// CHECK: scf.parallel (%{{.*}}, %{{.*}}, %[[BX:[a-z0-9]+]]) = {{.*}} to (%c1, %c1, %[[N]])
// CHECK: %[[FIRST:.*]] = arith.muli %[[BX]], %[[F]] overflow<nsw>
// CHECK: %[[BLOCK:.*]] = arith.divui %[[FIRST]], %c16
// CHECK: %[[REST:.*]] = arith.remui %[[FIRST]], %c16
// CHECK: %[[LOW:.*]] = arith.muli %[[REST]], %c16{{.*}} overflow<nsw>
// CHECK: %[[BASE:.*]] = arith.muli %[[BLOCK]], %c256
// CHECK: %[[LEFT:.*]] = arith.subi %[[PARTS]], %[[FIRST]]
// CHECK: %[[COUNT:.*]] = arith.minui %[[LEFT]], %[[F]]
// CHECK: %[[SIZE:.*]] = arith.muli %[[COUNT]], %c16
// CHECK: %[[HIGH:.*]] = arith.addi %[[LOW]], %[[SIZE]]
// CHECK: scf.parallel ({{.*}}, %[[TX:[a-z0-9]+]]) = (%c0, %c0, %[[LOW]]) to (%c1, %c1, %[[HIGH]])
// CHECK: arith.addi %[[BASE]], %[[TX]]
func.func @parts(%a: memref<?xf32>, %gx: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %x = arith.constant 1.0 : f32
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %c1, %gx) step (%c1, %c1, %c1) {
    %base = arith.muli %bx, %c256 : index
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c1, %c256) step (%c1, %c1, %c1) {
      %i = arith.addi %base, %tx : index
      memref.store %x, %a[%i] : memref<?xf32>
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid, par.shape = "256x1x1"}
  return
}

// Threads behind the end of the array are no work: `if (i < n)`.
// CHECK-LABEL: func.func @active
// CHECK-SAME: (%{{.*}}, %[[GX:.*]]: index, %[[N:.*]]: index)
// CHECK: %[[FIRST:.*]] = arith.subi %[[N]], %{{.*}} : index
// CHECK: %[[MOST:.*]] = arith.maxsi %[[FIRST]], %{{.*}} : index
// CHECK: %[[UP:.*]] = arith.addi %[[MOST]], %c15
// CHECK: %[[ACTIVE:.*]] = arith.divui %[[UP]], %c16
// CHECK: %[[PARTS:.*]] = arith.minui %[[GX]], %[[ACTIVE]]
// CHECK: scf.parallel
// CHECK: arith.subi %[[PARTS]]
// CHECK: par.merged_blocks
func.func @active(%a: memref<?xf32>, %gx: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %x = arith.constant 1.0 : f32
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %c1, %gx) step (%c1, %c1, %c1) {
    %base = arith.muli %bx, %c16 overflow<nsw> : index
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c1, %c16) step (%c1, %c1, %c1) {
      %i = arith.addi %base, %tx overflow<nsw> : index
      %is = arith.cmpi slt, %i, %n : index
      scf.if %is {
        memref.store %x, %a[%i] : memref<?xf32>
      }
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid, par.shape = "16x1x1"}
  return
}
