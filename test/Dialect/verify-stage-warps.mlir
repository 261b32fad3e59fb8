// RUN: %heddle-opt %s --verify-stage=stage=warps -verify-diagnostics -split-input-file

// Fission of the loops over lanes leaves no warp operation.

func.func @warp(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
    scf.parallel (%x) = (%c0) to (%n) step (%c1) {
      %true = arith.constant true
      %all = arith.constant -1 : i32
      // expected-error @+1 {{'par.warp' op is left after warps were formed and split}}
      par.warp sync %true, %all over(%x)
    } {par.block}
  } {par.grid}
  return
}

// -----

func.func @lane(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
    scf.parallel (%x) = (%c0) to (%n) step (%c1) {
      // expected-error @+1 {{'par.lane' op is left after warps were formed and split}}
      %0 = par.lane(%x)
    } {par.block}
  } {par.grid}
  return
}

// -----

func.func @grid_sync_stays(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
    scf.parallel (%x) = (%c0) to (%n) step (%c1) {
    } {par.block}
    par.grid_sync(%bz, %by, %bx)
  } {par.grid}
  return
}
