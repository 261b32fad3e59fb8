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

// -----

func.func @query(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
    scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
      // expected-error @+1 {{'gpu.thread_id' op is left after the launch was formed}}
      %0 = gpu.thread_id x
    } {par.block}
  } {par.grid}
  return
}

// -----

func.func @unmarked(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
    // expected-error @+1 {{a parallel loop is over neither grid nor threads}}
    scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
    }
  } {par.grid}
  return
}

// -----

func.func @both(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
    // expected-error @+1 {{a loop is marked as over the grid and over threads}}
    scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
    } {par.block, par.grid}
  } {par.grid}
  return
}

// -----

func.func @grid_from_one(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{a loop over the grid does not start at 0}}
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c1) to (%n, %n, %n) step (%c1, %c1, %c1) {
    scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
    } {par.block}
  } {par.grid}
  return
}

// -----

func.func @grid_by_n(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{a loop over the grid does not have step 1}}
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %n, %c1) {
    scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
    } {par.block}
  } {par.grid}
  return
}

// -----

func.func @flat_grid(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{a loop over the grid must have three dimensions}}
  scf.parallel (%b) = (%c0) to (%n) step (%c1) {
    scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
    } {par.block}
  } {par.grid}
  return
}

// -----

func.func @threads_alone(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{a loop over threads is not in one over the grid}}
  scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
  } {par.block}
  return
}

// -----

func.func @threads_in_threads(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
    scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
      // expected-error @+1 {{a loop over threads is in another one}}
      scf.parallel (%i) = (%c0) to (%n) step (%c1) {
      } {par.block}
    } {par.block}
  } {par.grid}
  return
}

// -----

func.func @grid_in_grid(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
    // expected-error @+1 {{a loop over the grid is in another one}}
    scf.parallel (%cz, %cy, %cx) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
    } {par.grid}
    scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
    } {par.block}
  } {par.grid}
  return
}

// -----

func.func @barrier_of_a_block(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
    scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
    } {par.block}
    // expected-error @+1 {{'par.barrier' op is not in a loop over threads}}
    par.barrier(%bz, %by, %bx)
  } {par.grid}
  return
}

// -----

func.func @swapped(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
    scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
      // expected-error @+1 {{'par.lane' op does not name the loop over threads around it}}
      %0 = par.lane(%x, %y, %z)
    } {par.block}
  } {par.grid}
  return
}

// -----

func.func @early_lanes(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
    scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
      %true = arith.constant true
      %all = arith.constant -1 : i32
      // expected-error @+1 {{'par.warp' op names a loop over lanes before there is one}}
      par.warp sync %true, %all over(%x)
    } {par.block}
  } {par.grid}
  return
}

// -----

func.func @new_loop(%n: index) {
  // expected-error @+1 {{'par.for' op is left after the conversion to scf}}
  par.for %s (%i) in (%n) {
  }
  return
}
