// RUN: %heddle-opt --count-loops --canonicalize --cse %s | FileCheck %s

// Pointers, up to one past the last element: there are n.
// CHECK-LABEL: func.func @pointers
// CHECK-NOT: scf.while
// CHECK: scf.for unsigned %[[I:.*]] = %c0_i64 to %{{.*}} step %c1_i64
// CHECK: %[[BYTES:.*]] = arith.muli %[[I]], %c4_i64
// CHECK: llvm.getelementptr %arg0[%[[BYTES]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
func.func @pointers(%p: !llvm.ptr, %n: i64) -> f32 {
  %zero = arith.constant 0.0 : f32
  %end = llvm.getelementptr inbounds %p[%n] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %r:2 = scf.while (%q = %p, %s = %zero) : (!llvm.ptr, f32) -> (!llvm.ptr, f32) {
    %more = llvm.icmp "ne" %q, %end : !llvm.ptr
    scf.condition(%more) %q, %s : !llvm.ptr, f32
  } do {
  ^bb0(%q: !llvm.ptr, %s: f32):
    %x = llvm.load %q : !llvm.ptr -> f32
    %sum = arith.addf %s, %x : f32
    %next = llvm.getelementptr inbounds %q[1] : (!llvm.ptr) -> !llvm.ptr, f32
    scf.yield %next, %sum : !llvm.ptr, f32
  }
  return %r#1 : f32
}

// An unsigned counter with step 1 does not wrap before it gets to the end.
// CHECK-LABEL: func.func @unsigned
// CHECK: arith.cmpi ugt, %arg0, %c0_i32
// CHECK: scf.for unsigned
func.func @unsigned(%n: i32, %p: !llvm.ptr) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.while (%i = %c0) : (i32) -> i32 {
    %more = arith.cmpi ult, %i, %n : i32
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%i: i32):
    llvm.store volatile %i, %p : i32, !llvm.ptr
    %next = arith.addi %i, %c1 : i32
    scf.yield %next : i32
  }
  return %r : i32
}

// With step 2 it may step over the end and go on from 0.
// CHECK-LABEL: func.func @may_wrap
// CHECK: scf.while
func.func @may_wrap(%n: i32, %p: !llvm.ptr) {
  %c0 = arith.constant 0 : i32
  %c2 = arith.constant 2 : i32
  %r = scf.while (%i = %c0) : (i32) -> i32 {
    %more = arith.cmpi ult, %i, %n : i32
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%i: i32):
    llvm.store volatile %i, %p : i32, !llvm.ptr
    %next = arith.addi %i, %c2 : i32
    scf.yield %next : i32
  }
  return
}

// The end changes.
// CHECK-LABEL: func.func @moving_end
// CHECK: scf.while
func.func @moving_end(%p: !llvm.ptr) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.while (%i = %c0) : (i32) -> i32 {
    %n = llvm.load %p : !llvm.ptr -> i32
    %more = arith.cmpi slt, %i, %n : i32
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%i: i32):
    llvm.store %i, %p : i32, !llvm.ptr
    %next = arith.addi %i, %c1 overflow<nsw> : i32
    scf.yield %next : i32
  }
  return
}
