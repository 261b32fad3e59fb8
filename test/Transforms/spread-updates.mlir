// RUN: %heddle-opt %s --spread-updates -split-input-file | FileCheck %s

// Two updates of one body, and one after it in another loop.
// CHECK-LABEL: func @two
// CHECK: %[[A:.*]] = memref.alloca() : memref<64xi32>
// CHECK: scf.parallel (%[[I:.*]]) = (%c16{{.*}}) to (%c64{{.*}})
// CHECK-NEXT: memref.store %c0_i32{{.*}}, %[[A]][%[[I]]]
// CHECK: scf.for
// CHECK: scf.parallel (%{{.*}}) = (%c0) to (%c256)
// CHECK: %[[X:.*]] = llvm.getelementptr %{{.*}}[%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, i32
// CHECK: llvm.atomicrmw add %[[X]]
// CHECK: %[[Y:.*]] = llvm.getelementptr %{{.*}}[64] : (!llvm.ptr) -> !llvm.ptr, i8
// CHECK: llvm.atomicrmw add %[[Y]]
// CHECK: scf.parallel (%[[P:.*]]) = (%c0{{.*}}) to (%c16{{.*}})
// CHECK: memref.load %[[A]][%[[P]]]
// CHECK: arith.addi %[[P]], %c16
// CHECK: arith.addi %[[P]], %c32
// CHECK: arith.addi %[[P]], %c48
// CHECK: memref.store %{{.*}}, %[[A]][%[[P]]]
// CHECK: scf.parallel
// CHECK-NEXT: memref.load %[[A]]
func.func @two(%n: index, %in: memref<?xi64>, %out: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %c1_i32 = arith.constant 1 : i32
  scf.parallel (%b) = (%c0) to (%n) step (%c1) {
    %a = memref.alloca() : memref<16xi32>
    %p = par.pointer %a : memref<16xi32> -> !llvm.ptr
    scf.for %i = %c0 to %n step %c1 {
      scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
        %x = memref.load %in[%t] : memref<?xi64>
        %q = llvm.getelementptr %p[%x] : (!llvm.ptr, i64) -> !llvm.ptr, i32
        %old = llvm.atomicrmw add %q, %c1_i32 syncscope("singlethread") monotonic : !llvm.ptr, i32
        %y = memref.load %in[%i] : memref<?xi64>
        %r = llvm.getelementptr %p[%y] : (!llvm.ptr, i64) -> !llvm.ptr, i32
        %other = llvm.atomicrmw add %r, %c1_i32 syncscope("singlethread") monotonic : !llvm.ptr, i32
        scf.reduce
      } {par.block}
    }
    scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
      %v = memref.load %a[%c0] : memref<16xi32>
      memref.store %v, %out[%t] : memref<?xi32>
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid}
  return
}

// -----

// One update: threads take turns, and some are written out. It starts with -0.
// CHECK-LABEL: func @small
// CHECK: memref.alloca() : memref<20xf32>
// CHECK: arith.constant -0.000000e+00 : f32
// CHECK: scf.parallel (%[[T:.*]]) = (%c0) to (%c256)
// CHECK: %[[C:.*]] = arith.andi %[[T]], %c3
// CHECK: %[[O:.*]] = arith.muli %[[C]], %c20
// CHECK: %[[W:.*]] = arith.index_cast %[[O]] : index to i64
// CHECK: %[[Q:.*]] = llvm.getelementptr %{{.*}}[%[[W]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK: llvm.atomicrmw fadd %[[Q]]
// CHECK: par.scattered
// CHECK-COUNT-3: arith.addf
func.func @small(%n: index, %in: memref<?xi64>, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %one = arith.constant 1.0 : f32
  scf.parallel (%b) = (%c0) to (%n) step (%c1) {
    %a = memref.alloca() : memref<5xf32>
    %p = par.pointer %a : memref<5xf32> -> !llvm.ptr
    scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
      %x = memref.load %in[%t] : memref<?xi64>
      %q = llvm.getelementptr %p[%x] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %old = llvm.atomicrmw fadd %q, %one syncscope("singlethread") monotonic : !llvm.ptr, f32
      scf.reduce
    } {par.block}
    %v = memref.load %a[%c0] : memref<5xf32>
    memref.store %v, %out[%b] : memref<?xf32>
    scf.reduce
  } {par.grid}
  return
}

// -----

// Somebody wants the old value; too few updates for so large a table; two
// kinds of updates; a read between.
// CHECK-LABEL: func @others
// CHECK: memref<5xi32>
// CHECK: memref<1024xi32>
// CHECK: memref<6xi32>
// CHECK: memref<7xi32>
// CHECK-NOT: arith.andi
// CHECK-NOT: getelementptr {{.*}} i8
// CHECK: return
func.func @others(%n: index, %in: memref<?xi64>, %out: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %one = arith.constant 1 : i32
  scf.parallel (%b) = (%c0) to (%n) step (%c1) {
    %asked = memref.alloca() : memref<5xi32>
    %large = memref.alloca() : memref<1024xi32>
    %mixed = memref.alloca() : memref<6xi32>
    %read = memref.alloca() : memref<7xi32>
    %p = par.pointer %asked : memref<5xi32> -> !llvm.ptr
    %q = par.pointer %large : memref<1024xi32> -> !llvm.ptr
    %r = par.pointer %mixed : memref<6xi32> -> !llvm.ptr
    %s = par.pointer %read : memref<7xi32> -> !llvm.ptr
    scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
      %x = memref.load %in[%t] : memref<?xi64>
      %1 = llvm.getelementptr %p[%x] : (!llvm.ptr, i64) -> !llvm.ptr, i32
      %old = llvm.atomicrmw add %1, %one syncscope("singlethread") monotonic : !llvm.ptr, i32
      memref.store %old, %out[%t] : memref<?xi32>
      %2 = llvm.getelementptr %q[%x] : (!llvm.ptr, i64) -> !llvm.ptr, i32
      %3 = llvm.atomicrmw add %2, %one syncscope("singlethread") monotonic : !llvm.ptr, i32
      %4 = llvm.getelementptr %r[%x] : (!llvm.ptr, i64) -> !llvm.ptr, i32
      %5 = llvm.atomicrmw add %4, %one syncscope("singlethread") monotonic : !llvm.ptr, i32
      %6 = llvm.atomicrmw _or %4, %one syncscope("singlethread") monotonic : !llvm.ptr, i32
      %7 = llvm.getelementptr %s[%x] : (!llvm.ptr, i64) -> !llvm.ptr, i32
      %8 = llvm.atomicrmw add %7, %one syncscope("singlethread") monotonic : !llvm.ptr, i32
      %9 = memref.load %read[%t] : memref<7xi32>
      memref.store %9, %out[%t] : memref<?xi32>
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid}
  return
}
