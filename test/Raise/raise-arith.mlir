// RUN: %heddle-opt %s --raise-arith | FileCheck %s

// CHECK-LABEL: llvm.func @integers
// CHECK: arith.constant 7 : i32
// CHECK: arith.addi %{{.*}} overflow<nsw> : i32
// CHECK: arith.muli %{{.*}} overflow<nsw, nuw> : i32
// CHECK: arith.divui
// CHECK: arith.divsi
// CHECK: arith.muli
// CHECK: arith.subi
// CHECK: arith.remui %{{.*}}, %c7_i32
// CHECK: arith.shrui
// CHECK: arith.maxsi
// CHECK: arith.cmpi ult
// CHECK: arith.select
// CHECK: arith.extui %{{.*}} : i32 to i64
// CHECK: arith.trunci %{{.*}} : i64 to i8
llvm.func @integers(%a: i32, %b: i32) attributes {heddle.kernel} {
  %0 = llvm.mlir.constant(7 : i32) : i32
  %1 = llvm.add %a, %0 overflow<nsw> : i32
  %2 = llvm.mul %1, %b overflow<nsw, nuw> : i32
  %3 = llvm.udiv %2, %b : i32
  %4 = llvm.srem %3, %b : i32
  %11 = llvm.urem %4, %0 : i32
  %5 = llvm.lshr %11, %b : i32
  %6 = llvm.intr.smax(%5, %b) : (i32, i32) -> i32
  %7 = llvm.icmp "ult" %6, %b : i32
  %8 = llvm.select %7, %6, %b : i1, i32
  %9 = llvm.zext %8 : i32 to i64
  %10 = llvm.trunc %9 : i64 to i8
  llvm.return
}

// CHECK-LABEL: llvm.func @floats
// CHECK: arith.addf %{{.*}} fastmath<contract> : f32
// CHECK: arith.mulf %{{.*}} fastmath<fast> : f32
// CHECK: arith.negf
// CHECK: arith.cmpf olt
// CHECK: arith.cmpf une
// CHECK: arith.fptosi %{{.*}} : f32 to i32
// CHECK: arith.bitcast %{{.*}} : f32 to i32
// CHECK: math.sqrt %{{.*}} fastmath<afn> : f32
// CHECK: math.fma
// CHECK: arith.maxnumf
// CHECK: ub.poison : f32
// CHECK: arith.addf %{{.*}} : vector<4xf32>
llvm.func @floats(%a: f32, %b: f32, %v: vector<4xf32>) attributes {heddle.kernel} {
  %0 = llvm.fadd %a, %b {fastmathFlags = #llvm.fastmath<contract>} : f32
  %1 = llvm.fmul %0, %b {fastmathFlags = #llvm.fastmath<fast>} : f32
  %2 = llvm.fneg %1 : f32
  %3 = llvm.fcmp "olt" %2, %b : f32
  %4 = llvm.fcmp "une" %2, %b : f32
  %5 = llvm.fptosi %2 : f32 to i32
  %6 = llvm.bitcast %2 : f32 to i32
  %7 = llvm.intr.sqrt(%2) {fastmathFlags = #llvm.fastmath<afn>} : (f32) -> f32
  %8 = llvm.intr.fma(%7, %a, %b) : (f32, f32, f32) -> f32
  %9 = llvm.intr.maxnum(%8, %b) : (f32, f32) -> f32
  %10 = llvm.mlir.poison : f32
  %11 = llvm.fadd %v, %v : vector<4xf32>
  llvm.return
}

// What arith has no counterpart for stays: pointers, and casts that change the
// number of elements.
// CHECK-LABEL: llvm.func @stays
// CHECK: llvm.icmp "eq" %{{.*}} : !llvm.ptr
// CHECK: llvm.select %{{.*}} : i1, !llvm.ptr
// CHECK: llvm.ptrtoint
// CHECK: llvm.bitcast %{{.*}} : vector<4xf32> to vector<2xf64>
// CHECK: llvm.mlir.zero : !llvm.ptr
llvm.func @stays(%p: !llvm.ptr, %q: !llvm.ptr, %v: vector<4xf32>) attributes {heddle.kernel} {
  %0 = llvm.icmp "eq" %p, %q : !llvm.ptr
  %1 = llvm.select %0, %p, %q : i1, !llvm.ptr
  %2 = llvm.ptrtoint %1 : !llvm.ptr to i64
  %3 = llvm.bitcast %v : vector<4xf32> to vector<2xf64>
  %4 = llvm.mlir.zero : !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @fibers
// CHECK: llvm.add
llvm.func @fibers(%a: i32) attributes {heddle.kernel, heddle.fibers} {
  %0 = llvm.add %a, %a : i32
  llvm.return
}

// CHECK-LABEL: llvm.func @no_kernel
// CHECK: llvm.add
llvm.func @no_kernel(%a: i32) {
  %0 = llvm.add %a, %a : i32
  llvm.return
}

// Two of these could be joined to one that overflows where they do not.
// CHECK-LABEL: llvm.func @large_constants
llvm.func @large_constants(%x: i32) -> i32 attributes {heddle.kernel} {
  %large = llvm.mlir.constant(2147483647 : i32) : i32
  %small = llvm.mlir.constant(5 : i32) : i32
  // CHECK: arith.subi %{{.*}} overflow<nsw> : i32
  %0 = llvm.sub %x, %small overflow<nsw> : i32
  // CHECK: arith.subi %{{.*}}, %{{[^ ]*}} : i32
  %1 = llvm.sub %0, %large overflow<nsw> : i32
  llvm.return %1 : i32
}
