// RUN: %heddle-opt --prefetch-rows %s | FileCheck %s

// Along the grid: a row of 256 floats is sixteen lines; nothing is said of
// overflow, as there may be no next turn. What stays the same is not fetched,
// and the next word is in the same lines.
// CHECK-LABEL: func.func @next
// CHECK: scf.for %[[K:.*]] =
// CHECK: %[[NEXT:.*]] = arith.addi %[[K]], %c1 : index
// CHECK: %[[STEP:.*]] = arith.muli %[[NEXT]], %arg2 : index
// CHECK: %[[FIRST:.*]] = arith.addi %c0, %[[STEP]] : index
// CHECK: scf.for %[[LINE:.*]] = %{{.*}} to %c256{{.*}} step %c16
// CHECK: %[[I:.*]] = arith.addi %[[FIRST]], %[[LINE]] : index
// CHECK: memref.prefetch %arg0[%[[I]]], read, locality<2>, data
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @next(%in: memref<?xf32>, %out: memref<?xf32>, %stride: index,
                %turns: index, %blocks: index, %sum: !llvm.ptr) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  scf.parallel (%b) = (%c0) to (%blocks) step (%c1) {
    %row = memref.alloca() : memref<256xf32>
    scf.for %k = %c0 to %turns step %c1 {
      scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
        %s = arith.muli %k, %stride overflow<nsw> : index
        %i = arith.addi %t, %s overflow<nsw> : index
        %x = memref.load %in[%i] : memref<?xf32>
        %j = arith.addi %i, %c1 overflow<nsw> : index
        %y = memref.load %in[%j] : memref<?xf32>
        %z = memref.load %out[%t] : memref<?xf32>
        %u = memref.load %row[%t] : memref<256xf32>
        %p = arith.addf %x, %y : f32
        %q = arith.addf %z, %u : f32
        %v = arith.addf %p, %q : f32
        memref.store %v, %row[%t] : memref<256xf32>
        %old = llvm.atomicrmw fadd %sum, %v monotonic : !llvm.ptr, f32
        scf.reduce
      } {par.block}
    }
    scf.reduce
  } {par.grid, par.shape = "256x1x1"}
  return
}

// Row after row, as processors expect; columns; a place that is in memory; more
// than is worth it; and threads that do little else but load.
// CHECK-LABEL: func.func @not
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @not(%in: memref<?xf32>, %places: memref<?xindex>, %out: memref<?xf32>,
               %stride: index, %turns: index, %blocks: index,
               %sum: !llvm.ptr) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %c4096 = arith.constant 4096 : index
  scf.parallel (%b) = (%c0) to (%blocks) step (%c1) {
    scf.for %k = %c0 to %turns step %c256 {
      scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
        %i = arith.addi %t, %k overflow<nsw> : index
        %x = memref.load %in[%i] : memref<?xf32>
        %s = arith.muli %t, %stride overflow<nsw> : index
        %j = arith.addi %s, %k overflow<nsw> : index
        %y = memref.load %in[%j] : memref<?xf32>
        %place = memref.load %places[%k] : memref<?xindex>
        %l = arith.addi %place, %t overflow<nsw> : index
        %z = memref.load %in[%l] : memref<?xf32>
        %p = arith.addf %x, %y : f32
        %v = arith.addf %p, %z : f32
        memref.store %v, %out[%t] : memref<?xf32>
        %old = llvm.atomicrmw fadd %sum, %v monotonic : !llvm.ptr, f32
        scf.reduce
      } {par.block}
    }
    scf.for %k = %c0 to %turns step %c1 {
      scf.parallel (%t) = (%c0) to (%c4096) step (%c1) {
        %s = arith.muli %k, %stride overflow<nsw> : index
        %i = arith.addi %t, %s overflow<nsw> : index
        %x = memref.load %in[%i] : memref<?xf32>
        memref.store %x, %out[%t] : memref<?xf32>
        %old = llvm.atomicrmw fadd %sum, %x monotonic : !llvm.ptr, f32
        scf.reduce
      } {par.block}
    }
    scf.for %k = %c0 to %turns step %c1 {
      scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
        %s = arith.muli %k, %stride overflow<nsw> : index
        %i = arith.addi %t, %s overflow<nsw> : index
        %x = memref.load %in[%i] : memref<?xf32>
        memref.store %x, %out[%t] : memref<?xf32>
        scf.reduce
      } {par.block}
    }
    scf.reduce
  } {par.grid, par.shape = "256x1x1"}
  return
}
