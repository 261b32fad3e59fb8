// RUN: %heddle-opt --interchange-threads --canonicalize --cse %s | FileCheck %s

// Grid stride: the threads of a block are at neighbouring elements.
// CHECK-LABEL: func.func @stride
// CHECK: scf.for %[[I:.*]] = %arg1 to %arg2 step %arg3
// CHECK: %[[DISTANCE:.*]] = arith.subi %[[I]], %arg1
// CHECK: %[[END:.*]] = arith.subi %arg2, %[[DISTANCE]]
// CHECK: par.for block
// CHECK: %[[START:.*]] = arith.addi %arg1, %{{.*}} overflow<nsw>
// CHECK: %[[RUNS:.*]] = arith.cmpi slt, %[[START]], %[[END]]
// CHECK: scf.if %[[RUNS]]
// CHECK: arith.addi %[[START]], %[[DISTANCE]] overflow<nsw>
func.func @stride(%p: memref<?xf32>, %base: index, %n: index, %step: index, %c: index, %x: f32) {
  par.for block %s (%t) in (%c) race_free bound [1024] {
    %low = arith.addi %base, %t overflow<nsw> : index
    scf.for %i = %low to %n step %step {
      memref.store %x, %p[%i] : memref<?xf32>
    }
  }
  return
}

// The sum may wrap: another thread may start before the first one.
// CHECK-LABEL: func.func @may_wrap
// CHECK: par.for
// CHECK: scf.for
func.func @may_wrap(%p: memref<?xf32>, %base: index, %n: index, %step: index, %c: index, %x: f32) {
  par.for block %s (%t) in (%c) race_free bound [1024] {
    %low = arith.addi %base, %t : index
    scf.for %i = %low to %n step %step {
      memref.store %x, %p[%i] : memref<?xf32>
    }
  }
  return
}

// All threads start at 0: each goes through its own data.
// CHECK-LABEL: func.func @own_data
// CHECK: par.for
// CHECK: scf.for
func.func @own_data(%p: memref<?xf32>, %n: index, %step: index, %c: index, %x: f32) {
  %c0 = arith.constant 0 : index
  par.for block %s (%t) in (%c) race_free bound [1024] {
    scf.for %i = %c0 to %n step %step {
      memref.store %x, %p[%t] : memref<?xf32>
    }
  }
  return
}

// Threads may race: the order counts.
// CHECK-LABEL: func.func @races
// CHECK: par.for
// CHECK: scf.for
func.func @races(%p: memref<?xf32>, %base: index, %n: index, %step: index, %c: index, %x: f32) {
  par.for block %s (%t) in (%c) {
    %low = arith.addi %base, %t overflow<nsw> : index
    scf.for %i = %low to %n step %step {
      memref.store %x, %p[%i] : memref<?xf32>
    }
  }
  return
}

// Indices of 64 bits have no flags; blocks and threads are too few to wrap.
// CHECK-LABEL: func.func @wide
// CHECK: par.for grid
// CHECK: scf.for
// CHECK: par.for block
func.func @wide(%p: memref<?xf32>, %n: i64, %step: i64, %blocks: index, %x: f32) {
  %c64 = arith.constant 64 : index
  %size = arith.constant 64 : i64
  par.for grid %g (%b) in (%blocks) race_free bound [2147483647] {
    %block = arith.index_cast %b : index to i64
    %first = arith.muli %block, %size : i64
    par.for block %s (%t) in (%c64) race_free bound [1024] {
      %thread = arith.index_cast %t : index to i64
      %low = arith.addi %first, %thread : i64
      scf.for %i = %low to %n step %step : i64 {
        %at = arith.index_cast %i : i64 to index
        memref.store %x, %p[%at] : memref<?xf32>
      }
    }
  }
  return
}
