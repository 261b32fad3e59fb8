// RUN: %heddle-opt %s --verify-stage=stage=optimized -verify-diagnostics -split-input-file

// The same nest, but there may be something between the two loops.

func.func @in_an_if(%n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
    scf.if %c {
      scf.parallel (%x) = (%c0) to (%n) step (%c1) {
        par.barrier(%x)
      } {par.block}
    }
  } {par.grid}
  return
}

// -----

func.func @threads_from_one(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
    // A part of the threads is enough where they do not wait for each other.
    scf.parallel (%x) = (%c1) to (%n) step (%c1) {
    } {par.block}
    // expected-error @+1 {{a loop over threads does not start at 0}}
    scf.parallel (%x) = (%c1) to (%n) step (%c1) {
      par.barrier(%x)
    } {par.block}
  } {par.grid}
  return
}

// -----

func.func @threads_by_n(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
    // expected-error @+1 {{a loop over threads does not have step 1}}
    scf.parallel (%x) = (%c0) to (%n) step (%n) {
    } {par.block}
  } {par.grid}
  return
}

// -----

func.func @barrier_of_the_grid(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
    scf.parallel (%x) = (%c0) to (%n) step (%c1) {
      // expected-error @+1 {{'par.barrier' op does not name the loop over threads around it}}
      par.barrier(%bz, %by, %bx)
    } {par.block}
  } {par.grid}
  return
}
