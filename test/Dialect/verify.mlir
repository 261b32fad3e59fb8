// RUN: %heddle-opt %s -verify-diagnostics -split-input-file

func.func @barrier_of_a_serial_loop(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    // expected-error @+1 {{'par.barrier' op operand is not an induction variable of a parallel loop}}
    par.barrier(%i)
  }
  return
}

// -----

func.func @any_of_a_function_argument(%n: index, %c: i1) {
  // expected-error @+1 {{'par.any' op operand is not an induction variable of a parallel loop}}
  %0 = par.any %c over (%n)
  return
}

// -----

// A variable of a loop that ran once was folded to its value.
func.func @barrier_of_a_folded_loop() {
  %c0 = arith.constant 0 : index
  par.barrier(%c0)
  return
}

// -----

func.func @columns_of_unknown_size(%p: !llvm.ptr) {
  // expected-error @+1 {{'par.view' op only the outermost size may be unknown}}
  %0 = par.view %p : !llvm.ptr -> memref<4x?xf32>
  return
}

// -----

func.func @column_by_column(%p: !llvm.ptr) {
  // expected-error @+1 {{'par.view' op result must be laid out row by row}}
  %0 = par.view %p : !llvm.ptr -> memref<4x4xf32, strided<[1, 4]>>
  return
}

// -----

func.func @unranked(%p: !llvm.ptr) {
  // expected-error @+1 {{'par.view' op result #0 must be memref of any type values}}
  %0 = "par.view"(%p) : (!llvm.ptr) -> memref<*xf32>
  return
}

// -----

func.func @no_pointer(%m: memref<4xf32>) {
  // expected-error @+1 {{'par.pointer' op result #0 must be LLVM pointer type}}
  %0 = "par.pointer"(%m) : (memref<4xf32>) -> i64
  return
}
