// RUN: %heddle-opt --specialize-runs --canonicalize --cse %s | FileCheck %s

// The distance is one more than the mask; what comes of it before the loop is
// known too.
// CHECK-LABEL: func.func @distance
// CHECK: %[[ONE:.*]] = arith.cmpi eq, %arg1, %c1_i32
// CHECK: scf.if %[[ONE]] {
// CHECK-NOT: arith.andi
// CHECK: memref.store %{{.*}}, %{{.*}}[%c1]
// CHECK: } else {
// CHECK: arith.cmpi eq, %arg1, %c2_i32
// CHECK: arith.andi %{{.*}}, %c1_i32
// CHECK: memref.store %{{.*}}, %{{.*}}[%c2]
// CHECK: arith.cmpi eq, %arg1, %c4_i32
// CHECK: arith.andi %{{.*}}, %c3_i32
// CHECK: arith.cmpi eq, %arg1, %c8_i32
// CHECK: arith.andi %{{.*}}, %c7_i32
// CHECK: } else {
// CHECK: %[[M:.*]] = arith.subi %arg1, %c1_i32
// CHECK: arith.andi %{{.*}}, %[[M]]
func.func @distance(%m: memref<?xi32>, %d: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c1_i32 = arith.constant 1 : i32
  %place = arith.index_cast %d : i32 to index
  scf.parallel (%t) = (%c0) to (%c8) step (%c1) {
    %i = arith.index_castui %t : index to i32
    %mask = arith.subi %d, %c1_i32 : i32
    %rest = arith.andi %i, %mask : i32
    memref.store %rest, %m[%place] : memref<?xi32>
    scf.reduce
  } {par.block}
  return
}

// A remainder; the mask itself.
// CHECK-LABEL: func.func @remainder
// CHECK: arith.cmpi eq, %arg1, %c1
// CHECK: arith.cmpi eq, %arg1, %c2
// CHECK: arith.remui %{{.*}}, %c2
func.func @remainder(%m: memref<?xindex>, %d: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  scf.parallel (%t) = (%c0) to (%c6) step (%c1) {
    %rest = arith.remui %t, %d : index
    memref.store %rest, %m[%t] : memref<?xindex>
    scf.reduce
  } {par.block}
  return
}

// CHECK-LABEL: func.func @mask
// CHECK: arith.cmpi eq, %arg1, %c0
// CHECK: arith.cmpi eq, %arg1, %c1
// CHECK: arith.cmpi eq, %arg1, %c3
func.func @mask(%m: memref<?xindex>, %d: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%t) = (%c0) to (%c4) step (%c1) {
    %rest = arith.andi %t, %d : index
    memref.store %rest, %m[%t] : memref<?xindex>
    scf.reduce
  } {par.block}
  return
}

// Threads differ in it, or their number is not known.
// CHECK-LABEL: func.func @not
// CHECK-NOT: scf.if
// CHECK: return
func.func @not(%m: memref<?xindex>, %d: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%t) = (%c0) to (%c8) step (%c1) {
    %v = memref.load %m[%t] : memref<?xindex>
    %rest = arith.andi %t, %v : index
    memref.store %rest, %m[%t] : memref<?xindex>
    scf.reduce
  } {par.block}
  scf.parallel (%t) = (%c0) to (%d) step (%c1) {
    %rest = arith.andi %t, %d : index
    memref.store %rest, %m[%t] : memref<?xindex>
    scf.reduce
  } {par.block}
  return
}
