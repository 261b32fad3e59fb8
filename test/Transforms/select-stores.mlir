// RUN: %heddle-opt --select-stores --split-input-file %s | FileCheck %s

// Stored before, and again in one side.
// CHECK-LABEL: func.func @again
// CHECK: memref.store %[[A:.*]], %arg0[%[[X:.*]]]
// CHECK: %[[R:.*]] = scf.if %{{.*}} -> (f32) {
// CHECK-NEXT: scf.yield %[[B:.*]] : f32
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[A]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: memref.store %[[R]], %arg0[%[[X]]]
func.func @again(%p: memref<?xf32>, %a: f32, %b: f32, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.parallel (%x) = (%c0) to (%c16) step (%c1) {
    memref.store %a, %p[%x] : memref<?xf32>
    scf.if %c {
      memref.store %b, %p[%x] : memref<?xf32>
    }
    scf.reduce
  } {par.block}
  return
}

// -----

// On both sides.
// CHECK-LABEL: func.func @both
// CHECK-NOT: memref.store
// CHECK: %[[R:.*]] = scf.if
// CHECK-NOT: memref.store
// CHECK: } else {
// CHECK-NOT: memref.store
// CHECK: }
// CHECK-NEXT: memref.store %[[R]]
// CHECK-NOT: memref.store
func.func @both(%p: memref<?xf32>, %a: f32, %b: f32, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.parallel (%x) = (%c0) to (%c16) step (%c1) {
    scf.if %c {
      memref.store %a, %p[%x] : memref<?xf32>
    } else {
      memref.store %b, %p[%x] : memref<?xf32>
    }
    scf.reduce
  } {par.block}
  return
}

// -----

// The members of a structure, in an inner branch: both become stores after the
// outer one.
// CHECK-LABEL: func.func @members
// CHECK: memref.store
// CHECK: memref.store
// CHECK: %[[R:.*]]:2 = scf.if
// CHECK-NOT: memref.store
// CHECK: }
// CHECK-DAG: memref.store %[[R]]#{{[01]}}
// CHECK-DAG: memref.store %[[R]]#{{[01]}}
// CHECK-NOT: memref.store
func.func @members(%p: memref<?xf32>, %a: f32, %b: f32, %c: i1, %d: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  scf.parallel (%x) = (%c0) to (%c16) step (%c1) {
    %first = arith.muli %x, %c2 overflow<nsw> : index
    %second = arith.addi %first, %c1 overflow<nsw> : index
    memref.store %a, %p[%first] : memref<?xf32>
    memref.store %b, %p[%second] : memref<?xf32>
    scf.if %c {
      memref.store %b, %p[%first] : memref<?xf32>
      memref.store %a, %p[%second] : memref<?xf32>
    } else {
      scf.if %d {
        memref.store %b, %p[%second] : memref<?xf32>
      }
    }
    scf.reduce
  } {par.block}
  return
}

// -----

// Only one side stores, and the thread has not stored there: another thread may
// do so meanwhile.
// CHECK-LABEL: func.func @maybe
// CHECK: scf.if %{{.*}} {
// CHECK-NEXT: memref.store
func.func @maybe(%p: memref<?xf32>, %b: f32, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.parallel (%x) = (%c0) to (%c16) step (%c1) {
    %a = memref.load %p[%x] : memref<?xf32>
    scf.if %c {
      memref.store %b, %p[%x] : memref<?xf32>
    }
    scf.reduce
  } {par.block}
  return
}

// -----

// Another pointer may be to the same place: storing `a` once more would hide
// what is stored through it.
// CHECK-LABEL: func.func @alias
// CHECK: scf.if %{{.*}} {
// CHECK-NEXT: memref.store
func.func @alias(%p: memref<?xf32>, %q: memref<?xf32>, %a: f32, %b: f32,
                 %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.parallel (%x) = (%c0) to (%c16) step (%c1) {
    memref.store %a, %p[%x] : memref<?xf32>
    memref.store %b, %q[%x] : memref<?xf32>
    scf.if %c {
      memref.store %b, %p[%x] : memref<?xf32>
    }
    scf.reduce
  } {par.block}
  return
}

// -----

// A load in the same side reads what was stored.
// CHECK-LABEL: func.func @read
// CHECK: scf.if %{{.*}} {
// CHECK-NEXT: memref.store
// CHECK-NEXT: memref.load
func.func @read(%p: memref<?xf32>, %q: memref<?xf32>, %a: f32, %b: f32,
                %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.parallel (%x) = (%c0) to (%c16) step (%c1) {
    memref.store %a, %p[%x] : memref<?xf32>
    scf.if %c {
      memref.store %b, %p[%x] : memref<?xf32>
      %y = memref.load %q[%x] : memref<?xf32>
      memref.store %y, %q[%c0] : memref<?xf32>
    }
    scf.reduce
  } {par.block}
  return
}

// -----

// The same place, but computed in the side.
// CHECK-LABEL: func.func @inside
// CHECK: scf.if
// CHECK: llvm.store
// CHECK: } else {
// CHECK: llvm.store
func.func @inside(%p: !llvm.ptr, %n: i64, %v: i32, %w: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scf.parallel (%i) = (%c0) to (%c32) step (%c1) {
    %k = arith.index_cast %i : index to i64
    %c = arith.cmpi slt, %k, %n : i64
    %s = llvm.getelementptr %p[%k] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(i32, i32)>
    %g = llvm.getelementptr %p[%k, 1] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(i32, i32)>
    scf.if %c {
      %q = llvm.getelementptr %s[4] : (!llvm.ptr) -> !llvm.ptr, i8
      llvm.store %v, %q : i32, !llvm.ptr
    } else {
      llvm.store %w, %g : i32, !llvm.ptr
    }
    scf.reduce
  } {par.block}
  return
}
