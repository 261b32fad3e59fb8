// RUN: %heddle-opt %s --raise-control-flow | FileCheck %s

// CHECK-LABEL: llvm.func @branch
// CHECK-SAME: (%[[C:.*]]: i1
// CHECK-NOT: llvm.cond_br
// CHECK: %[[V:.*]] = scf.if %[[C]] -> (i32)
// CHECK: llvm.store %[[V]]
// CHECK: llvm.return
llvm.func @branch(%c: i1, %a: i32, %b: i32, %p: !llvm.ptr) attributes {heddle.kernel} {
  llvm.cond_br %c, ^then, ^end(%b : i32)
^then:
  %0 = llvm.add %a, %b : i32
  llvm.br ^end(%0 : i32)
^end(%v: i32):
  llvm.store %v, %p : i32, !llvm.ptr
  llvm.return
}

// A loop that tests before its body: the body stays under the test.
// CHECK-LABEL: llvm.func @loop
// CHECK: scf.while
// CHECK: llvm.icmp "slt"
// CHECK: scf.if
// CHECK: llvm.store
// CHECK: scf.condition
llvm.func @loop(%n: i32, %p: !llvm.ptr) attributes {heddle.kernel} {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  llvm.br ^head(%zero : i32)
^head(%i: i32):
  %more = llvm.icmp "slt" %i, %n : i32
  llvm.cond_br %more, ^body, ^end
^body:
  llvm.store %i, %p : i32, !llvm.ptr
  %next = llvm.add %i, %one : i32
  llvm.br ^head(%next : i32)
^end:
  llvm.return
}

// An early return leaves one return: what comes after it is in the other
// branch.
// CHECK-LABEL: llvm.func @early_return
// CHECK: scf.if
// CHECK-NOT: llvm.store
// CHECK: } else {
// CHECK: llvm.store
// CHECK: }
// CHECK: llvm.return
// CHECK-NOT: llvm.return
// CHECK-LABEL: llvm.func @switch
llvm.func @early_return(%c: i1, %a: i32, %p: !llvm.ptr) attributes {heddle.kernel} {
  llvm.cond_br %c, ^out, ^work
^out:
  llvm.return
^work:
  llvm.store %a, %p : i32, !llvm.ptr
  llvm.return
}

// CHECK: %[[I:.*]] = arith.index_castui %{{.*}} : i32 to index
// CHECK: scf.index_switch %[[I]]
// CHECK: case 3 {
// CHECK: case 4294967295 {
// CHECK: default {
llvm.func @switch(%a: i32, %p: !llvm.ptr) attributes {heddle.kernel} {
  llvm.switch %a : i32, ^end [
    3: ^three,
    -1: ^minus
  ]
^three:
  llvm.store %a, %p : i32, !llvm.ptr
  llvm.br ^end
^minus:
  %q = llvm.getelementptr %p[1] : (!llvm.ptr) -> !llvm.ptr, i32
  llvm.store %a, %q : i32, !llvm.ptr
  llvm.br ^end
^end:
  llvm.return
}

// A loop with two entries (irreducible control flow) works too.
// CHECK-LABEL: llvm.func @irreducible
// CHECK: scf.while
// CHECK-NOT: {{\.(cond_)?br }}
// CHECK: llvm.return
llvm.func @irreducible(%c: i1, %d: i1, %p: !llvm.ptr) attributes {heddle.kernel} {
  %one = llvm.mlir.constant(1 : i32) : i32
  llvm.cond_br %c, ^a, ^b
^a:
  llvm.store %one, %p : i32, !llvm.ptr
  llvm.br ^b
^b:
  llvm.cond_br %d, ^a, ^end
^end:
  llvm.return
}

// CHECK-LABEL: llvm.func @endless
// CHECK: scf.while
// CHECK: llvm.return
llvm.func @endless(%a: i32, %p: !llvm.ptr) attributes {heddle.kernel} {
  llvm.br ^body
^body:
  llvm.store %a, %p : i32, !llvm.ptr
  llvm.br ^body
}

// CHECK-LABEL: llvm.func @fibers
// CHECK: llvm.cond_br
llvm.func @fibers(%c: i1) attributes {heddle.kernel, heddle.fibers} {
  llvm.cond_br %c, ^a, ^b
^a:
  llvm.br ^b
^b:
  llvm.return
}

// CHECK-LABEL: llvm.func @no_kernel
// CHECK: llvm.cond_br
llvm.func @no_kernel(%c: i1) {
  llvm.cond_br %c, ^a, ^b
^a:
  llvm.br ^b
^b:
  llvm.return
}
