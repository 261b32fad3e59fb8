// RUN: %heddle-opt %s --combine-updates -split-input-file | FileCheck %s

// One place for all threads, with what they load before; an element for each.
// CHECK-LABEL: func @sums
// CHECK: scf.parallel
// CHECK: %[[S:.*]] = memref.alloca() : memref<64xi32>
// CHECK: scf.parallel (%[[I:.*]]) = (%c0{{.*}}) to (%c64{{.*}})
// CHECK-NEXT: memref.store %c0_i32{{.*}}, %[[S]][%[[I]]]
// CHECK: } {par.before_blocks, par.block}
// CHECK: %[[T:.*]] = memref.alloca() : memref<1xf32>
// CHECK: } {par.before_blocks, par.block}
// CHECK: memref.load %{{.*}} : memref<?xf32>
// CHECK: llvm.atomicrmw fadd %{{.*}}, %{{.*}} syncscope("singlethread") monotonic
// CHECK: scf.parallel (%{{.*}}) = (%c0) to (%c64)
// CHECK: memref.load %[[S]]
// CHECK: arith.addi
// CHECK: memref.store %{{.*}}, %[[S]]
// CHECK: scf.parallel
// CHECK: %[[V:.*]] = memref.load %[[T]]
// CHECK: %[[BITS:.*]] = arith.bitcast %[[V]] : f32 to i32
// CHECK: %[[IS:.*]] = arith.cmpi ne, %[[BITS]], %c-2147483648_i32
// CHECK: scf.if %[[IS]] {
// CHECK: llvm.atomicrmw fadd %{{.*}}, %[[V]] monotonic
// CHECK: } {par.after_blocks, par.block}
// CHECK: llvm.atomicrmw add %{{.*}}, %{{.*}} monotonic
// CHECK: } {par.after_blocks, par.block}
// CHECK: } {par.grid}
llvm.func @sums(%n: i64, %p: !llvm.ptr, %sum: !llvm.ptr, %out: !llvm.ptr) {
  %in = par.view %p : !llvm.ptr -> memref<?xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %one = arith.constant 1 : i32
  %m = arith.index_cast %n : i64 to index
  scf.parallel (%b) = (%c0) to (%m) step (%c1) {
    scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
      %x = memref.load %in[%t] : memref<?xf32>
      %0 = llvm.atomicrmw fadd %sum, %x monotonic : !llvm.ptr, f32
      scf.reduce
    } {par.block}
    scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
      %i = arith.index_cast %t : index to i64
      %q = llvm.getelementptr %out[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i32
      %0 = llvm.atomicrmw add %q, %one monotonic : !llvm.ptr, i32
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid}
  llvm.return
}

// -----

// The old value is used: it may be how blocks know of each other.
// CHECK-LABEL: func @ticket
// CHECK-NOT: before_blocks
llvm.func @ticket(%n: i64, %sum: !llvm.ptr, %count: !llvm.ptr, %p: !llvm.ptr) {
  %out = par.view %p : !llvm.ptr -> memref<?xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %m = arith.index_cast %n : i64 to index
  scf.parallel (%b) = (%c0) to (%m) step (%c1) {
    scf.parallel (%t) = (%c0) to (%c1) step (%c1) {
      %0 = llvm.atomicrmw add %sum, %one monotonic : !llvm.ptr, i32
      %1 = llvm.atomicrmw add %count, %one monotonic : !llvm.ptr, i32
      memref.store %1, %out[%b] : memref<?xi32>
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid}
  llvm.return
}

// -----

// The thread reads later what may be the same place.
// CHECK-LABEL: func @later
// CHECK-NOT: before_blocks
llvm.func @later(%n: i64, %sum: !llvm.ptr, %in: !llvm.ptr, %out: !llvm.ptr {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %m = arith.index_cast %n : i64 to index
  scf.parallel (%b) = (%c0) to (%m) step (%c1) {
    scf.parallel (%t) = (%c0) to (%c1) step (%c1) {
      %0 = llvm.atomicrmw add %sum, %one monotonic : !llvm.ptr, i32
      %1 = llvm.load %in : !llvm.ptr -> i32
      llvm.store %1, %out : i32, !llvm.ptr
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid}
  llvm.return
}

// -----

// A place for each block, two kinds of updates, a table that is too large.
// CHECK-LABEL: func @others
// CHECK-NOT: before_blocks
llvm.func @others(%n: i64, %a: !llvm.ptr, %b: !llvm.ptr) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2048 = arith.constant 2048 : index
  %one = arith.constant 1 : i32
  %m = arith.index_cast %n : i64 to index
  scf.parallel (%block) = (%c0) to (%m) step (%c1) {
    %i = arith.index_cast %block : index to i64
    %p = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
    scf.parallel (%t) = (%c0) to (%c2048) step (%c1) {
      %wide = arith.constant 1 : i64
      %0 = llvm.atomicrmw add %p, %wide monotonic : !llvm.ptr, i64
      %1 = llvm.atomicrmw add %a, %one monotonic : !llvm.ptr, i32
      %2 = llvm.atomicrmw max %b, %one monotonic : !llvm.ptr, i32
      %j = arith.index_cast %t : index to i64
      %q = llvm.getelementptr %b[%j] : (!llvm.ptr, i64) -> !llvm.ptr, i64
      %3 = llvm.atomicrmw add %q, %wide monotonic : !llvm.ptr, i64
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid}
  llvm.return
}

// -----

// A byte has few values, and so has the least of two numbers if one is known.
// CHECK-LABEL: func @bytes
// CHECK: memref.alloca() : memref<33xi32>
// CHECK: before_blocks
// CHECK: memref.alloca() : memref<256xi32>
// CHECK: before_blocks
llvm.func @bytes(%n: i64, %p: !llvm.ptr, %out: !llvm.ptr, %all: !llvm.ptr) {
  %in = par.view %p : !llvm.ptr -> memref<?xi8>
  %numbers = par.view %p : !llvm.ptr -> memref<?xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %one = arith.constant 1 : i32
  %most = arith.constant 32 : i32
  %m = arith.index_cast %n : i64 to index
  scf.parallel (%b) = (%c0) to (%m) step (%c1) {
    scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
      %x = memref.load %in[%t] : memref<?xi8>
      %y = memref.load %numbers[%t] : memref<?xi32>
      %i = arith.extui %x : i8 to i64
      %q = llvm.getelementptr %out[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i32
      %0 = llvm.atomicrmw add %q, %one monotonic : !llvm.ptr, i32
      %z = arith.minui %y, %most : i32
      %j = arith.extui %z : i32 to i64
      %r = llvm.getelementptr %all[%j] : (!llvm.ptr, i64) -> !llvm.ptr, i32
      %1 = llvm.atomicrmw add %r, %one monotonic : !llvm.ptr, i32
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid}
  llvm.return
}
