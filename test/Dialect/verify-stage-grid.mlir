// RUN: %heddle-opt %s --verify-stage=stage=grid -verify-diagnostics -split-input-file

// Nothing synchronises once the grid's loop is split.

func.func @grid_sync(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
    scf.parallel (%x) = (%c0) to (%n) step (%c1) {
    } {par.block}
    // expected-error @+1 {{'par.grid_sync' op is left after the grid's loop was split}}
    par.grid_sync(%bz, %by, %bx)
  } {par.grid}
  return
}

// -----

func.func @barrier(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
    scf.parallel (%x) = (%c0) to (%n) step (%c1) {
      // expected-error @+1 {{'par.barrier' op is left after the grid's loop was split}}
      par.barrier(%x)
    } {par.block}
  } {par.grid}
  return
}
