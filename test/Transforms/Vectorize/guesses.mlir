// RUN: %heddle-opt --vectorize-threads=lanes=4 --canonicalize --cse %s | FileCheck %s

// A clamped index: if the last lane is not clamped, none is, and the load is
// contiguous. Otherwise it is looked up whether the addresses follow each
// other.
// CHECK-LABEL: func.func @clamped
// CHECK: %[[FIRST:.*]] = arith.addi %[[T:.*]], %c1
// CHECK: %[[LAST:.*]] = arith.addi %[[T]], %c4
// CHECK: %[[NONE:.*]] = arith.cmpi sle, %[[LAST]], %arg2
// CHECK: scf.if %[[NONE]] {
// CHECK-NEXT: %[[I:.*]] = arith.index_cast %[[FIRST]]
// CHECK-NEXT: %[[P:.*]] = llvm.getelementptr inbounds %arg0[%[[I]]]
// CHECK-NEXT: llvm.load %[[P]] {{.*}} -> vector<4xf32>
// CHECK: } else {
// CHECK: %[[SAME:.*]] = arith.cmpi eq, %{{.*}}, %{{.*}} : vector<4xi64>
// CHECK: %[[BITS:.*]] = llvm.bitcast %[[SAME]]
// CHECK: %[[ALL:.*]] = arith.cmpi eq, %[[BITS]], %c-1_i4
// CHECK: scf.if %[[ALL]] -> (vector<4xf32>)
// CHECK: llvm.load %{{.*}} : !llvm.ptr -> vector<4xf32>
// CHECK: } else {
// CHECK: llvm.intr.masked.gather
func.func @clamped(%p: !llvm.ptr, %q: !llvm.ptr, %n: index) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %v = par.view %p : !llvm.ptr -> memref<?xf32>
  %w = par.view %q : !llvm.ptr -> memref<?xf32>
  par.for block %s (%t) in (%c32) race_free bound [1024] {
    %next = arith.addi %t, %c1 overflow<nsw> : index
    %i = arith.minsi %next, %n : index
    %x = memref.load %v[%i] : memref<?xf32>
    memref.store %x, %w[%t] : memref<?xf32>
  }
  return
}

// Clamped on both sides: the inner choice is what the outer one compares.
// CHECK-LABEL: func.func @both
// CHECK: %[[LOW:.*]] = arith.cmpi sge, %[[X:.*]], %c0
// CHECK: %[[LAST:.*]] = arith.addi %[[X]], %c3
// CHECK: %[[HIGH:.*]] = arith.cmpi sle, %[[LAST]], %arg2
// CHECK: %[[NONE:.*]] = arith.andi %[[LOW]], %[[HIGH]]
// CHECK: scf.if %[[NONE]] {
// CHECK-NEXT: arith.index_cast %[[X]]
func.func @both(%p: !llvm.ptr, %q: !llvm.ptr, %n: index, %d: index) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %v = par.view %p : !llvm.ptr -> memref<?xf32>
  %w = par.view %q : !llvm.ptr -> memref<?xf32>
  par.for block %s (%t) in (%c32) race_free bound [1024] {
    %next = arith.subi %t, %d overflow<nsw> : index
    %low = arith.maxsi %next, %c0 : index
    %i = arith.minsi %low, %n : index
    %x = memref.load %v[%i] : memref<?xf32>
    memref.store %x, %w[%t] : memref<?xf32>
  }
  return
}

// A sum of 32 bits may wrap before it is extended: only the last lane has to be
// looked at.
// CHECK-LABEL: func.func @unsigned
// CHECK: %[[SUM:.*]] = arith.addi %{{.*}}, %arg2 : i32
// CHECK: %[[FITS:.*]] = arith.cmpi ule, %[[SUM]], %c-4_i32
// CHECK: scf.if %[[FITS]] {
// CHECK: llvm.load %{{.*}} -> vector<4xf32>
func.func @unsigned(%p: !llvm.ptr, %q: !llvm.ptr, %y: i32) {
  %c32 = arith.constant 32 : index
  %v = par.view %p : !llvm.ptr -> memref<?xf32>
  %w = par.view %q : !llvm.ptr -> memref<?xf32>
  par.for block %s (%t) in (%c32) race_free bound [1024] {
    %x = arith.index_castui %t : index to i32
    %sum = arith.addi %x, %y : i32
    %i = arith.index_castui %sum : i32 to index
    %value = memref.load %v[%i] : memref<?xf32>
    memref.store %value, %w[%t] : memref<?xf32>
  }
  return
}
