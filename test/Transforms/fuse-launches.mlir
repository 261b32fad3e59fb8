// RUN: %heddle-opt %s --fuse-launches --canonicalize --split-input-file | FileCheck %s

// A block's own elements: 256 of them, read and written. A cast to 32 bits and
// products that do not wrap are no hindrance.
// CHECK-LABEL: llvm.func @own.grid
// CHECK-SAME: heddle.may_join, heddle.may_wait
// CHECK-NOT: heddle.neighbours
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1024:.*]] = arith.constant 1024 : index
// CHECK-DAG: %[[TRUE:.*]] = arith.constant true
// CHECK: %[[X:.*]] = llvm.freeze %arg2
// CHECK-NEXT: par.footprint %[[X]] + %[[C1024]] from %[[C0]] to %[[C1024]] every %[[C0]] if %[[TRUE]]
// CHECK-NEXT: %[[Y:.*]] = llvm.freeze %arg1
// CHECK-NEXT: par.footprint writes %[[Y]] + %[[C1024]] from %[[C0]] to %[[C1024]] every %[[C0]] if %[[TRUE]]
// CHECK-NEXT: scf.parallel
llvm.func @own.grid(%config: !llvm.ptr, %y: !llvm.ptr, %x: !llvm.ptr, %blocks: i32, %n64: i64) attributes {heddle.neighbours} {
  %n = arith.index_cast %n64 : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %c256_i32 = arith.constant 256 : i32
  %g = arith.index_castui %blocks : i32 to index
  scf.parallel (%bz, %by, %b) = (%c0, %c0, %c0) to (%c1, %c1, %g) step (%c1, %c1, %c1) {
    %b32 = arith.index_castui %b : index to i32
    %first = arith.muli %b32, %c256_i32 overflow<nsw, nuw> : i32
    // An edge: less threads, at most 256.
    %wide = arith.index_cast %first : i32 to index
    %left = arith.subi %n, %wide : index
    %end = arith.minsi %left, %c256 : index
    scf.parallel (%t) = (%c0) to (%end) step (%c1) {
      %t32 = arith.index_castui %t : index to i32
      %i32 = arith.addi %first, %t32 overflow<nsw, nuw> : i32
      %i = arith.index_cast %i32 : i32 to index
      %from = par.view %x : !llvm.ptr -> memref<?xf32>
      %to = par.view %y : !llvm.ptr -> memref<?xf32>
      %v = memref.load %from[%i] : memref<?xf32>
      memref.store %v, %to[%i] : memref<?xf32>
    } {par.block}
  } {par.grid}
  llvm.return
}

// -----

// The element and its neighbour: the hull of both. What is written there too is
// said once.
// CHECK-LABEL: llvm.func @neighbour.grid
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1024:.*]] = arith.constant 1024 : index
// CHECK-DAG: %[[C1028:.*]] = arith.constant 1028 : index
// CHECK: par.footprint %{{.*}} + %[[C1024]] from %[[C0]] to %[[C1028]] every %[[C0]]
// CHECK-NOT: par.footprint %
// CHECK: par.footprint writes %{{.*}} + %[[C1024]] from %[[C0]] to %[[C1024]] every %[[C0]]
// CHECK-NOT: par.footprint
// CHECK: scf.parallel
llvm.func @neighbour.grid(%config: !llvm.ptr, %y: !llvm.ptr, %x: !llvm.ptr, %g64: i64) attributes {heddle.neighbours} {
  %g = arith.index_cast %g64 : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %from = par.view %x : !llvm.ptr -> memref<?xf32>
  %to = par.view %y : !llvm.ptr -> memref<?xf32>
  scf.parallel (%bz, %by, %b) = (%c0, %c0, %c0) to (%c1, %c1, %g) step (%c1, %c1, %c1) {
    %first = arith.muli %b, %c256 : index
    scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
      %i = arith.addi %first, %t : index
      %j = arith.addi %i, %c1 : index
      %v = memref.load %from[%i] : memref<?xf32>
      %w = memref.load %from[%j] : memref<?xf32>
      %u = memref.load %to[%i] : memref<?xf32>
      %s = arith.addf %v, %w : f32
      %r = arith.addf %s, %u : f32
      memref.store %r, %to[%i] : memref<?xf32>
    } {par.block}
  } {par.grid}
  llvm.return
}

// -----

// Nobody knows how often a thread goes round, but each time it goes on by all
// threads of the grid. Where 32 bits could wrap around, that is checked: at the
// last block's last thread.
// CHECK-LABEL: llvm.func @strided.grid
// CHECK: %[[C255:.*]] = arith.constant 2.550000e+02 : f64
// CHECK: %[[LAST:.*]] = arith.addf %{{.*}}, %[[C255]] : f64
// CHECK: %[[FITS:.*]] = arith.cmpf ole, %[[LAST]], %{{.*}} : f64
// CHECK: %[[HOLDS:.*]] = arith.andi %{{.*}}, %[[FITS]]
// CHECK: %[[PERIOD:.*]] = arith.muli %{{.*}}, %c4
// CHECK-NEXT: par.footprint writes %{{.*}} + %c1024 from %c0 to %c1024 every %[[PERIOD]] if %[[HOLDS]]
llvm.func @strided.grid(%config: !llvm.ptr, %y: !llvm.ptr, %g64: i64, %n64: i64) attributes {heddle.neighbours} {
  %g = arith.index_cast %g64 : i64 to index
  %n = arith.index_cast %n64 : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %c256_i32 = arith.constant 256 : i32
  %one = arith.constant 1.0 : f32
  %all = arith.muli %g, %c256 : index
  %to = par.view %y : !llvm.ptr -> memref<?xf32>
  scf.parallel (%bz, %by, %b) = (%c0, %c0, %c0) to (%c1, %c1, %g) step (%c1, %c1, %c1) {
    %b32 = arith.index_castui %b : index to i32
    %first = arith.muli %b32, %c256_i32 : i32
    scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
      %t32 = arith.index_castui %t : index to i32
      %i32 = arith.addi %first, %t32 : i32
      %start = arith.index_castui %i32 : i32 to index
      scf.for %i = %start to %n step %all {
        memref.store %one, %to[%i] : memref<?xf32>
      }
    } {par.block}
  } {par.grid}
  llvm.return
}

// -----

// A loop over a row that is as long as an argument says, and one with a struct
// for each block.
// CHECK-LABEL: llvm.func @rows.grid
// CHECK: %[[LENGTH:.*]] = arith.maxsi %{{.*}}, %c0
// CHECK: %[[END:.*]] = arith.addi %[[LENGTH]], %c4
// CHECK: %[[ROW:.*]] = arith.muli %{{.*}}, %c4
// CHECK: par.footprint %{{.*}} + %[[ROW]] from %{{.*}} to %[[END]] every %c0
// CHECK: par.footprint writes %{{.*}} + %c12 from %c4 to %c8 every %c0
llvm.func @rows.grid(%config: !llvm.ptr, %y: !llvm.ptr, %x: !llvm.ptr, %g64: i64, %n64: i64) attributes {heddle.neighbours} {
  %g = arith.index_cast %g64 : i64 to index
  %n = arith.index_cast %n64 : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %from = par.view %x : !llvm.ptr -> memref<?xf32>
  scf.parallel (%bz, %by, %b) = (%c0, %c0, %c0) to (%c1, %c1, %g) step (%c1, %c1, %c1) {
    %first = arith.muli %b, %n : index
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (f32) {
      %at = arith.addi %first, %i : index
      %v = memref.load %from[%at] : memref<?xf32>
      %r = arith.addf %s, %v : f32
      scf.yield %r : f32
    }
    %b64 = arith.index_cast %b : index to i64
    %field = llvm.getelementptr %y[%b64, 1] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(f32, f32, f32)>
    llvm.store %sum, %field : f32, !llvm.ptr
  } {par.grid}
  llvm.return
}

// -----

// Places that come from memory are anywhere. Atomics without an order are
// writes. Shared memory is nobody else's.
// CHECK-LABEL: llvm.func @table.grid
// CHECK: par.footprint %{{.*}} + %c1024 from %c0 to %c1024 every %c0
// CHECK: par.footprint writes anywhere %{{.*}} + %c0 from %c0 to %c0 every %c0
// CHECK-NOT: par.footprint
llvm.func @table.grid(%config: !llvm.ptr, %y: !llvm.ptr, %x: !llvm.ptr, %g64: i64) attributes {heddle.neighbours} {
  %g = arith.index_cast %g64 : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1_i32 = arith.constant 1 : i32
  %c256 = arith.constant 256 : index
  %from = par.view %x : !llvm.ptr -> memref<?xi32>
  scf.parallel (%bz, %by, %b) = (%c0, %c0, %c0) to (%c1, %c1, %g) step (%c1, %c1, %c1) {
    %shared = memref.alloca() : memref<256xi32>
    %first = arith.muli %b, %c256 : index
    scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
      %i = arith.addi %first, %t : index
      %v = memref.load %from[%i] : memref<?xi32>
      memref.store %v, %shared[%t] : memref<256xi32>
      %p = llvm.getelementptr %y[%v] : (!llvm.ptr, i32) -> !llvm.ptr, i32
      %old = llvm.atomicrmw add %p, %c1_i32 monotonic : !llvm.ptr, i32
    } {par.block}
  } {par.grid}
  llvm.return
}

// -----

// No footprints where something may do more than its places say: a call, a
// fence, an ordered atomic, a volatile access, a pointer from memory.
// CHECK-NOT: par.footprint
// CHECK-NOT: heddle.may_
llvm.func @printf(!llvm.ptr, ...) -> i32
llvm.func @refused.grid(%config: !llvm.ptr, %y: !llvm.ptr, %g64: i64) attributes {heddle.neighbours} {
  %g = arith.index_cast %g64 : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %to = par.view %y : !llvm.ptr -> memref<?xi32>
  scf.parallel (%bz, %by, %b) = (%c0, %c0, %c0) to (%c1, %c1, %g) step (%c1, %c1, %c1) {
    memref.store %one, %to[%b] : memref<?xi32>
    llvm.call @printf(%y) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr) -> i32
  } {par.grid}
  llvm.return
}
llvm.func @fence.grid(%config: !llvm.ptr, %y: !llvm.ptr, %g64: i64) attributes {heddle.neighbours} {
  %g = arith.index_cast %g64 : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %to = par.view %y : !llvm.ptr -> memref<?xi32>
  scf.parallel (%bz, %by, %b) = (%c0, %c0, %c0) to (%c1, %c1, %g) step (%c1, %c1, %c1) {
    memref.store %one, %to[%b] : memref<?xi32>
    llvm.fence seq_cst
  } {par.grid}
  llvm.return
}
llvm.func @ordered.grid(%config: !llvm.ptr, %y: !llvm.ptr, %g64: i64) attributes {heddle.neighbours} {
  %g = arith.index_cast %g64 : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %to = par.view %y : !llvm.ptr -> memref<?xi32>
  scf.parallel (%bz, %by, %b) = (%c0, %c0, %c0) to (%c1, %c1, %g) step (%c1, %c1, %c1) {
    memref.store %one, %to[%b] : memref<?xi32>
    %old = llvm.atomicrmw add %y, %one seq_cst : !llvm.ptr, i32
  } {par.grid}
  llvm.return
}
llvm.func @volatile.grid(%config: !llvm.ptr, %y: !llvm.ptr, %g64: i64) attributes {heddle.neighbours} {
  %g = arith.index_cast %g64 : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %to = par.view %y : !llvm.ptr -> memref<?xi32>
  scf.parallel (%bz, %by, %b) = (%c0, %c0, %c0) to (%c1, %c1, %g) step (%c1, %c1, %c1) {
    memref.store %one, %to[%b] : memref<?xi32>
    llvm.store volatile %one, %y : i32, !llvm.ptr
  } {par.grid}
  llvm.return
}
llvm.func @loaded.grid(%config: !llvm.ptr, %y: !llvm.ptr, %g64: i64) attributes {heddle.neighbours} {
  %g = arith.index_cast %g64 : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  scf.parallel (%bz, %by, %b) = (%c0, %c0, %c0) to (%c1, %c1, %g) step (%c1, %c1, %c1) {
    %p = llvm.load %y : !llvm.ptr -> !llvm.ptr
    %to = par.view %p : !llvm.ptr -> memref<?xi32>
    memref.store %one, %to[%b] : memref<?xi32>
  } {par.grid}
  llvm.return
}
// The loop cannot be run later: what it uses is on a stack, or more comes after.
llvm.func @stack.grid(%config: !llvm.ptr, %p: !llvm.ptr {llvm.byval = !llvm.struct<(i32, i32)>}, %y: !llvm.ptr, %g64: i64) attributes {heddle.neighbours} {
  %g = arith.index_cast %g64 : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %to = par.view %y : !llvm.ptr -> memref<?xi32>
  scf.parallel (%bz, %by, %b) = (%c0, %c0, %c0) to (%c1, %c1, %g) step (%c1, %c1, %c1) {
    %v = llvm.load %p : !llvm.ptr -> i32
    memref.store %v, %to[%b] : memref<?xi32>
  } {par.grid}
  llvm.return
}
llvm.func @more.grid(%config: !llvm.ptr, %y: !llvm.ptr, %g64: i64) attributes {heddle.neighbours} {
  %g = arith.index_cast %g64 : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %to = par.view %y : !llvm.ptr -> memref<?xi32>
  scf.parallel (%bz, %by, %b) = (%c0, %c0, %c0) to (%c1, %c1, %g) step (%c1, %c1, %c1) {
    memref.store %one, %to[%b] : memref<?xi32>
  } {par.grid}
  %v = memref.load %to[%c0] : memref<?xi32>
  llvm.store %v, %y : i32, !llvm.ptr
  llvm.return
}
// Nor for a kernel that has no neighbours.
llvm.func @alone.grid(%config: !llvm.ptr, %y: !llvm.ptr, %g64: i64) {
  %g = arith.index_cast %g64 : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %to = par.view %y : !llvm.ptr -> memref<?xi32>
  scf.parallel (%bz, %by, %b) = (%c0, %c0, %c0) to (%c1, %c1, %g) step (%c1, %c1, %c1) {
    memref.store %one, %to[%b] : memref<?xi32>
  } {par.grid}
  llvm.return
}

// -----

// What is loaded before the loop has to be there by then: launches before this
// one may not wait for it. What is passed by value is.
// CHECK-LABEL: llvm.func @early.grid
// CHECK-NOT: heddle.may_join
// CHECK-SAME: heddle.may_wait
// CHECK: par.footprint writes
llvm.func @early.grid(%config: !llvm.ptr, %y: !llvm.ptr, %x: !llvm.ptr, %g64: i64) attributes {heddle.neighbours} {
  %g = arith.index_cast %g64 : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = llvm.load %x : !llvm.ptr -> i32
  %to = par.view %y : !llvm.ptr -> memref<?xi32>
  scf.parallel (%bz, %by, %b) = (%c0, %c0, %c0) to (%c1, %c1, %g) step (%c1, %c1, %c1) {
    memref.store %v, %to[%b] : memref<?xi32>
  } {par.grid}
  llvm.return
}
// CHECK-LABEL: llvm.func @passed.grid
// CHECK-SAME: heddle.may_join
// CHECK: par.footprint writes
llvm.func @passed.grid(%config: !llvm.ptr, %p: !llvm.ptr {llvm.byval = !llvm.struct<(ptr, i32)>}, %g64: i64) attributes {heddle.neighbours} {
  %g = arith.index_cast %g64 : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %y = llvm.load %p : !llvm.ptr -> !llvm.ptr
  %to = par.view %y : !llvm.ptr -> memref<?xi32>
  scf.parallel (%bz, %by, %b) = (%c0, %c0, %c0) to (%c1, %c1, %g) step (%c1, %c1, %c1) {
    memref.store %one, %to[%b] : memref<?xi32>
  } {par.grid}
  llvm.return
}

// -----

// Rows of blocks of a matrix, of which nobody knows how far rows are apart: 16
// rows each, of as many columns as there are blocks. It holds if none of it
// wraps around.
// CHECK-LABEL: llvm.func @matrix.grid
// CHECK-SAME: heddle.may_wait
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C64:.*]] = arith.constant 64 : index
// CHECK: arith.andi
// CHECK: arith.muli %{{.*}}, %[[C64]] : index
// CHECK: par.footprint rows writes %{{.*}} + %{{.*}} from %{{.*}} to %{{.*}} every %[[C0]] if %{{.*}} : !llvm.ptr
// CHECK: scf.parallel
llvm.func @matrix.grid(%config: !llvm.ptr, %a: !llvm.ptr, %pitch: i64, %wide: i64, %high: i64) attributes {heddle.neighbours} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %one = arith.constant 1 : i32
  %gx = arith.index_cast %wide : i64 to index
  %gy = arith.index_cast %high : i64 to index
  %p = arith.index_cast %pitch : i64 to index
  %to = par.view %a : !llvm.ptr -> memref<?xi32>
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %gy, %gx) step (%c1, %c1, %c1) {
    %row = arith.muli %by, %c16 overflow<nsw> : index
    %column = arith.muli %bx, %c16 overflow<nsw> : index
    scf.parallel (%ty, %tx) = (%c0, %c0) to (%c16, %c16) step (%c1, %c1) {
      %i = arith.addi %row, %ty overflow<nsw> : index
      %j = arith.addi %column, %tx overflow<nsw> : index
      %first = arith.muli %i, %p : index
      %place = arith.addi %first, %j : index
      memref.store %one, %to[%place] : memref<?xi32>
    } {par.block}
  } {par.grid}
  llvm.return
}
