// RUN: %heddle-opt --flatten-ifs %s | FileCheck %s
// RUN: %heddle-opt --flatten-ifs=drops-promises %s | FileCheck --check-prefix=DROP %s

// `a && b` on cheap conditions.
// CHECK-LABEL: llvm.func @short_circuit
// CHECK-NOT: scf.if
// CHECK: %[[B:.*]] = arith.cmpi slt
// CHECK: arith.select %{{.*}}, %[[B]], %{{.*}} : i1
llvm.func @short_circuit(%a: i1, %x: i32, %n: i32) -> i1 {
  %false = arith.constant false
  %r = scf.if %a -> (i1) {
    %b = arith.cmpi slt, %x, %n : i32
    scf.yield %b : i1
  } else {
    scf.yield %false : i1
  }
  llvm.return %r : i1
}

// A load may fault, so it is not speculated.
// CHECK-LABEL: llvm.func @load_stays
// CHECK: scf.if
// CHECK: memref.load
llvm.func @load_stays(%a: i1, %p: !llvm.ptr, %d: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %v = par.view %p : !llvm.ptr -> memref<?xf32>
  %r = scf.if %a -> (f32) {
    %x = memref.load %v[%c0] : memref<?xf32>
    scf.yield %x : f32
  } else {
    scf.yield %d : f32
  }
  llvm.return %r : f32
}

// Division by a number that may be zero is not speculated.
// CHECK-LABEL: llvm.func @division_stays
// CHECK: scf.if
// CHECK: arith.divsi
llvm.func @division_stays(%a: i1, %x: i32, %n: i32) -> i32 {
  %r = scf.if %a -> (i32) {
    %q = arith.divsi %x, %n : i32
    scf.yield %q : i32
  } else {
    scf.yield %x : i32
  }
  llvm.return %r : i32
}

// Where threads become lanes, all of them add up now, also those for which the
// sum is too large.
// CHECK-LABEL: llvm.func @promise
// CHECK: arith.addi %{{.*}}, %{{.*}} overflow<nsw>
// DROP-LABEL: llvm.func @promise
// DROP: arith.addi %{{[^ ]*}}, %{{[^ ]*}} : i32
llvm.func @promise(%a: i1, %x: i32, %n: i32) -> i32 {
  %r = scf.if %a -> (i32) {
    %b = arith.addi %x, %n overflow<nsw> : i32
    scf.yield %b : i32
  } else {
    scf.yield %x : i32
  }
  llvm.return %r : i32
}
