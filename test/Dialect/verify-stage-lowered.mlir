// RUN: %heddle-opt %s --verify-stage=stage=lowered -verify-diagnostics -split-input-file

// All is LLVM, without marks.

llvm.func @lowered(%n: i32) attributes {heddle.fibers, heddle.may_wait, heddle.may_join, heddle.shared_bytes = 4 : i64} {
  llvm.return
}

// -----

// expected-error @+1 {{'llvm.func' op still has the attribute 'heddle.kernel'}}
llvm.func @kernel() attributes {heddle.kernel} {
  llvm.return
}

// -----

llvm.mlir.global external @variable() : i32
llvm.func @mark() {
  // expected-error @+1 {{'llvm.mlir.addressof' op still has the attribute 'par.constant'}}
  %0 = llvm.mlir.addressof @variable {par.constant} : !llvm.ptr
  llvm.return
}

// -----

llvm.func @sum(%n: i32) {
  // expected-error @+1 {{'arith.addi' op is left after lowering to LLVM}}
  %0 = arith.addi %n, %n : i32
  llvm.return
}

// -----

llvm.func @cast(%n: i64) {
  // expected-error @+1 {{'builtin.unrealized_conversion_cast' op is left after lowering to LLVM}}
  %0 = builtin.unrealized_conversion_cast %n : i64 to index
  llvm.return
}

// -----

llvm.func @view(%p: !llvm.ptr) {
  // expected-error @+1 {{'par.view' op is left after lowering to LLVM}}
  %0 = par.view %p : !llvm.ptr -> memref<?xf32>
  llvm.return
}
