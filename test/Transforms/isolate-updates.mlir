// RUN: %heddle-opt --isolate-updates %s | FileCheck %s

// An update in both branches of a condition, and one more in the second; the
// thread's loop is written out. The load is of memory that is there for all.
// CHECK-LABEL: func.func @codes
// CHECK-COUNT-8: memref.alloca() {alignment = 64 : i64} : memref<64xi32>
// CHECK: %[[OWN:.*]] = memref.alloca() : memref<64x2xi32>
// CHECK: memref.alloca() : memref<272xi32>
// CHECK: scf.parallel (%[[T:.*]]) = (%c0) to (%c64)
// CHECK-DAG: %[[LANE:.*]] = arith.andi %[[T]], %c15
// CHECK-DAG: %[[CAST:.*]] = arith.index_cast %[[LANE]] : index to i32
// CHECK: %[[OFFSET:.*]] = arith.muli %[[CAST]], %{{.*}} overflow<nsw> : i32
// CHECK: %[[SPARE:.*]] = arith.addi %[[OFFSET]], %c1024_i32 overflow<nsw> : i32
// CHECK: arith.cmpi ult
// CHECK: %[[V:.*]] = memref.load %[[OWN]][%[[T]], %c0]
// CHECK: %[[R:.*]]:4 = scf.if %{{.*}} -> (i32, i32, i32, i32) {
// CHECK-NOT: memref.load
// CHECK: scf.yield %[[P:.*]], %[[V]], %[[SPARE]], %{{.*}} : i32, i32, i32, i32
// CHECK: } else {
// CHECK: scf.yield
// CHECK: scf.if
// CHECK-COUNT-8: memref.store
// CHECK: } {par.block}
// CHECK: scf.parallel (%[[U:.*]]) = (%c0{{.*}}) to (%c64{{.*}})
// CHECK-NEXT: %[[PLACE:.*]] = memref.load %{{.*}}[%[[U]]]
// CHECK-NEXT: %[[VALUE:.*]] = memref.load %{{.*}}[%[[U]]]
// CHECK-NEXT: %[[WIDE:.*]] = arith.extui %[[PLACE]] : i32 to i64
// CHECK-NEXT: par.pointer
// CHECK-NEXT: %[[TO:.*]] = llvm.getelementptr %{{.*}}[%[[WIDE]]]
// CHECK-NEXT: llvm.atomicrmw _or %[[TO]], %[[VALUE]] syncscope("singlethread") monotonic
// CHECK: } {par.block, par.scattered}
// CHECK-COUNT-3: llvm.atomicrmw
// CHECK-NOT: llvm.atomicrmw
func.func @codes(%in: memref<?xi32>, %blocks: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %c1_i64 = arith.constant 1 : i64
  %c7_i32 = arith.constant 7 : i32
  scf.parallel (%b) = (%c0) to (%blocks) step (%c1) {
    %own = memref.alloca() : memref<64x2xi32>
    %table = memref.alloca() : memref<256xi32>
    %p = par.pointer %table : memref<256xi32> -> !llvm.ptr
    scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
      scf.for %k = %c0 to %c2 step %c1 {
        %x = memref.load %own[%t, %k] : memref<64x2xi32>
        %y = arith.muli %x, %c7_i32 : i32
        %z = arith.xori %y, %x : i32
        %m = arith.andi %z, %c7_i32 : i32
        %n = arith.addi %m, %c7_i32 : i32
        %i = arith.extui %n : i32 to i64
        %c = arith.cmpi ult, %z, %x : i32
        scf.if %c {
          %q = llvm.getelementptr inbounds %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i32
          %v = memref.load %own[%t, %c0] : memref<64x2xi32>
          %r = llvm.atomicrmw _or %q, %v syncscope("singlethread") monotonic {alignment = 4 : i64} : !llvm.ptr, i32
        } else {
          %q = llvm.getelementptr inbounds %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i32
          %v = arith.shli %x, %m : i32
          %w = arith.shrui %x, %m : i32
          %r = llvm.atomicrmw _or %q, %v syncscope("singlethread") monotonic {alignment = 4 : i64} : !llvm.ptr, i32
          %j = arith.addi %i, %c1_i64 : i64
          %s = llvm.getelementptr inbounds %p[%j] : (!llvm.ptr, i64) -> !llvm.ptr, i32
          %r2 = llvm.atomicrmw _or %s, %w syncscope("singlethread") monotonic {alignment = 4 : i64} : !llvm.ptr, i32
        }
      }
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid}
  return
}

// The thread reads the table in between.
// CHECK-LABEL: func.func @reads
// CHECK: scf.if
// CHECK: llvm.atomicrmw
// CHECK-NOT: par.scattered
func.func @reads(%in: memref<?xi32>, %blocks: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c7_i32 = arith.constant 7 : i32
  scf.parallel (%b) = (%c0) to (%blocks) step (%c1) {
    %table = memref.alloca() : memref<256xi32>
    %p = par.pointer %table : memref<256xi32> -> !llvm.ptr
    scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
      %x = memref.load %in[%t] : memref<?xi32>
      %y = arith.muli %x, %c7_i32 : i32
      %z = arith.xori %y, %x : i32
      %m = arith.andi %z, %c7_i32 : i32
      %n = arith.addi %m, %c7_i32 : i32
      %i = arith.extui %n : i32 to i64
      %c = arith.cmpi ult, %z, %x : i32
      scf.if %c {
        %q = llvm.getelementptr inbounds %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i32
        %r = llvm.atomicrmw add %q, %x syncscope("singlethread") monotonic {alignment = 4 : i64} : !llvm.ptr, i32
      }
      %v = memref.load %table[%t] : memref<256xi32>
      memref.store %v, %in[%t] : memref<?xi32>
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid}
  return
}

// Whether a thread updates is known from its number.
// CHECK-LABEL: func.func @guard
// CHECK: scf.if
// CHECK: llvm.atomicrmw
// CHECK-NOT: par.scattered
func.func @guard(%in: memref<?xi32>, %n: index, %blocks: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c7_i32 = arith.constant 7 : i32
  scf.parallel (%b) = (%c0) to (%blocks) step (%c1) {
    %table = memref.alloca() : memref<256xi32>
    %p = par.pointer %table : memref<256xi32> -> !llvm.ptr
    scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
      %c = arith.cmpi ult, %t, %n : index
      scf.if %c {
        %x = memref.load %in[%t] : memref<?xi32>
        %y = arith.muli %x, %c7_i32 : i32
        %z = arith.xori %y, %x : i32
        %m = arith.andi %z, %c7_i32 : i32
        %k = arith.addi %m, %c7_i32 : i32
        %i = arith.extui %k : i32 to i64
        %q = llvm.getelementptr inbounds %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i32
        %r = llvm.atomicrmw add %q, %x syncscope("singlethread") monotonic {alignment = 4 : i64} : !llvm.ptr, i32
      }
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid}
  return
}
