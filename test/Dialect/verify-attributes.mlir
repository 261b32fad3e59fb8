// RUN: %heddle-opt %s -verify-diagnostics -split-input-file

// Attributes of the dialects `par` and `heddle` have a known name, the right
// type, and are on the right kind of operation.

func.func @unknown_name(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{there is no attribute 'par.bloc'}}
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
  } {par.bloc}
  return
}

// -----

// expected-error @+1 {{there is no attribute 'heddle.kernal'}}
llvm.func @kernel() attributes {heddle.kernal}

// -----

func.func @mark_on_a_serial_loop(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'par.block' must be on an scf.parallel}}
  scf.for %t = %c0 to %n step %c1 {
  } {par.block}
  return
}

// -----

func.func @capacity_of_any_size(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'par.capacity' must be an integer}}
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
  } {par.block, par.capacity}
  return
}

// -----

func.func @shape_of_threads(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'par.shape' must be on a loop over the grid}}
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
  } {par.block, par.shape = "32x1x1"}
  return
}

// -----

func.func @rare_grid(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'par.rare' must be on a loop over threads}}
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
  } {par.grid, par.rare}
  return
}

// -----

func.func @aligned_sum(%a: i32) {
  // expected-error @+1 {{'par.alignment' must be on a raised access}}
  %0 = arith.addi %a, %a {par.alignment = 4 : i64} : i32
  return
}

// -----

// expected-error @+1 {{'heddle.shared_bytes' must be an integer}}
llvm.func @grid() attributes {heddle.shared_bytes = "4"}

// -----

// expected-error @+1 {{'heddle.shared' must be on a variable}}
llvm.func @shared() attributes {heddle.shared}

// -----

// expected-error @+1 {{'heddle.kernel' must be on a function}}
llvm.mlir.global external @variable() {heddle.kernel} : i32
