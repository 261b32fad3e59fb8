// RUN: %heddle-opt %s --verify-stage=stage=par -verify-diagnostics -split-input-file

// A launch is a loop over the grid around a loop over threads, each from 0 by 1
// in three dimensions; what synchronises names the loop over threads.

func.func @formed(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
    scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
      par.barrier(%z, %y, %x)
      %lane = par.lane(%z, %y, %x)
      %true = arith.constant true
      %all = arith.constant -1 : i32
      par.warp sync %true, %all over()
    } {par.block}
  } {par.grid}
  return
}

// -----

// expected-error @+1 {{a raised kernel's launch was not formed}}
llvm.func @kernel() attributes {heddle.kernel} {
  llvm.return
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

func.func @empty_grid(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{a loop over the grid has none over threads in it}}
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
  } {par.grid}
  return
}

// -----

func.func @threads_from_n(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
    // expected-error @+1 {{a loop over threads does not start at 0}}
    scf.parallel (%z, %y, %x) = (%c0, %n, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
    } {par.block}
  } {par.grid}
  return
}

// -----

func.func @flat_threads(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
    // expected-error @+1 {{a loop over threads must have three dimensions}}
    scf.parallel (%x) = (%c0) to (%n) step (%c1) {
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

func.func @barrier_of_the_grid(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
    scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
      // expected-error @+1 {{'par.barrier' op does not name the loop over threads around it}}
      par.barrier(%bz, %by, %bx)
    } {par.block}
  } {par.grid}
  return
}

// -----

func.func @barrier_of_no_loop(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%bz, %by, %bx) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
    scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
      // expected-error @+1 {{'par.barrier' op does not name the loop over threads around it}}
      par.barrier()
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
