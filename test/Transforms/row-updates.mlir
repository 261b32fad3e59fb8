// RUN: %heddle-opt --row-updates %s | FileCheck %s

// Two vectors of a thread's turns come innermost, what is left stays.
// CHECK-LABEL: func.func @rows
// CHECK: scf.for %[[T:.*]] = %c0 to %c256 step %c1 {
// CHECK: scf.parallel (%[[F:.*]]) = (%{{.*}}) to (%c32) step
// CHECK: memref.load %{{.*}}[%[[T]]]
// CHECK: %[[OLD:.*]] = llvm.load %[[P:.*]] {alignment = 4 : i64}
// CHECK: %[[SUM:.*]] = arith.addf %[[OLD]], %{{.*}} : f32
// CHECK: llvm.store %[[SUM]], %[[P]]
// CHECK: {par.block}
// CHECK: %[[REST:.*]] = arith.addi %c0_i32, %c32_i32
// CHECK: scf.for %{{.*}} = %[[REST]] to %c34_i32
// CHECK: llvm.atomicrmw fadd
func.func @rows(%which: memref<256xi32>, %in: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %c34_i32 = arith.constant 34 : i32
  %sums = memref.alloca() : memref<170xf32>
  %p = par.pointer %sums : memref<170xf32> -> !llvm.ptr
  scf.for %f = %c0_i32 to %c34_i32 step %c1_i32 : i32 {
    scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
      %row = memref.load %which[%t] : memref<256xi32>
      %i = arith.addi %row, %f overflow<nsw> : i32
      %j = arith.extsi %i : i32 to i64
      %to = llvm.getelementptr inbounds %p[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %k = arith.index_cast %f : i32 to index
      %l = arith.muli %k, %n : index
      %m = arith.addi %l, %t : index
      %v = memref.load %in[%m] : memref<?xf32>
      %old = llvm.atomicrmw fadd %to, %v syncscope("singlethread") monotonic {alignment = 4 : i64} : !llvm.ptr, f32
      scf.reduce
    } {par.block}
  }
  return
}

// Places that may come again, that other threads of the machine see, and that
// are read.
// CHECK-LABEL: func.func @not
// CHECK-NOT: llvm.store
func.func @not(%which: memref<256xi32>, %out: !llvm.ptr) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %c512_i32 = arith.constant 512 : i32
  %sums = memref.alloca() : memref<1024xi32>
  %p = par.pointer %sums : memref<1024xi32> -> !llvm.ptr
  scf.for %f = %c0_i32 to %c512_i32 step %c1_i32 : i32 {
    scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
      %row = memref.load %which[%t] : memref<256xi32>
      %i = arith.addi %row, %f : i32
      %low = arith.trunci %i : i32 to i8
      %j = arith.extui %low : i8 to i64
      %to = llvm.getelementptr inbounds %p[%j] : (!llvm.ptr, i64) -> !llvm.ptr, i32
      %old = llvm.atomicrmw add %to, %c1_i32 syncscope("singlethread") monotonic {alignment = 4 : i64} : !llvm.ptr, i32
      scf.reduce
    } {par.block}
  }
  scf.for %f = %c0_i32 to %c512_i32 step %c1_i32 : i32 {
    scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
      %row = memref.load %which[%t] : memref<256xi32>
      %i = arith.addi %row, %f : i32
      %j = arith.extsi %i : i32 to i64
      %to = llvm.getelementptr inbounds %out[%j] : (!llvm.ptr, i64) -> !llvm.ptr, i32
      %old = llvm.atomicrmw add %to, %c1_i32 monotonic {alignment = 4 : i64} : !llvm.ptr, i32
      scf.reduce
    } {par.block}
  }
  scf.for %f = %c0_i32 to %c512_i32 step %c1_i32 : i32 {
    scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
      %row = memref.load %which[%t] : memref<256xi32>
      %i = arith.addi %row, %f : i32
      %j = arith.extsi %i : i32 to i64
      %to = llvm.getelementptr inbounds %p[%j] : (!llvm.ptr, i64) -> !llvm.ptr, i32
      %before = memref.load %sums[%t] : memref<1024xi32>
      %old = llvm.atomicrmw add %to, %before syncscope("singlethread") monotonic {alignment = 4 : i64} : !llvm.ptr, i32
      scf.reduce
    } {par.block}
  }
  return
}
