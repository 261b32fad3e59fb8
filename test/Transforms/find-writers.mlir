// RUN: %heddle-opt --find-writers --canonicalize %s | FileCheck %s

// The thread that finds the key stores its value.
// CHECK-LABEL: func.func @search
// CHECK-NOT: scf.parallel
// CHECK: %[[WHO:.*]] = scf.for %[[T:.*]] = %c0 to %c256 step %c1 iter_args(%[[BEFORE:.*]] = %c-1_i32)
// CHECK: %[[KEY:.*]] = memref.load %arg0[%{{.*}}]
// CHECK: %[[IS:.*]] = arith.cmpi eq, %[[KEY]], %arg1
// CHECK: %[[MINE:.*]] = arith.select %[[IS]]
// CHECK: arith.maxsi %[[BEFORE]], %[[MINE]]
// CHECK: %[[FOUND:.*]] = arith.cmpi sge, %[[WHO]], %c0_i32
// CHECK: scf.if %[[FOUND]] {
// CHECK: %[[I:.*]] = arith.index_cast %[[WHO]]
// CHECK: %[[V:.*]] = memref.load %arg2[%[[I]]]
// CHECK: memref.store %[[V]]
func.func @search(%keys: memref<256xi32>, %key: i32, %values: memref<256xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %found = memref.alloca() : memref<1xi32>
  scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
    %k = memref.load %keys[%t] : memref<256xi32>
    %is = arith.cmpi eq, %k, %key : i32
    scf.if %is {
      %v = memref.load %values[%t] : memref<256xi32>
      memref.store %v, %found[%c0] : memref<1xi32>
    }
    scf.reduce
  } {par.block}
  %r = memref.load %found[%c0] : memref<1xi32>
  memref.store %r, %values[%c0] : memref<256xi32>
  return
}

// Two conditions, and threads at both ends for which it is another one. The
// last of the others are searched in a vector with some that were before.
// CHECK-LABEL: func.func @ends
// CHECK: memref.load %arg0[%c1]
// CHECK: %[[MOST:.*]] = scf.for {{.*}} = %c1 to %c241
// CHECK-NOT: arith.cmpi eq
// CHECK: memref.load %arg0
// CHECK: memref.load %arg0
// CHECK: scf.for {{.*}} = %c239 to %c255 {{.*}} iter_args(%{{.*}} = %[[MOST]])
// CHECK-NOT: arith.cmpi eq
// CHECK: memref.load %arg0
// CHECK: memref.load %arg0
// CHECK: memref.load %arg0[%c255]
// CHECK: scf.if
// CHECK: memref.store
func.func @ends(%keys: memref<256xi32>, %key: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c255 = arith.constant 255 : index
  %c256 = arith.constant 256 : index
  %true = arith.constant true
  %place = memref.alloca() : memref<1xindex>
  scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
    %first = arith.cmpi eq, %t, %c0 : index
    %after = scf.if %first -> i1 {
      scf.yield %true : i1
    } else {
      %k = memref.load %keys[%t] : memref<256xi32>
      %is = arith.cmpi sle, %k, %key : i32
      scf.yield %is : i1
    }
    scf.if %after {
      %last = arith.cmpi eq, %t, %c255 : index
      %before = scf.if %last -> i1 {
        scf.yield %true : i1
      } else {
        %next = arith.addi %t, %c1 : index
        %k = memref.load %keys[%next] : memref<256xi32>
        %is = arith.cmpi sgt, %k, %key : i32
        scf.yield %is : i1
      }
      scf.if %before {
        memref.store %t, %place[%c0] : memref<1xindex>
      }
    }
    scf.reduce
  } {par.block}
  %r = memref.load %place[%c0] : memref<1xindex>
  %v = arith.index_cast %r : index to i32
  memref.store %v, %keys[%c0] : memref<256xi32>
  return
}

// A place of its own for each thread; memory that the condition is read from;
// something that is done always.
// CHECK-LABEL: func.func @others
// CHECK-COUNT-3: scf.parallel
// CHECK: return
func.func @others(%a: memref<256xi32>, %b: memref<256xi32>, %key: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
    %k = memref.load %a[%t] : memref<256xi32>
    %is = arith.cmpi eq, %k, %key : i32
    scf.if %is {
      memref.store %k, %b[%t] : memref<256xi32>
    }
    scf.reduce
  } {par.block}
  scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
    %k = memref.load %a[%t] : memref<256xi32>
    %is = arith.cmpi eq, %k, %key : i32
    scf.if %is {
      memref.store %key, %a[%c0] : memref<256xi32>
    }
    scf.reduce
  } {par.block}
  %found = memref.alloca() : memref<1xi32>
  scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
    %k = memref.load %a[%t] : memref<256xi32>
    %is = arith.cmpi eq, %k, %key : i32
    scf.if %is {
      memref.store %key, %found[%c0] : memref<1xi32>
    }
    memref.store %k, %b[%t] : memref<256xi32>
    scf.reduce
  } {par.block}
  %r = memref.load %found[%c0] : memref<1xi32>
  memref.store %r, %b[%c0] : memref<256xi32>
  return
}

// No thread at all: none is asked before the loop.
// CHECK-LABEL: func.func @nobody
// CHECK-NOT: memref.load %arg0
// CHECK: return
func.func @nobody(%keys: memref<256xi32>, %key: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %true = arith.constant true
  %place = memref.alloca() : memref<1xindex>
  scf.parallel (%t) = (%c0) to (%c0) step (%c1) {
    %first = arith.cmpi eq, %t, %c0 : index
    %after = scf.if %first -> i1 {
      scf.yield %true : i1
    } else {
      %k = memref.load %keys[%t] : memref<256xi32>
      %is = arith.cmpi sle, %k, %key : i32
      scf.yield %is : i1
    }
    scf.if %after {
      memref.store %t, %place[%c0] : memref<1xindex>
    }
    scf.reduce
  } {par.block}
  %r = memref.load %place[%c0] : memref<1xindex>
  %v = arith.index_cast %r : index to i32
  memref.store %v, %keys[%c0] : memref<256xi32>
  return
}
