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

// Whole blocks keep their constant bounds and lose the condition, others have
// as many threads as there is work for.
// CHECK-LABEL: func.func @position
// CHECK-SAME: %[[BASE:arg[0-9]+]]: i32, %[[N:arg[0-9]+]]: i32
// CHECK: %[[A:.*]] = arith.index_cast %[[N]]
// CHECK: %[[B:.*]] = arith.index_cast %[[BASE]]
// CHECK: %[[LEFT:.*]] = arith.subi %[[A]], %[[B]]
// CHECK: %[[WHOLE:.*]] = arith.cmpi sge, %[[LEFT]], %c256
// CHECK: scf.if %[[WHOLE]] {
// CHECK: scf.parallel {{.*}} to (%c256)
// CHECK: } else {
// CHECK: %[[UPPER:.*]] = arith.minsi %c256, %[[LEFT]]
// CHECK: scf.parallel {{.*}} to (%[[UPPER]])
func.func @position(%base: i32, %n: i32, %m: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
    %t32 = arith.index_castui %t : index to i32
    %i = arith.addi %base, %t32 overflow<nsw> : i32
    %outside = arith.cmpi sge, %i, %n : i32
    scf.if %outside {
    } else {
      %at = arith.index_cast %i : i32 to index
      memref.store %x, %m[%at] : memref<?xf32>
    }
    scf.reduce
  } {par.block}
  func.return
}

// A sum that may wrap says nothing about its parts.
// CHECK-LABEL: func.func @wraps
// CHECK-NOT: minsi
// CHECK: return
func.func @wraps(%base: i32, %n: i32, %m: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
    %t32 = arith.index_castui %t : index to i32
    %i = arith.addi %base, %t32 : i32
    %inside = arith.cmpi slt, %i, %n : i32
    scf.if %inside {
      %at = arith.index_cast %i : i32 to index
      memref.store %x, %m[%at] : memref<?xf32>
    }
    scf.reduce
  } {par.block}
  func.return
}

// Numbers of 64 bits may be too large for a difference, or without a sign look
// negative.
// CHECK-LABEL: func.func @wide
// CHECK-NOT: minsi
// CHECK: return
func.func @wide(%base: i64, %n: i64, %m: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
    %t64 = arith.index_castui %t : index to i64
    %i = arith.addi %base, %t64 overflow<nsw, nuw> : i64
    %inside = arith.cmpi slt, %i, %n : i64
    scf.if %inside {
      memref.store %x, %m[%t] : memref<?xf32>
    }
    scf.reduce
  } {par.block}
  scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
    %t64 = arith.index_castui %t : index to i64
    %inside = arith.cmpi ult, %t64, %n : i64
    scf.if %inside {
      memref.store %x, %m[%t] : memref<?xf32>
    }
    scf.reduce
  } {par.block}
  func.return
}

// `2 * t + 1 < 263`: the first 131 threads, in all blocks.
// CHECK-LABEL: func.func @multiple
// CHECK-NOT: scf.if %{{[0-9]}}
// CHECK: scf.parallel {{.*}} to (%c131{{.*}})
// CHECK-NOT: scf.parallel
func.func @multiple(%m: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %n = arith.constant 263 : i32
  scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
    %i = arith.index_castui %t : index to i32
    %d = arith.muli %i, %two overflow<nsw> : i32
    %p = arith.addi %d, %one overflow<nsw> : i32
    %c = arith.cmpi slt, %p, %n : i32
    scf.if %c {
      memref.store %x, %m[%t] : memref<?xf32>
    }
  } {par.block}
  func.return
}

// `step - t >= 0`: threads up to the step.
// CHECK-LABEL: func.func @subtracted
// CHECK-SAME: %[[STEP:arg[0-9]+]]: i32
// CHECK: %[[S:.*]] = arith.index_cast %[[STEP]]
// CHECK: %[[END:.*]] = arith.addi %[[S]], %c1{{.*}}
// CHECK: %[[UPPER:.*]] = arith.minsi %c16{{.*}}, %[[END]]
// CHECK: scf.parallel {{.*}} to (%[[UPPER]])
func.func @subtracted(%step: i32, %m: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0 : i32
  scf.parallel (%t) = (%c0) to (%c16) step (%c1) {
    %i = arith.index_castui %t : index to i32
    %y = arith.subi %step, %i overflow<nsw> : i32
    %c = arith.cmpi sge, %y, %zero : i32
    scf.if %c {
      memref.store %x, %m[%t] : memref<?xf32>
    }
  } {par.block}
  func.return
}

// In eight bits, a thread's index is another number.
// CHECK-LABEL: func.func @byte
// CHECK: scf.parallel ({{.*}}) = ({{.*}}) to (%c512{{.*}})
// CHECK: scf.if
func.func @byte(%m: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c512 = arith.constant 512 : index
  %four = arith.constant 4 : i8
  scf.parallel (%t) = (%c0) to (%c512) step (%c1) {
    %byte = arith.index_castui %t : index to i8
    %is = arith.cmpi ult, %byte, %four : i8
    scf.if %is {
      memref.store %x, %m[%t] : memref<?xf32>
    }
    scf.reduce
  } {par.block}
  return
}
