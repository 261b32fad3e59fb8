// RUN: %heddle-opt %s --canonicalize=top-down=false | FileCheck %s
// RUN: %heddle-opt %s --canonicalize | FileCheck %s

// A loop carries the sum under two names, of which one is also what it begins
// with after no turn: both are the sum after each.
// CHECK-LABEL: func @twice
// CHECK: scf.while
// CHECK: do {
// CHECK: %[[SUM:.*]] = arith.addf
// CHECK: scf.yield %[[SUM]], %[[SUM]], %{{.*}} : f32, f32, i32
func.func @twice(%first: f32, %n: i32, %x: f32) -> f32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %true = arith.constant true
  %false = arith.constant false
  %three = arith.constant 3.0 : f32
  %p = ub.poison : f32
  %q = ub.poison : i32
  %r:4 = scf.while (%f0 = %first, %f1 = %three, %j = %n) : (f32, f32, i32) -> (f32, f32, i32, f32) {
    %c = arith.cmpi ne, %j, %c0 : i32
    %i:4 = scf.if %c -> (f32, f32, i32, i1) {
      %sum = arith.addf %f0, %x : f32
      %k = arith.shrui %j, %c1 : i32
      scf.yield %sum, %sum, %k, %true : f32, f32, i32, i1
    } else {
      scf.yield %p, %p, %q, %false : f32, f32, i32, i1
    }
    scf.condition(%i#3) %i#0, %i#1, %i#2, %f1 : f32, f32, i32, f32
  } do {
  ^bb0(%a: f32, %b: f32, %k: i32, %unused: f32):
    scf.yield %a, %b, %k : f32, f32, i32
  }
  return %r#3 : f32
}

// An operation of the dialect, which has the pattern.
func.func @dialect(%p: !llvm.ptr) -> memref<?xf32> {
  %v = par.view %p : !llvm.ptr -> memref<?xf32>
  return %v : memref<?xf32>
}
