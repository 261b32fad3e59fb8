// RUN: %heddle-opt --transpose-reads %s | FileCheck %s

// Squares of a tile that is read by columns, eight vectors at a time.
// CHECK-LABEL: func.func @columns
// CHECK: %[[TURNED:.*]] = memref.alloca() {alignment = 64 : i64} : memref<8x32xf32>
// CHECK: scf.for %[[Y:.*]] = %c0{{.*}} to %c8{{.*}} step %c8
// CHECK: scf.for %[[X:.*]] = %c0{{.*}} to %c32{{.*}} step %c8
// CHECK-COUNT-8: llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr -> vector<8xf32>
// CHECK: llvm.shufflevector %{{.*}}, %{{.*}} [0, 8, 2, 10, 4, 12, 6, 14]
// CHECK: llvm.shufflevector %{{.*}}, %{{.*}} [1, 9, 3, 11, 5, 13, 7, 15]
// CHECK: llvm.shufflevector %{{.*}}, %{{.*}} [0, 1, 8, 9, 4, 5, 12, 13]
// CHECK: llvm.shufflevector %{{.*}}, %{{.*}} [4, 5, 6, 7, 12, 13, 14, 15]
// CHECK-COUNT-8: llvm.store
// CHECK: scf.parallel (%[[TY:.*]], %[[TX:.*]]) =
// CHECK: %[[ROW:.*]] = arith.subi %[[TY]], %c0
// CHECK: %[[LANE:.*]] = arith.subi %[[TX]], %c0
// CHECK: memref.load %[[TURNED]][%[[ROW]], %[[LANE]]]
func.func @columns(%out: memref<?x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %tile = memref.alloca() : memref<32x33xf32>
  scf.parallel (%ty, %tx) = (%c0, %c0) to (%c8, %c32) step (%c1, %c1) {
    %y = arith.addi %ty, %c8 : index
    %v = memref.load %tile[%tx, %y] : memref<32x33xf32>
    memref.store %v, %out[%ty, %tx] : memref<?x32xf32>
    scf.reduce
  } {par.block}
  return
}

// A serial loop, sixteen turns at a time.
// CHECK-LABEL: func.func @turns
// CHECK: scf.for %[[T:.*]] = %c0 to %c256 step %c16
// CHECK: memref.alloca() {alignment = 64 : i64} : memref<16x32xf32>
// CHECK-COUNT-16: llvm.load %{{.*}} : !llvm.ptr -> vector<16xf32>
// CHECK: scf.for %[[PART:.*]] = %c0{{.*}} to %c16{{.*}} step %c1
// CHECK: arith.addi %[[T]], %[[PART]]
// CHECK: scf.parallel (%[[F:.*]]) =
func.func @turns(%in: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c256 = arith.constant 256 : index
  %sums = memref.alloca() : memref<256x32xf32>
  scf.for %t = %c0 to %c256 step %c1 {
    scf.parallel (%f) = (%c0) to (%c32) step (%c1) {
      %row = arith.muli %f, %n : index
      %i = arith.addi %row, %t : index
      %v = memref.load %in[%i] : memref<?xf32>
      memref.store %v, %sums[%t, %f] : memref<256x32xf32>
      scf.reduce
    } {par.block}
  }
  return
}

// What the thread has written before, what it reads in rows, and tiles of
// other sizes.
// CHECK-LABEL: func.func @not
// CHECK-NOT: llvm.shufflevector
func.func @not(%out: memref<?x32xf32>, %odd: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c12 = arith.constant 12 : index
  %c32 = arith.constant 32 : index
  %x = arith.constant 1.0 : f32
  %tile = memref.alloca() : memref<32x33xf32>
  scf.parallel (%ty, %tx) = (%c0, %c0) to (%c8, %c32) step (%c1, %c1) {
    memref.store %x, %tile[%tx, %ty] : memref<32x33xf32>
    %v = memref.load %tile[%tx, %ty] : memref<32x33xf32>
    memref.store %v, %out[%ty, %tx] : memref<?x32xf32>
    scf.reduce
  } {par.block}
  scf.parallel (%ty, %tx) = (%c0, %c0) to (%c8, %c32) step (%c1, %c1) {
    %v = memref.load %tile[%ty, %tx] : memref<32x33xf32>
    memref.store %v, %out[%ty, %tx] : memref<?x32xf32>
    scf.reduce
  } {par.block}
  scf.parallel (%ty, %tx) = (%c0, %c0) to (%c12, %c32) step (%c1, %c1) {
    %v = memref.load %tile[%tx, %ty] : memref<32x33xf32>
    memref.store %v, %out[%ty, %tx] : memref<?x32xf32>
    scf.reduce
  } {par.block}
  return
}

// A column that is truncated is not always followed by the next one; neither is
// one of 32 bits that may wrap before it is extended.
// CHECK-LABEL: func.func @truncated
// CHECK-NOT: llvm.load
// CHECK: return
func.func @truncated(%out: memref<?x32xf32>, %by: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %tile = memref.alloca() : memref<32x257xf32>
  scf.parallel (%ty, %tx) = (%c0, %c0) to (%c8, %c32) step (%c1, %c1) {
    %y = arith.index_castui %ty : index to i32
    %sum = arith.addi %y, %by overflow<nsw> : i32
    %byte = arith.trunci %sum : i32 to i8
    %at = arith.index_castui %byte : i8 to index
    %v = memref.load %tile[%tx, %at] : memref<32x257xf32>
    memref.store %v, %out[%ty, %tx] : memref<?x32xf32>
    scf.reduce
  } {par.block}
  scf.parallel (%ty, %tx) = (%c0, %c0) to (%c8, %c32) step (%c1, %c1) {
    %y = arith.index_castui %ty : index to i32
    %sum = arith.addi %y, %by : i32
    %at = arith.index_castui %sum : i32 to index
    %v = memref.load %tile[%tx, %at] : memref<32x257xf32>
    memref.store %v, %out[%ty, %tx] : memref<?x32xf32>
    scf.reduce
  } {par.block}
  return
}

// One that is known not to wrap is.
// CHECK-LABEL: func.func @extended
// CHECK-COUNT-8: llvm.load
// CHECK: return
func.func @extended(%out: memref<?x32xf32>, %by: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %tile = memref.alloca() : memref<32x257xf32>
  scf.parallel (%ty, %tx) = (%c0, %c0) to (%c8, %c32) step (%c1, %c1) {
    %y = arith.index_castui %ty : index to i32
    %sum = arith.addi %y, %by overflow<nsw> : i32
    %at = arith.index_cast %sum : i32 to index
    %v = memref.load %tile[%tx, %at] : memref<32x257xf32>
    memref.store %v, %out[%ty, %tx] : memref<?x32xf32>
    scf.reduce
  } {par.block}
  return
}
