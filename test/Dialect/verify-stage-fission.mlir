// RUN: %heddle-opt %s --verify-stage=stage=fission -verify-diagnostics -split-input-file

// No loop over threads holds a barrier, nor is one left between them.

func.func @warps_stay(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
    scf.parallel (%x) = (%c0) to (%n) step (%c1) {
      %true = arith.constant true
      %all = arith.constant -1 : i32
      par.warp sync %true, %all over()
    } {par.block}
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
      // expected-error @+1 {{'par.barrier' op is left after fission}}
      par.barrier(%x)
    } {par.block}
  } {par.grid}
  return
}

// -----

func.func @any(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
    scf.parallel (%x) = (%c0) to (%n) step (%c1) {
      %true = arith.constant true
      // expected-error @+1 {{'par.any' op is left after fission}}
      %0 = par.any %true over (%x)
    } {par.block}
  } {par.grid}
  return
}

// -----

func.func @count(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
    scf.parallel (%x) = (%c0) to (%n) step (%c1) {
      %true = arith.constant true
      // expected-error @+1 {{'par.count' op is left after fission}}
      %0 = par.count %true over (%x)
    } {par.block}
  } {par.grid}
  return
}

// -----

func.func @between(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
    scf.parallel (%x) = (%c0) to (%n) step (%c1) {
    } {par.block}
    // expected-error @+1 {{'par.barrier' op is left after fission}}
    par.barrier(%bz, %by, %bx)
  } {par.grid}
  return
}

// -----

func.func @grid_sync_of_threads(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
    scf.parallel (%x) = (%c0) to (%n) step (%c1) {
      // expected-error @+1 {{'par.grid_sync' op is left in a loop over threads after fission}}
      par.grid_sync(%x)
    } {par.block}
  } {par.grid}
  return
}

// -----

func.func @grid_sync_of_no_grid(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
    scf.parallel (%x) = (%c0) to (%n) step (%c1) {
    } {par.block}
    // expected-error @+1 {{'par.grid_sync' op does not name the loop over the grid around it}}
    par.grid_sync(%bx)
  } {par.grid}
  return
}

// -----

func.func @not_moved(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
    scf.parallel (%x) = (%c0) to (%n) step (%c1) {
      // expected-error @+1 {{'arith.constant' op was not moved to block level by fission}}
      %0 = arith.constant {par.block_level} 7 : i32
    } {par.block}
  } {par.grid}
  return
}
