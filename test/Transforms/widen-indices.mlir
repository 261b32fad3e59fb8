// RUN: %heddle-opt --widen-indices %s | FileCheck %s

// Signed overflow is undefined: the operands are extended, and the thread's
// index is used as it is.
// CHECK-LABEL: func.func @no_signed_wrap
// CHECK: scf.parallel (%{{.*}}, %{{.*}}, %[[BX:.*]]) =
// CHECK: scf.parallel (%{{.*}}, %{{.*}}, %[[TX:.*]]) =
// CHECK: %[[BASE:.*]] = arith.addi %{{.*}}, %[[TX]] overflow<nsw> : index
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[BASE]]]
func.func @no_signed_wrap(%n: index, %m: memref<?xf32>, %x: f32, %base: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %c1, %n) step (%c1, %c1, %c1) {
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c1, %n) step (%c1, %c1, %c1) {
      %t = arith.index_castui %tx : index to i32
      %s = arith.addi %base, %t overflow<nsw> : i32
      %i = arith.index_cast %s : i32 to index
      memref.store %x, %m[%i] : memref<?xf32>
    } {par.block}
  } {par.grid}
  func.return
}

// Unsigned arithmetic wraps, and must do so in the general nest.
// CHECK-LABEL: func.func @may_wrap
// CHECK: %[[S:.*]] = arith.addi %{{.*}}, %{{.*}} : i32
// CHECK: %[[I:.*]] = arith.index_cast %[[S]] : i32 to index
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[I]]]
func.func @may_wrap(%n: index, %m: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = arith.constant 64 : i32
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %c1, %n) step (%c1, %c1, %c1) {
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c1, %n) step (%c1, %c1, %c1) {
      %b = arith.index_castui %bx : index to i32
      %t = arith.index_castui %tx : index to i32
      %o = arith.muli %b, %size : i32
      %s = arith.addi %o, %t : i32
      %i = arith.index_cast %s : i32 to index
      memref.store %x, %m[%i] : memref<?xf32>
    } {par.block}
  } {par.grid}
  func.return
}

// In a specialised nest positions do not wrap: its check sees to that.
// CHECK-LABEL: func.func @specialised
// CHECK-DAG: %[[LAST:.*]] = arith.subi %arg0, %c1
// CHECK-DAG: %[[START:.*]] = arith.index_cast %arg3 : i32 to index
// CHECK: arith.cmpi sle
// CHECK: scf.if
// CHECK: arith.muli %{{.*}}, %{{.*}} overflow<nsw, nuw> : i32
// CHECK: arith.addi %{{.*}}, %{{.*}} overflow<nsw, nuw> : i32
// CHECK: arith.muli %{{.*}}, %{{.*}} overflow<nsw, nuw> : i32
// CHECK: arith.addi %{{.*}}, %{{.*}} overflow<nsw> : i32
func.func @specialised(%n: index, %m: memref<?xf32>, %x: f32, %first: i32, %is: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %size = arith.constant 64 : i32
  %more = arith.constant 65 : i32
  scf.if %is {
    scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %c1, %n) step (%c1, %c1, %c1) {
      scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c1, %c64) step (%c1, %c1, %c1) {
        %b = arith.index_castui %bx : index to i32
        %t = arith.index_castui %tx : index to i32
        %o = arith.muli %b, %size : i32
        %s = arith.addi %o, %t : i32
        %i = arith.index_cast %s : i32 to index
        memref.store %x, %m[%i] : memref<?xf32>
        %p = arith.muli %b, %more : i32
        %j = arith.index_cast %p : i32 to index
        memref.store %x, %m[%j] : memref<?xf32>
        %q = arith.addi %p, %first : i32
        %k = arith.index_cast %q : i32 to index
        memref.store %x, %m[%k] : memref<?xf32>
      } {par.block}
    } {par.grid, par.shape = "64x1x1"}
  }
  func.return
}

// A negative constant is a large one without a sign.
// CHECK-LABEL: func.func @large_constant
// CHECK: arith.addi %{{.*}}, %c3_i32 overflow<nsw, nuw> : i32
// CHECK: arith.addi %{{.*}}, %c-1_i32 overflow<nsw> : i32
// CHECK: arith.subi %{{.*}}, %c-1_i32 overflow<nsw> : i32
func.func @large_constant(%n: index, %m: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %three = arith.constant 3 : i32
  %minus = arith.constant -1 : i32
  %true = arith.constant true
  scf.if %true {
    scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %c1, %n) step (%c1, %c1, %c1) {
      scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c1, %c64) step (%c1, %c1, %c1) {
        %t = arith.index_castui %tx : index to i32
        %a = arith.addi %t, %three : i32
        %b = arith.addi %a, %minus : i32
        %c = arith.subi %t, %minus : i32
        %d = arith.xori %b, %c : i32
        memref.store %d, %m[%tx] : memref<?xi32>
      } {par.block}
    } {par.grid, par.shape = "64x1x1"}
  }
  func.return
}

// One of two numbers: in full width if one of the two can be.
// CHECK-LABEL: func.func @choices
// CHECK-DAG: %[[WEST:.*]] = arith.subi %[[T:.*]], %{{.*}} overflow<nsw> : index
// CHECK-DAG: %[[PLACE:.*]] = arith.select %{{.*}}, %[[T]], %[[WEST]] : index
// CHECK-DAG: memref.load %{{.*}}[%[[PLACE]]]
// CHECK-DAG: %[[LAST:.*]] = arith.index_cast %{{.*}} : i32 to index
// CHECK-DAG: %[[LEAST:.*]] = arith.minsi %{{.*}}, %[[LAST]] : index
// CHECK-DAG: memref.load %{{.*}}[%[[LEAST]]]
func.func @choices(%n: index, %first: i32, %last: i32, %m: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %one = arith.constant 1 : i32
  %true = arith.constant true
  scf.if %true {
    scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %c1, %n) step (%c1, %c1, %c1) {
      scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c1, %c64) step (%c1, %c1, %c1) {
        %t = arith.index_castui %tx : index to i32
        %is = arith.cmpi eq, %t, %first : i32
        %before = arith.subi %t, %one overflow<nsw> : i32
        %west = arith.select %is, %t, %before : i32
        %i = arith.index_cast %west : i32 to index
        %x = memref.load %m[%i] : memref<?xf32>
        %east = arith.minsi %t, %last : i32
        %j = arith.index_cast %east : i32 to index
        %y = memref.load %m[%j] : memref<?xf32>
        %sum = arith.addf %x, %y : f32
        memref.store %sum, %m[%tx] : memref<?xf32>
      } {par.block}
    } {par.grid, par.shape = "64x1x1"}
  }
  func.return
}

// The program widens it itself, and computes with that. Numbers that have no
// index in them stay as narrow as they are.
// CHECK-LABEL: func.func @widened
// CHECK: %[[SUM:.*]] = arith.addi %{{.*}}, %{{.*}} overflow<nsw> : index
// CHECK: %[[WIDE:.*]] = arith.index_cast %[[SUM]] : index to i64
// CHECK: %[[PLACE:.*]] = arith.addi %{{.*}}, %[[WIDE]] : i64
// CHECK: %[[INDEX:.*]] = arith.index_cast %[[PLACE]] : i64 to index
// CHECK: memref.load %{{.*}}[%[[INDEX]]]
// CHECK: %[[NEXT:.*]] = arith.addi %{{.*}}, %{{.*}} overflow<nsw> : i32
// CHECK: arith.extsi %[[NEXT]] : i32 to i64
func.func @widened(%n: index, %first: i32, %row: i64, %m: memref<?xi32>, %out: memref<?xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %one = arith.constant 1 : i32
  %true = arith.constant true
  scf.if %true {
    scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %c1, %n) step (%c1, %c1, %c1) {
      scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c1, %c64) step (%c1, %c1, %c1) {
        %t = arith.index_castui %tx : index to i32
        %j = arith.addi %first, %t overflow<nsw> : i32
        %wide = arith.extsi %j : i32 to i64
        %place = arith.addi %row, %wide : i64
        %i = arith.index_cast %place : i64 to index
        %x = memref.load %m[%i] : memref<?xi32>
        %next = arith.addi %x, %one overflow<nsw> : i32
        %y = arith.extsi %next : i32 to i64
        memref.store %y, %out[%tx] : memref<?xi64>
      } {par.block}
    } {par.grid, par.shape = "64x1x1"}
  }
  func.return
}

// The same without signs, which wrap: only where they are known not to. Limits
// are no further away than the sum can be.
// CHECK-LABEL: func.func @unsigned
// CHECK: %[[MOST:.*]] = arith.constant 2305843009213693952 : i64
// CHECK: %[[LIMIT:.*]] = arith.minui %arg3, %[[MOST]] : i64
// CHECK: %[[N:.*]] = arith.index_cast %[[LIMIT]] : i64 to index
// CHECK: scf.parallel
// CHECK: scf.parallel (%[[T:.*]]) =
// CHECK: %[[SUM:.*]] = arith.addi %{{.*}}, %[[T]] overflow<nsw> : index
// CHECK: arith.cmpi slt, %[[SUM]], %[[N]] : index
// CHECK: memref.store
func.func @unsigned(%g: index, %m: memref<?xf32>, %x: f32, %n: i64, %is: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c64_i32 = arith.constant 64 : i32
  scf.if %is {
    scf.parallel (%b) = (%c0) to (%g) step (%c1) {
      scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
        %bi = arith.index_castui %b : index to i32
        %ti = arith.index_castui %t : index to i32
        %begin = arith.muli %bi, %c64_i32 : i32
        %sum = arith.addi %begin, %ti : i32
        %wide = arith.extui %sum : i32 to i64
        %holds = arith.cmpi ult, %wide, %n : i64
        scf.if %holds {
          %at = arith.index_cast %wide : i64 to index
          memref.store %x, %m[%at] : memref<?xf32>
        }
        scf.reduce
      } {par.block}
      scf.reduce
    } {par.grid, par.shape = "64x1x1"}
  }
  return
}

// What a negative number is without its sign is not small.
// CHECK-LABEL: func.func @negative
// CHECK: arith.cmpi ult, %{{.*}}, %arg3 : i64
func.func @negative(%g: index, %m: memref<?xf32>, %x: f32, %n: i64, %first: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%b) = (%c0) to (%g) step (%c1) {
    scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
      %ti = arith.index_castui %t : index to i32
      %sum = arith.addi %first, %ti overflow<nsw> : i32
      %wide = arith.extsi %sum : i32 to i64
      %holds = arith.cmpi ult, %wide, %n : i64
      scf.if %holds {
        memref.store %x, %m[%t] : memref<?xf32>
      }
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid}
  return
}

// An index that was narrowed, and is extended again in an address of 64 bits.
// CHECK-LABEL: func.func @narrowed
// CHECK: scf.for %[[I:.*]] =
// CHECK: arith.trunci
// CHECK: %[[WIDE:.*]] = arith.index_cast %[[I]] : index to i64
// CHECK: llvm.getelementptr %{{.*}}[%[[WIDE]]]
func.func @narrowed(%n: index, %p: !llvm.ptr, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%c1, %c1, %n) step (%c1, %c1, %c1) {
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c1, %n) step (%c1, %c1, %c1) {
      scf.for %i = %c0 to %n step %c1 {
        %wide = arith.index_cast %i : index to i64
        %narrow = arith.trunci %wide overflow<nsw> : i64 to i32
        %again = arith.extsi %narrow : i32 to i64
        %a = llvm.getelementptr %p[%again] : (!llvm.ptr, i64) -> !llvm.ptr, f32
        llvm.store %x, %a : f32, !llvm.ptr
      }
    } {par.block}
  } {par.grid}
  func.return
}
