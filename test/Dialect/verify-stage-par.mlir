// RUN: %heddle-opt %s --verify-stage=stage=par -verify-diagnostics -split-input-file

// A launch is a loop over the grid directly around one loop over threads, both
// in three dimensions. What synchronises names the scope of one of them, and
// barriers state no weaker effects than those of the code around them.

func.func @formed(%n: index) {
  par.for grid %g (%bz, %by, %bx) in (%n, %n, %n) {
    %tile = memref.alloca() : memref<64xf32, #par.space<block>>
    par.for block %s (%z, %y, %x) in (%n, %n, %n) {
      par.barrier %s
      par.barrier %g
      %lane = par.lane in %s
      %all = arith.constant -1 : i32
      par.barrier %s among warp mask %all
      %sum = par.reduce add %lane mask %all in %s
    }
  }
  return
}

// -----

// expected-error @+1 {{a raised kernel's launch was not formed}}
llvm.func @kernel() attributes {heddle.kernel} {
  llvm.return
}

// -----

func.func @query(%n: index) {
  par.for grid %g (%bz, %by, %bx) in (%n, %n, %n) {
    par.for block %s (%z, %y, %x) in (%n, %n, %n) {
      // expected-error @+1 {{'gpu.thread_id' op is left after the launch was formed}}
      %0 = gpu.thread_id x
    }
  }
  return
}

// -----

func.func @old_loop(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  par.for grid %g (%bz, %by, %bx) in (%n, %n, %n) {
    par.for block %s (%z, %y, %x) in (%n, %n, %n) {
      // expected-error @+1 {{'scf.parallel' op is no loop of the launch}}
      scf.parallel (%i) = (%c0) to (%n) step (%c1) {
      }
    }
  }
  return
}

// -----

func.func @warps(%n: index) {
  par.for grid %g (%bz, %by, %bx) in (%n, %n, %n) {
    par.for block %s (%z, %y, %x) in (%n, %n, %n) {
      // expected-error @+1 {{'par.for' op is neither over a grid nor over threads}}
      par.for lane %l (%i) in (%n) {
      }
    }
  }
  return
}

// -----

func.func @plain(%n: index) {
  // expected-error @+1 {{'par.for' op is neither over a grid nor over threads}}
  par.for %s (%i) in (%n) {
  }
  return
}

// -----

func.func @flat_grid(%n: index) {
  // expected-error @+1 {{'par.for' op must have three dimensions}}
  par.for grid %g (%b) in (%n) {
    par.for block %s (%z, %y, %x) in (%n, %n, %n) {
    }
  }
  return
}

// -----

func.func @flat_threads(%n: index) {
  par.for grid %g (%bz, %by, %bx) in (%n, %n, %n) {
    // expected-error @+1 {{'par.for' op must have three dimensions}}
    par.for block %s (%x) in (%n) {
    }
  }
  return
}

// -----

func.func @empty_grid(%n: index) {
  // expected-error @+1 {{'par.for' op over a grid does not have one loop over threads}}
  par.for grid %g (%bz, %by, %bx) in (%n, %n, %n) {
  }
  return
}

// -----

func.func @two_loops_over_threads(%n: index) {
  // expected-error @+1 {{'par.for' op over a grid does not have one loop over threads}}
  par.for grid %g (%bz, %by, %bx) in (%n, %n, %n) {
    par.for block %s (%z, %y, %x) in (%n, %n, %n) {
    }
    par.for block %r (%k, %j, %i) in (%n, %n, %n) {
    }
  }
  return
}

// -----

func.func @threads_alone(%n: index) {
  // expected-error @+1 {{'par.for' op over threads is not directly in one over a grid}}
  par.for block %s (%z, %y, %x) in (%n, %n, %n) {
  }
  return
}

// -----

func.func @threads_in_an_if(%n: index, %c: i1) {
  par.for grid %g (%bz, %by, %bx) in (%n, %n, %n) {
    par.for block %s (%z, %y, %x) in (%n, %n, %n) {
    }
    scf.if %c {
      // expected-error @+1 {{'par.for' op over threads is not directly in one over a grid}}
      par.for block %r (%k, %j, %i) in (%n, %n, %n) {
      }
    }
  }
  return
}

// -----

func.func @warp_without_scope(%n: index) {
  par.for grid %g (%bz, %by, %bx) in (%n, %n, %n) {
    par.for block %s (%z, %y, %x) in (%n, %n, %n) {
      %true = arith.constant true
      %all = arith.constant -1 : i32
      // expected-error @+1 {{'par.warp' op does not name the scope of its loop}}
      par.warp sync %true, %all over()
    }
  }
  return
}

// -----

func.func @grid_sync_without_scope(%n: index) {
  par.for grid %g (%bz, %by, %bx) in (%n, %n, %n) {
    par.for block %s (%z, %y, %x) in (%n, %n, %n) {
      // expected-error @+1 {{'par.grid_sync' op does not name the scope of its loop}}
      par.grid_sync()
    }
  }
  return
}

// -----

func.func @barrier_without_scope(%n: index) {
  par.for grid %g (%bz, %by, %bx) in (%n, %n, %n) {
    par.for block %s (%z, %y, %x) in (%n, %n, %n) {
      // expected-error @+1 {{'par.barrier' op does not name the scope of its loop}}
      par.barrier()
    }
  }
  return
}

// -----

func.func @block_memory_of_a_thread(%n: index) {
  par.for grid %g (%bz, %by, %bx) in (%n, %n, %n) {
    par.for block %s (%z, %y, %x) in (%n, %n, %n) {
      // expected-error @+1 {{'memref.alloca' op of a block's memory is not directly in a loop over a grid}}
      %tile = memref.alloca() : memref<64xf32, #par.space<block>>
    }
  }
  return
}

// -----

// A store comes before the barrier and a load after it.
func.func @stale_effects(%n: index, %v: f32) {
  par.for grid %g (%bz, %by, %bx) in (%n, %n, %n) {
    %tile = memref.alloca() : memref<64xf32, #par.space<block>>
    par.for block %s (%z, %y, %x) in (%n, %n, %n) {
      memref.store %v, %tile[%x] : memref<64xf32, #par.space<block>>
      // expected-error @+1 {{'par.barrier' op states the effects 'none', but the code around it has 'read_write'}}
      par.barrier %s orders none
      %w = memref.load %tile[%y] : memref<64xf32, #par.space<block>>
      memref.store %w, %tile[%z] : memref<64xf32, #par.space<block>>
    }
  }
  return
}

// -----

// A load was added.
func.func @weak_effects(%n: index, %v: f32) {
  par.for grid %g (%bz, %by, %bx) in (%n, %n, %n) {
    %tile = memref.alloca() : memref<64xf32, #par.space<block>>
    par.for block %s (%z, %y, %x) in (%n, %n, %n) {
      memref.store %v, %tile[%x] : memref<64xf32, #par.space<block>>
      // expected-error @+1 {{'par.barrier' op states the effects 'write', but the code around it has 'read_write'}}
      par.barrier %s orders write
      %w = memref.load %tile[%y] : memref<64xf32, #par.space<block>>
    }
  }
  return
}

// -----

// A barrier of the grid, or of a warp, orders the code of other loops too.
func.func @effects_of_the_grid(%n: index) {
  par.for grid %g (%bz, %by, %bx) in (%n, %n, %n) {
    par.for block %s (%z, %y, %x) in (%n, %n, %n) {
      // expected-error @+1 {{'par.barrier' op states the effects 'none', but the code around it has 'read_write'}}
      par.barrier %g orders none
    }
  }
  return
}

// -----

func.func @stronger_effects_are_right(%n: index) {
  par.for grid %g (%bz, %by, %bx) in (%n, %n, %n) {
    par.for block %s (%z, %y, %x) in (%n, %n, %n) {
      par.barrier %s orders read_write
      par.barrier %s orders none
    }
  }
  return
}

// -----

func.func @grid_in_a_loop(%n: index) {
  par.for %p (%i) in (%n) {
    // expected-error @+1 {{'par.for' op over a grid is in another loop}}
    par.for grid %g (%bz, %by, %bx) in (%n, %n, %n) {
      par.for block %s (%z, %y, %x) in (%n, %n, %n) {
      }
    }
  }
  return
}
