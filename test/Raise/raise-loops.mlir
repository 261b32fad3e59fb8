// RUN: %heddle-opt %s --raise-loops | FileCheck %s

// CHECK-LABEL: llvm.func @counted
// CHECK-SAME: (%[[N:.*]]: i32,
// CHECK: %[[C0:.*]] = arith.constant 0 : i32
// CHECK: %[[C2:.*]] = arith.constant 2 : i32
// CHECK: scf.for %[[I:.*]] = %[[C0]] to %[[N]] step %[[C2]] : i32
// CHECK: llvm.store %[[I]]
// CHECK-NOT: scf.while
// CHECK: llvm.return
llvm.func @counted(%n: i32, %p: !llvm.ptr) attributes {heddle.kernel} {
  %c0 = arith.constant 0 : i32
  %c2 = arith.constant 2 : i32
  %0 = scf.while (%i = %c0) : (i32) -> i32 {
    %more = arith.cmpi slt, %i, %n : i32
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%i: i32):
    llvm.store %i, %p : i32, !llvm.ptr
    %next = arith.addi %i, %c2 overflow<nsw> : i32
    scf.yield %next : i32
  }
  llvm.return
}

// Values that go round with the counter stay.
// CHECK-LABEL: llvm.func @carried
// CHECK: %[[SUM:.*]] = scf.for {{.*}} iter_args({{.*}}) -> (f32)
// CHECK: llvm.store %[[SUM]]
llvm.func @carried(%n: i32, %x: f32, %p: !llvm.ptr) attributes {heddle.kernel} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0.0 : f32
  %0:2 = scf.while (%i = %c0, %s = %zero) : (i32, f32) -> (i32, f32) {
    %more = arith.cmpi slt, %i, %n : i32
    scf.condition(%more) %i, %s : i32, f32
  } do {
  ^bb0(%i: i32, %s: f32):
    %sum = arith.addf %s, %x : f32
    %next = arith.addi %i, %c1 overflow<nsw> : i32
    scf.yield %next, %sum : i32, f32
  }
  llvm.store %0#1, %p : f32, !llvm.ptr
  llvm.return
}

// The bound changes as the loop runs: not a counted loop.
// CHECK-LABEL: llvm.func @changing_bound
// CHECK: scf.while
llvm.func @changing_bound(%p: !llvm.ptr) attributes {heddle.kernel} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = scf.while (%i = %c0) : (i32) -> i32 {
    %n = llvm.load %p : !llvm.ptr -> i32
    %more = arith.cmpi slt, %i, %n : i32
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%i: i32):
    llvm.store %i, %p : i32, !llvm.ptr
    %next = arith.addi %i, %c1 : i32
    scf.yield %next : i32
  }
  llvm.return
}

// CHECK-LABEL: llvm.func @no_kernel
// CHECK: scf.while
llvm.func @no_kernel(%n: i32, %p: !llvm.ptr) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = scf.while (%i = %c0) : (i32) -> i32 {
    %more = arith.cmpi slt, %i, %n : i32
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%i: i32):
    llvm.store %i, %p : i32, !llvm.ptr
    %next = arith.addi %i, %c1 : i32
    scf.yield %next : i32
  }
  llvm.return
}

// A sum without a sign may wrap around and go on; but not if it is one more.
// CHECK-LABEL: llvm.func @wraps
// CHECK: scf.while
// CHECK: scf.for
// CHECK-NOT: scf.while
// CHECK: llvm.return
llvm.func @wraps(%n: i32, %step: i32, %p: !llvm.ptr) attributes {heddle.kernel} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = scf.while (%i = %c0) : (i32) -> i32 {
    %more = arith.cmpi slt, %i, %n : i32
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%i: i32):
    llvm.store %i, %p : i32, !llvm.ptr
    %next = arith.addi %i, %step : i32
    scf.yield %next : i32
  }
  %1 = scf.while (%i = %c0) : (i32) -> i32 {
    %more = arith.cmpi slt, %i, %n : i32
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%i: i32):
    llvm.store %i, %p : i32, !llvm.ptr
    %next = arith.addi %i, %c1 : i32
    scf.yield %next : i32
  }
  llvm.return
}

// To the limit and not further.
// CHECK-LABEL: llvm.func @inclusive
// CHECK-SAME: (%[[N:.*]]: i32,
// CHECK: %[[END:.*]] = arith.addi %[[N]], %{{.*}} overflow<nsw> : i32
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[END]] step
// CHECK-NOT: scf.while
// CHECK: llvm.return
llvm.func @inclusive(%n: i32, %p: !llvm.ptr) attributes {heddle.kernel} {
  %c0 = arith.constant 0 : i32
  %c2 = arith.constant 2 : i32
  %0 = scf.while (%i = %c0) : (i32) -> i32 {
    %more = arith.cmpi sge, %n, %i : i32
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%i: i32):
    llvm.store %i, %p : i32, !llvm.ptr
    %next = arith.addi %i, %c2 overflow<nsw> : i32
    scf.yield %next : i32
  }
  llvm.return
}

// It may go on for ever, as the counter may wrap.
// CHECK-LABEL: llvm.func @inclusive_wraps
// CHECK: scf.while
llvm.func @inclusive_wraps(%n: i32, %p: !llvm.ptr) attributes {heddle.kernel} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = scf.while (%i = %c0) : (i32) -> i32 {
    %more = arith.cmpi sle, %i, %n : i32
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%i: i32):
    llvm.store %i, %p : i32, !llvm.ptr
    %next = arith.addi %i, %c1 : i32
    scf.yield %next : i32
  }
  llvm.return
}

// It need not come to the limit.
// CHECK-LABEL: llvm.func @inclusive_ends
// CHECK: scf.while
llvm.func @inclusive_ends(%n: i32, %p: !llvm.ptr) attributes {heddle.kernel} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = scf.while (%i = %c0) : (i32) -> i32 {
    %more = arith.cmpi sle, %i, %n : i32
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%i: i32):
    llvm.call @may_end() : () -> ()
    %next = arith.addi %i, %c1 overflow<nsw> : i32
    scf.yield %next : i32
  }
  llvm.return
}
llvm.func @may_end()

// Loops that count down count their iterations; the counter is computed from it.
// CHECK-LABEL: llvm.func @down
// CHECK-SAME: (%[[N:.*]]: i32, %[[M:.*]]: i32,
// CHECK: %[[FROM:.*]] = arith.index_cast %[[N]] : i32 to index
// CHECK: %[[TO:.*]] = arith.index_cast %[[M]] : i32 to index
// CHECK: %[[LEFT:.*]] = arith.subi %[[FROM]], %[[TO]] : index
// CHECK: %[[UP:.*]] = arith.addi %[[LEFT]], %{{.*}} : index
// CHECK: %[[MOST:.*]] = arith.maxsi %[[UP]], %{{.*}} : index
// CHECK: %[[COUNT:.*]] = arith.divui %[[MOST]], %{{.*}} : index
// CHECK: %[[SUM:.*]] = scf.for %[[K:.*]] = %{{.*}} to %[[COUNT]] step %{{.*}} iter_args
// What has been subtracted need not fit in 32 bits.
// CHECK: %[[DONE:.*]] = arith.muli %[[K]], %{{.*}} overflow<nsw> : index
// CHECK: %[[NOW:.*]] = arith.subi %[[FROM]], %[[DONE]] overflow<nsw> : index
// CHECK: %[[WIDE:.*]] = arith.index_cast %[[NOW]] : index to i64
// CHECK: arith.trunci %[[WIDE]] overflow<nsw> : i64 to i32
// CHECK-NOT: scf.while
// CHECK: llvm.store %[[SUM]]
// CHECK: llvm.return
llvm.func @down(%n: i32, %m: i32, %p: !llvm.ptr) attributes {heddle.kernel} {
  %c0 = arith.constant 0 : i32
  %c3 = arith.constant 3 : i32
  %0:2 = scf.while (%s = %c0, %i = %n) : (i32, i32) -> (i32, i32) {
    %more = arith.cmpi sge, %i, %m : i32
    scf.condition(%more) %s, %i : i32, i32
  } do {
  ^bb0(%s: i32, %i: i32):
    %sum = arith.addi %s, %i : i32
    %next = arith.subi %i, %c3 overflow<nsw> : i32
    scf.yield %sum, %next : i32, i32
  }
  llvm.store %0#0, %p : i32, !llvm.ptr
  llvm.store %0#1, %p : i32, !llvm.ptr
  llvm.return
}

// One that may wrap goes on from above.
// CHECK-LABEL: llvm.func @down_wraps
// CHECK: scf.while
llvm.func @down_wraps(%n: i32, %m: i32, %p: !llvm.ptr) attributes {heddle.kernel} {
  %c3 = arith.constant -3 : i32
  %0 = scf.while (%i = %n) : (i32) -> i32 {
    %more = arith.cmpi sgt, %i, %m : i32
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%i: i32):
    llvm.store %i, %p : i32, !llvm.ptr
    %next = arith.addi %i, %c3 : i32
    scf.yield %next : i32
  }
  llvm.return
}

// After the loop, the counter has the first value that is not below the limit,
// or the one it started with.
// CHECK-LABEL: llvm.func @exit_values
// CHECK-SAME: (%[[A:.*]]: i32, %[[N:.*]]: i32, %[[S:.*]]: i32,
// CHECK: scf.for
// CHECK: %[[MOST:.*]] = arith.maxsi %[[A]], %[[N]] : i32
// CHECK: scf.for
// CHECK: %[[RUNS:.*]] = arith.cmpi slt, %[[A]], %[[N]]
// CHECK: %[[AFTER:.*]] = arith.select %[[RUNS]], %{{.*}}, %[[A]]
// CHECK: scf.for
// A step of 0 is fine in a loop that does not run.
// CHECK: %[[AGAIN:.*]] = arith.cmpi slt, %[[A]], %[[N]]
// CHECK: %[[LAST:.*]] = scf.if %[[AGAIN]] -> (i32) {
// CHECK: arith.divui %{{.*}}, %[[S]]
// CHECK: } else {
// CHECK: scf.yield %[[A]]
// CHECK: llvm.store %[[MOST]]
// CHECK: llvm.store %[[AFTER]]
// CHECK: llvm.store %[[LAST]]
llvm.func @exit_values(%a: i32, %n: i32, %s: i32, %p: !llvm.ptr) attributes {heddle.kernel} {
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %0 = scf.while (%i = %a) : (i32) -> i32 {
    %more = arith.cmpi slt, %i, %n : i32
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%i: i32):
    llvm.store volatile %i, %p : i32, !llvm.ptr
    %next = arith.addi %i, %c1 overflow<nsw> : i32
    scf.yield %next : i32
  }
  %1 = scf.while (%i = %a) : (i32) -> i32 {
    %more = arith.cmpi slt, %i, %n : i32
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%i: i32):
    llvm.store volatile %i, %p : i32, !llvm.ptr
    %next = arith.addi %i, %c3 overflow<nsw> : i32
    scf.yield %next : i32
  }
  %2 = scf.while (%i = %a) : (i32) -> i32 {
    %more = arith.cmpi slt, %i, %n : i32
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%i: i32):
    llvm.store volatile %i, %p : i32, !llvm.ptr
    %next = arith.addi %i, %s overflow<nsw> : i32
    scf.yield %next : i32
  }
  llvm.store %0, %p : i32, !llvm.ptr
  llvm.store %1, %p : i32, !llvm.ptr
  llvm.store %2, %p : i32, !llvm.ptr
  llvm.return
}

// The comparison itself is passed on: it is true in the loop and false behind.
// CHECK-LABEL: llvm.func @passes_condition
// CHECK: scf.while
llvm.func @passes_condition(%n: i32, %p: !llvm.ptr) attributes {heddle.kernel} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0:2 = scf.while (%i = %c0) : (i32) -> (i32, i1) {
    %more = arith.cmpi slt, %i, %n : i32
    scf.condition(%more) %i, %more : i32, i1
  } do {
  ^bb0(%i: i32, %is: i1):
    llvm.store %is, %p : i1, !llvm.ptr
    %next = arith.addi %i, %c1 overflow<nsw> : i32
    scf.yield %next : i32
  }
  llvm.store %0#1, %p : i1, !llvm.ptr
  llvm.return
}
