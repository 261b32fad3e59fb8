// RUN: %heddle-opt --guard-conditions %s | FileCheck %s

// The second condition is nothing where the first does not hold.
// CHECK-LABEL: func.func @nested
// CHECK: %[[V:.*]]:2 = scf.if %arg0
// CHECK: %[[IS:.*]] = arith.cmpi eq, %[[V]]#1
// CHECK: %[[NO:.*]] = arith.constant false
// CHECK: %[[BOTH:.*]] = arith.select %arg0, %[[IS]], %[[NO]] : i1
// CHECK: scf.if %[[BOTH]]
func.func @nested(%a: i1, %m: memref<?xi32>, %i: index) {
  %poison = ub.poison : i32
  %c0 = arith.constant 0 : i32
  %v:2 = scf.if %a -> (i32, i32) {
    %x = memref.load %m[%i] : memref<?xi32>
    scf.yield %c0, %x : i32, i32
  } else {
    scf.yield %c0, %poison : i32, i32
  }
  %is = arith.cmpi eq, %v#1, %c0 : i32
  %both = arith.andi %a, %is : i1
  scf.if %both {
    memref.store %v#0, %m[%i] : memref<?xi32>
  }
  return
}

// Here it is something in any case.
// CHECK-LABEL: func.func @plain
// CHECK: arith.andi
func.func @plain(%a: i1, %m: memref<?xi32>, %i: index) {
  %c0 = arith.constant 0 : i32
  %v = scf.if %a -> (i32) {
    %x = memref.load %m[%i] : memref<?xi32>
    scf.yield %x : i32
  } else {
    scf.yield %c0 : i32
  }
  %is = arith.cmpi eq, %v, %c0 : i32
  %both = arith.andi %a, %is : i1
  scf.if %both {
    memref.store %v, %m[%i] : memref<?xi32>
  }
  return
}

// The product overflows where the first condition does not hold.
// CHECK-LABEL: func.func @overflows
// CHECK: %[[IS:.*]] = arith.cmpi slt
// CHECK: arith.select %arg0, %[[IS]], %{{.*}} : i1
func.func @overflows(%a: i1, %x: i32, %n: i32, %m: memref<?xi32>, %i: index) {
  %square = arith.muli %x, %x overflow<nsw> : i32
  %is = arith.cmpi slt, %square, %n : i32
  %both = arith.andi %a, %is : i1
  scf.if %both {
    memref.store %x, %m[%i] : memref<?xi32>
  }
  return
}
