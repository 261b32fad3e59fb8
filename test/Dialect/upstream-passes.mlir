// RUN: %heddle-opt %s --canonicalize | FileCheck %s --check-prefixes=CHECK,CANON
// RUN: %heddle-opt %s --loop-invariant-code-motion | FileCheck %s --check-prefixes=CHECK,LICM
// RUN: %heddle-opt %s --cse | FileCheck %s --check-prefixes=CHECK,CSE
// RUN: %heddle-opt %s --int-range-optimizations | FileCheck %s --check-prefixes=CHECK,RANGE
// RUN: %heddle-opt %s --sccp | FileCheck %s --check-prefixes=CHECK,SCCP
// RUN: %heddle-opt %s --remove-dead-values | FileCheck %s --check-prefixes=CHECK,DEAD
// MLIR's own passes, none of them switched off, are right on `par.for`.

// What no iteration changes is computed once, before the loops. A load may read
// what another thread writes.
// CHECK-LABEL: func @invariants
// LICM: %[[P:.*]] = arith.mulf
// LICM-NEXT: par.for grid %{{.*}} (%[[B:.*]]) in
// LICM-NEXT: %[[K:.*]] = arith.muli %[[B]],
// LICM-NEXT: par.for block
// LICM-NEXT: memref.load
// LICM: arith.addi %[[K]]
func.func @invariants(%n: index, %a: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  par.for grid %g (%b) in (%n) {
    par.for block %s (%t) in (%n) {
      %p = arith.mulf %x, %x : f32
      %k = arith.muli %b, %n : index
      %y = memref.load %a[%c0] : memref<?xf32>
      %z = arith.addf %p, %y : f32
      %i = arith.addi %k, %t : index
      memref.store %z, %a[%i] : memref<?xf32>
    }
  }
  return
}

// The same computation in the two loops, which stay two: neither is the other's
// only content, whatever their sizes.
// CHECK-LABEL: func @nest
// CANON: par.for grid
// CANON: par.for block
// CSE: par.for grid
// CSE-NEXT: %[[K:.*]] = arith.muli
// CSE-NEXT: par.for block
// CSE-NOT: arith.muli
// CSE: memref.store %{{.*}}, %{{.*}}[%[[K]]]
func.func @nest(%a: memref<?xindex>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  par.for grid %g (%b) in (%c1) {
    %j = arith.muli %b, %c4 : index
    par.for block %s (%t) in (%c1) {
      %k = arith.muli %b, %c4 : index
      memref.store %j, %a[%k] : memref<?xindex>
    }
  }
  return
}

// Of a dead loop nothing is left.
// CHECK-LABEL: func @dead
// CANON-NEXT: return
func.func @dead(%n: index, %x: f32, %a: memref<?xf32>) {
  par.for block %s (%t) in (%n) {
    %y = memref.load %a[%t] : memref<?xf32>
    %z = arith.addf %x, %y : f32
    %mine = memref.alloca() : memref<4xf32>
    par.barrier %s orders none
  }
  return
}

// A barrier may not go, so the loop does not.
// CHECK-LABEL: func @barrier_alone
// CANON: par.for
// CANON-NEXT: par.barrier
func.func @barrier_alone(%n: index) {
  par.for block %s (%t) in (%n) {
    par.barrier %s
  }
  return
}

// An index is less than the loop's size, whatever else is combined.
// CHECK-LABEL: func @ranges
// RANGE: memref.store %[[TRUE:.*]], %{{.*}}[%{{.*}}] : memref<?xi1>
// RANGE: memref.store %[[TRUE]], %{{.*}}[%{{.*}}] : memref<?xi1>
// RANGE: %[[C:.*]] = arith.cmpi ult
// RANGE: memref.store %[[C]], %{{.*}}[%{{.*}}] : memref<?xi1>
func.func @ranges(%n: index, %a: memref<?xi1>, %zero: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c1024 = arith.constant 1024 : index
  %r = par.for block %s (%z, %y, %x) in (%c64, %n, %n) bound [0, 1024, 0] init (%zero : f32) {
    %lessZ = arith.cmpi ult, %z, %c64 : index
    memref.store %lessZ, %a[%z] : memref<?xi1>
    %lessY = arith.cmpi ult, %y, %c1024 : index
    memref.store %lessY, %a[%y] : memref<?xi1>
    %lessX = arith.cmpi ult, %x, %c1024 : index
    memref.store %lessX, %a[%x] : memref<?xi1>
    par.yield %zero : f32
  } combine (%l: f32, %o: f32) {
    %m = arith.addf %l, %o : f32
    par.yield %m : f32
  }
  return %r : f32
}

// Without a bound, the range of the size still is one of the indices.
// CHECK-LABEL: func @range_of_a_size
// RANGE: %[[FALSE:.*]] = arith.constant false
// RANGE: memref.store %[[FALSE]]
func.func @range_of_a_size(%n: i8, %a: memref<?xi1>) {
  %c256 = arith.constant 256 : index
  %size = arith.index_castui %n : i8 to index
  par.for %s (%i) in (%size) {
    %more = arith.cmpi sge, %i, %c256 : index
    memref.store %more, %a[%i] : memref<?xi1>
  }
  return
}

// The sum of as many ones as there are iterations is not 1, even if it begins
// with 1.
// CHECK-LABEL: func @sum_of_ones
// SCCP: %[[SUM:.*]] = par.for
// SCCP: arith.addi
// SCCP: return %[[SUM]]
// RANGE: %[[SUM:.*]] = par.for
// RANGE: arith.addi
// RANGE: return %[[SUM]]
// CANON: %[[SUM:.*]] = par.for
// CANON: return %[[SUM]]
func.func @sum_of_ones(%n: index) -> i32 {
  %one = arith.constant 1 : i32
  %sum = par.for %s (%i) in (%n) init (%one : i32) {
    par.yield %one : i32
  } combine (%l: i32, %r: i32) {
    %m = arith.addi %l, %r : i32
    par.yield %m : i32
  }
  return %sum : i32
}

// What each iteration gives says something of what is combined: both sides are
// not negative, and neither is the result.
// CHECK-LABEL: func @range_of_a_result
// RANGE: %[[TRUE:.*]] = arith.constant true
// RANGE: return %[[TRUE]]
func.func @range_of_a_result(%n: index) -> i1 {
  %zero = arith.constant 0 : i32
  %c7 = arith.constant 7 : i32
  %most = par.for %s (%i) in (%n) init (%zero : i32) {
    %k = arith.index_cast %i : index to i32
    par.yield %k : i32
  } combine (%l: i32, %r: i32) {
    %m = arith.maxsi %l, %r : i32
    %low = arith.andi %m, %c7 : i32
    par.yield %low : i32
  }
  %less = arith.cmpi sle, %most, %c7 : i32
  return %less : i1
}

// Only the place of the smallest element is asked for: its value is still
// needed to find it.
// CHECK-LABEL: func @one_of_two_results
// DEAD: par.for
// DEAD: %[[X:.*]] = memref.load
// DEAD: par.yield %[[X]], %{{.*}} : f32, index
// DEAD: %[[Z:.*]] = arith.select
// DEAD: %[[K:.*]] = arith.select
// DEAD: par.yield %[[Z]], %[[K]] : f32, index
func.func @one_of_two_results(%n: index, %a: memref<?xf32>, %limit: f32) -> index {
  %least, %at = par.for %s (%i) in (%n) init (%limit, %n : f32, index) {
    %x = memref.load %a[%i] : memref<?xf32>
    par.yield %x, %i : f32, index
  } combine (%x: f32, %i2: index, %y: f32, %j: index) {
    %left = arith.cmpf ole, %x, %y : f32
    %z = arith.select %left, %x, %y : f32
    %k = arith.select %left, %i2, %j : index
    par.yield %z, %k : f32, index
  }
  return %at : index
}
