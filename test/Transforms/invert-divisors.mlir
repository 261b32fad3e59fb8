// RUN: %heddle-opt --invert-divisors %s | FileCheck %s

// A position is not negative: it takes a product and a shift. What is left is
// the difference to the product.
// CHECK-LABEL: func.func @position
// CHECK: math.ctlz
// CHECK: %[[FACTOR:.*]] = arith.divui %{{.*}}, %{{.*}} : i64
// CHECK: scf.parallel
// CHECK: scf.parallel (%[[T:.*]]) =
// CHECK: %[[I:.*]] = arith.index_castui %[[T]] : index to i32
// CHECK: %[[WIDE:.*]] = arith.extui %[[I]] : i32 to i64
// CHECK: %[[PRODUCT:.*]] = arith.muli %[[WIDE]], %[[FACTOR]] : i64
// CHECK: %[[HIGH:.*]] = arith.shrui %[[PRODUCT]], %{{.*}} : i64
// CHECK: %[[Q:.*]] = arith.trunci %[[HIGH]] : i64 to i32
// CHECK: %[[BACK:.*]] = arith.muli %[[Q]], %arg1 overflow<nsw, nuw> : i32
// CHECK: arith.subi %[[I]], %[[BACK]] overflow<nsw, nuw> : i32
// CHECK-NOT: arith.divui
// CHECK-NOT: arith.remui
// CHECK: par.grid
func.func @position(%g: index, %w: i32, %m: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%b) = (%c0) to (%g) step (%c1) {
    scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
      %i = arith.index_castui %t : index to i32
      %r = arith.remui %i, %w : i32
      memref.store %r, %m[%t] : memref<?xi32>
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid}
  return
}

// A number that may be large takes two shifts, one with a sign two changes of
// it. A divisor that the block has loaded is inverted there.
// CHECK-LABEL: func.func @numbers
// CHECK: scf.parallel
// CHECK: memref.load %arg3
// CHECK: math.ctlz
// CHECK: arith.divui
// CHECK: scf.parallel
// CHECK: %[[N:.*]] = memref.load %arg2
// CHECK: arith.muli
// CHECK: arith.shrui
// CHECK: %[[HIGH:.*]] = arith.trunci
// CHECK: %[[REST:.*]] = arith.subi %[[N]], %[[HIGH]] : i32
// CHECK: arith.shrui %[[REST]]
// CHECK: arith.addi %[[HIGH]]
// CHECK: arith.cmpi slt, %[[N]]
// CHECK: arith.select
// CHECK: arith.xori
// CHECK: arith.select
// CHECK-NOT: arith.divui
// CHECK-NOT: arith.divsi
// CHECK: par.grid
func.func @numbers(%g: index, %w: i32, %m: memref<?xi32>, %d: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%b) = (%c0) to (%g) step (%c1) {
    %divisor = memref.load %d[%b] : memref<?xi32>
    scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
      %i = memref.load %m[%t] : memref<?xi32>
      %q = arith.divui %i, %divisor : i32
      %s = arith.divsi %i, %w : i32
      %sum = arith.addi %q, %s : i32
      memref.store %sum, %m[%t] : memref<?xi32>
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid}
  return
}

// What each thread has for itself stays, and what all have is divided once.
// CHECK-LABEL: func.func @own
// CHECK: arith.divsi
// CHECK: arith.divui
func.func @own(%g: index, %w: i32, %m: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%b) = (%c0) to (%g) step (%c1) {
    scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
      %i = memref.load %m[%t] : memref<?xi32>
      %q = arith.divsi %w, %i : i32
      %r = arith.divui %w, %w : i32
      %sum = arith.addi %q, %r : i32
      memref.store %sum, %m[%t] : memref<?xi32>
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid}
  return
}
