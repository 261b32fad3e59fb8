// RUN: %heddle-opt --flatten-switches --canonicalize %s | FileCheck %s

// `if ((a || m[t] <= n) && …)`: 0 is the way in.
// CHECK-LABEL: func.func @short_circuit
// CHECK: %[[IN:.*]] = scf.if %arg0 -> (i1) {
// CHECK: scf.yield %true
// CHECK: } else {
// CHECK: %[[OUT:.*]] = arith.cmpi
// CHECK: scf.yield
// CHECK: }
// CHECK: scf.if %[[IN]] {
// CHECK: memref.store
// CHECK-NOT: scf.index_switch
// CHECK: return
func.func @short_circuit(%a: i1, %m: memref<64xi32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0 : i32
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    %way = scf.if %a -> i32 {
      scf.yield %zero : i32
    } else {
      %x = memref.load %m[%t] : memref<64xi32>
      %is = arith.cmpi sgt, %x, %n : i32
      %wide = arith.extui %is : i1 to i32
      scf.yield %wide : i32
    }
    %index = arith.index_castui %way : i32 to index
    scf.index_switch %index
    case 0 {
      memref.store %n, %m[%t] : memref<64xi32>
      scf.yield
    }
    default {
    }
    scf.reduce
  } {par.block}
  return
}

// More cases, and other numbers, stay.
// CHECK-LABEL: func.func @stays
// CHECK: arith.cmpi ne
// CHECK: scf.index_switch
func.func @stays(%a: i1, %m: memref<64xi32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0 : i32
  %five = arith.constant 5 : i32
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    %way = scf.if %a -> i32 {
      memref.store %n, %m[%t] : memref<64xi32>
      scf.yield %zero : i32
    } else {
      scf.yield %n : i32
    }
    %other = arith.cmpi ne, %way, %five : i32
    scf.if %other {
      memref.store %way, %m[%t] : memref<64xi32>
    }
    scf.index_switch %t
    case 0 {
      memref.store %n, %m[%t] : memref<64xi32>
      scf.yield
    }
    case 1 {
      memref.store %zero, %m[%t] : memref<64xi32>
      scf.yield
    }
    default {
    }
    scf.reduce
  } {par.block}
  return
}
