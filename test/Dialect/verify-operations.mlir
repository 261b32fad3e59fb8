// RUN: %heddle-opt %s -verify-diagnostics -split-input-file

// What an operation of `par` demands of its surroundings.

func.func @barrier_of_two_loops(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%b) = (%c0) to (%n) step (%c1) {
    scf.parallel (%t) = (%c0) to (%n) step (%c1) {
      // expected-error @+1 {{'par.barrier' op names variables of two loops}}
      par.barrier(%b, %t)
    } {par.block}
  } {par.grid}
  return
}

// -----

func.func @barrier_of_a_sum(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    %i = arith.addi %t, %c1 : index
    // expected-error @+1 {{'par.barrier' op operand is not an induction variable of a parallel loop}}
    par.barrier(%i)
  } {par.block}
  return
}

// -----

func.func @lane_of_a_serial_loop(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    // expected-error @+1 {{'par.lane' op operand is not an induction variable of a parallel loop}}
    %0 = par.lane(%i)
  }
  return
}

// -----

func.func @memory_of_a_launch_in_a_block(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%b) = (%c0) to (%n) step (%c1) {
    // expected-error @+1 {{'par.grid_memory' op must be outside the loop over the grid}}
    %0 = par.grid_memory %n : !llvm.ptr
  } {par.grid}
  return
}

// -----

func.func @shared_memory_of_a_thread(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    // expected-error @+1 {{'par.dynamic_shared' op must be outside the loop over threads}}
    %0 = par.dynamic_shared : !llvm.ptr
  } {par.block}
  return
}

// -----

func.func @footprints_of_rows_and_blocks(%p: !llvm.ptr, %n: index, %true: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'par.footprint' op is of rows where another of its loop is of blocks, or the reverse}}
  par.footprint rows writes %p + %n from %n to %n every %n if %true : !llvm.ptr
  par.footprint %p + %n from %n to %n every %n if %true : !llvm.ptr
  scf.parallel (%b) = (%c0) to (%n) step (%c1) {
  } {par.grid}
  return
}

// -----

func.func @pointer_to_columns(%m: memref<4x4xf32, strided<[1, 4]>>) {
  // expected-error @+1 {{'par.pointer' op source must be laid out row by row}}
  %0 = par.pointer %m : memref<4x4xf32, strided<[1, 4]>> -> !llvm.ptr
  return
}

// -----

func.func @view_without_a_size(%p: !llvm.ptr, %n: index) {
  // expected-error @+1 {{'par.view' op needs a size for each that is not constant}}
  %0 = par.view %p sizes(%n) : !llvm.ptr -> memref<?x?xf32>
  return
}
