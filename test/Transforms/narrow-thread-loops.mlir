// RUN: %heddle-opt --narrow-thread-loops %s | FileCheck %s

// Thread 3 of each row, if a row has one.
// CHECK-LABEL: func.func @one_thread
// CHECK-DAG: %[[LOWER:.*]] = arith.constant 3 : index
// CHECK-DAG: %[[NEXT:.*]] = arith.constant 4 : index
// CHECK: %[[UPPER:.*]] = arith.minsi %{{.*}}, %[[NEXT]]
// CHECK: scf.parallel {{.*}} = (%{{.*}}, %{{.*}}, %{{.*}}) to (%{{.*}}, %{{.*}}, %[[UPPER]])
func.func @one_thread(%n: index, %m: memref<64xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %three = arith.constant 3 : i32
  scf.parallel (%z, %y, %t) = (%c0, %c0, %c0) to (%c1, %c1, %n) step (%c1, %c1, %c1) {
    %i = arith.index_castui %t : index to i32
    %is = arith.cmpi eq, %i, %three : i32
    scf.if %is {
      memref.store %x, %m[%c0] : memref<64xf32>
    }
  } {par.block}
  func.return
}

// Something is done by all threads.
// CHECK-LABEL: func.func @all_threads
// CHECK-NOT: arith.minsi
// CHECK: return
func.func @all_threads(%n: index, %m: memref<64xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%z, %y, %t) = (%c0, %c0, %c0) to (%c1, %c1, %n) step (%c1, %c1, %c1) {
    memref.store %x, %m[%t] : memref<64xf32>
    %is = arith.cmpi eq, %t, %c0 : index
    scf.if %is {
      memref.store %x, %m[%c0] : memref<64xf32>
    }
  } {par.block}
  func.return
}

// The else is for all the others.
// CHECK-LABEL: func.func @with_else
// CHECK-NOT: arith.minsi
// CHECK: return
func.func @with_else(%n: index, %m: memref<64xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%z, %y, %t) = (%c0, %c0, %c0) to (%c1, %c1, %n) step (%c1, %c1, %c1) {
    %is = arith.cmpi eq, %t, %c0 : index
    scf.if %is {
      memref.store %x, %m[%c0] : memref<64xf32>
    } else {
      memref.store %x, %m[%t] : memref<64xf32>
    }
  } {par.block}
  func.return
}
