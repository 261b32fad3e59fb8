// RUN: %heddle-opt --hoist-invariants %s | FileCheck %s

// What may be poison for a thread that does not enter its loop stays there.
// CHECK-LABEL: func.func @thread
// CHECK: par.for
// CHECK: arith.xori
// CHECK: scf.for
// CHECK-NEXT: %[[SUM:.*]] = arith.addi {{.*}} overflow<nsw>
// CHECK-NEXT: arith.extsi %[[SUM]]
func.func @thread(%p: !llvm.ptr, %n: i32, %trips: index) {
  %c32 = arith.constant 32 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  par.for block %s (%x) in (%c32) race_free bound [1024] {
    %t = arith.index_castui %x : index to i32
    scf.for %k = %c0 to %trips step %c1 {
      %a = arith.addi %t, %n overflow<nsw> : i32
      %b = arith.extsi %a : i32 to i64
      %c = arith.xori %t, %n : i32
      func.call @use(%b, %c) : (i64, i32) -> ()
    }
  }
  return
}

// All threads of a block are there, or none.
// CHECK-LABEL: func.func @block
// CHECK: arith.addi {{.*}} overflow<nsw>
// CHECK: par.for
func.func @block(%n: i32) {
  %c32 = arith.constant 32 : index
  par.for block %s (%x) in (%c32) race_free bound [1024] {
    %a = arith.addi %n, %n overflow<nsw> : i32
    %b = arith.extsi %a : i32 to i64
    func.call @use(%b, %a) : (i64, i32) -> ()
  }
  return
}

// The condition of a loop is evaluated at least once.
// CHECK-LABEL: func.func @condition
// CHECK: arith.muli {{.*}} overflow<nsw>
// CHECK: par.for
// CHECK: scf.while
func.func @condition(%n: i32, %m: i32) {
  %c32 = arith.constant 32 : index
  par.for block %s (%x) in (%c32) race_free bound [1024] {
    %t = arith.index_castui %x : index to i32
    %r = scf.while (%i = %t) : (i32) -> i32 {
      %end = arith.muli %n, %m overflow<nsw> : i32
      %more = arith.cmpi slt, %i, %end : i32
      scf.condition(%more) %i : i32
    } do {
    ^bb0(%i: i32):
      %next = arith.addi %i, %n : i32
      scf.yield %next : i32
    }
  }
  return
}
func.func private @use(i64, i32)
