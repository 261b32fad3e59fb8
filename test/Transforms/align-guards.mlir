// RUN: %heddle-opt --align-guards %s | FileCheck %s

// 16 * r + c + 8 with c below 8 stays within 16.
// CHECK-LABEL: func.func @rows
// CHECK: %[[REST:.*]] = arith.remsi %[[N:.*]], %c16
// CHECK: %[[IS:.*]] = arith.cmpi eq, %[[REST]], %c0
// CHECK: %[[END:.*]] = arith.divsi %[[N]], %c16
// CHECK: scf.if %[[IS]] {
// CHECK: scf.parallel (%[[R:.*]], %{{.*}}) =
// CHECK: %[[IN:.*]] = arith.cmpi slt, %[[R]], %[[END]]
// CHECK: scf.if %[[IN]]
// CHECK: } else {
// CHECK: scf.parallel (%{{.*}}, %{{.*}}) =
// CHECK: %[[PLAIN:.*]] = arith.cmpi slt, %{{.*}}, %arg1 : i32
// CHECK: scf.if %[[PLAIN]]
func.func @rows(%m: memref<?xf32>, %n: i32, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %c8_i32 = arith.constant 8 : i32
  scf.parallel (%r, %c) = (%c0, %c0) to (%c64, %c8) step (%c1, %c1) {
    %first = arith.muli %r, %c16 overflow<nsw> : index
    %i = arith.addi %first, %c overflow<nsw> : index
    %small = arith.index_cast %i : index to i32
    %high = arith.addi %small, %c8_i32 overflow<nsw> : i32
    %in = arith.cmpi slt, %high, %n : i32
    scf.if %in {
      memref.store %x, %m[%i] : memref<?xf32>
    }
    scf.reduce
  } {par.block, par.rows}
  return
}

// Rows that reach into the next multiple, or begin before it.
// CHECK-LABEL: func.func @across
// CHECK-NOT: arith.remsi
// CHECK: return
func.func @across(%m: memref<?xf32>, %n: i32, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %c9_i32 = arith.constant 9 : i32
  %c1_i32 = arith.constant 1 : i32
  scf.parallel (%r, %c) = (%c0, %c0) to (%c64, %c8) step (%c1, %c1) {
    %first = arith.muli %r, %c16 overflow<nsw> : index
    %i = arith.addi %first, %c overflow<nsw> : index
    %small = arith.index_cast %i : index to i32
    %high = arith.addi %small, %c9_i32 overflow<nsw> : i32
    %low = arith.subi %small, %c1_i32 overflow<nsw> : i32
    %in = arith.cmpi slt, %high, %n : i32
    %also = arith.cmpi slt, %low, %n : i32
    %both = arith.andi %in, %also : i1
    scf.if %both {
      memref.store %x, %m[%i] : memref<?xf32>
    }
    scf.reduce
  } {par.block, par.rows}
  return
}
