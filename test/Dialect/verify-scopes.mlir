// RUN: %heddle-opt %s -verify-diagnostics -split-input-file

// What synchronises names the scope of a loop around it.

func.func @scope_of_no_loop(%s: !par.scope) {
  // expected-error @+1 {{'par.barrier' op does not name the scope of a loop around it}}
  par.barrier %s
  return
}

// -----

func.func @scope_after_its_loop(%n: index) {
  par.for block %s (%t) in (%n) {
  }
  // expected-error @+1 {{use of undeclared SSA value name}}
  par.barrier %s
  return
}

// -----

func.func @chosen_scope(%n: index, %c: i1) {
  par.for grid %g (%b) in (%n) {
    par.for block %s (%t) in (%n) {
      %r = scf.if %c -> !par.scope {
        scf.yield %g : !par.scope
      } else {
        scf.yield %s : !par.scope
      }
      // expected-error @+1 {{'par.barrier' op does not name the scope of a loop around it}}
      par.barrier %r
    }
  }
  return
}

// -----

func.func @any_of_no_loop(%s: !par.scope, %c: i1) {
  // expected-error @+1 {{'par.any' op does not name the scope of a loop around it}}
  %0 = par.any %c in %s
  return
}

// -----

func.func @count_of_no_loop(%s: !par.scope, %c: i1) {
  // expected-error @+1 {{'par.count' op does not name the scope of a loop around it}}
  %0 = par.count %c in %s
  return
}

// -----

func.func @lane_of_no_loop(%s: !par.scope) {
  // expected-error @+1 {{'par.lane' op does not name the scope of a loop around it}}
  %0 = par.lane in %s
  return
}

// -----

func.func @ballot_of_no_loop(%s: !par.scope, %v: i32) {
  // expected-error @+1 {{'par.ballot' op does not name the scope of a loop around it}}
  %0 = par.ballot %v : i32 mask %v in %s
  return
}

// -----

func.func @two_names(%n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  par.for block %s (%t) in (%n) {
    scf.parallel (%u) = (%c0) to (%n) step (%c1) {
      // expected-error @+1 {{'par.any' op names a scope and induction variables}}
      %0 = par.any %c over(%u) in %s
    } {par.block}
  }
  return
}

// -----

func.func @barrier_among_lanes(%n: index, %all: i32) {
  par.for block %s (%t) in (%n) {
    // expected-error @+1 {{'par.barrier' op can be among all iterations, or those of a warp}}
    par.barrier %s among lane mask %all
  }
  return
}

// -----

func.func @warp_without_a_mask(%n: index, %all: i32) {
  par.for block %s (%t) in (%n) {
    // expected-error @+1 {{'par.barrier' op needs a mask if it is among the iterations of a warp}}
    "par.barrier"(%s) <{among = #par<level warp>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (!par.scope) -> ()
  }
  return
}

// -----

func.func @mask_without_a_warp(%n: index, %all: i32) {
  par.for block %s (%t) in (%n) {
    // expected-error @+1 {{'par.barrier' op needs a mask if it is among the iterations of a warp}}
    "par.barrier"(%s, %all) <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (!par.scope, i32) -> ()
  }
  return
}

// -----

func.func @effects_without_a_scope(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    // expected-error @+1 {{'par.barrier' op needs a scope for this}}
    par.barrier(%t) orders none
  } {par.block}
  return
}

// -----

// Warps are formed of the threads of a block.

func.func @warp_of_blocks(%n: index, %all: i32) {
  par.for grid %g (%b) in (%n) {
    // expected-error @+1 {{'par.barrier' op needs the scope of a loop over the threads of a block or warp}}
    par.barrier %g among warp mask %all
  }
  return
}

// -----

func.func @lane_of_the_grid(%n: index) {
  par.for grid %g (%b) in (%n) {
    // expected-error @+1 {{'par.lane' op needs the scope of a loop over the threads of a block or warp}}
    %0 = par.lane in %g
  }
  return
}

// -----

func.func @active_blocks(%n: index, %all: i32) {
  par.for grid %g (%b) in (%n) {
    // expected-error @+1 {{'par.active' op needs the scope of a loop over the threads of a block or warp}}
    %0 = par.active mask %all in %g
  }
  return
}

// -----

func.func @ballot_of_iterations(%n: index, %all: i32) {
  par.for %p (%b) in (%n) {
    // expected-error @+1 {{'par.ballot' op needs the scope of a loop over the threads of a block or warp}}
    %0 = par.ballot %all : i32 mask %all in %p
  }
  return
}

// -----

func.func @shuffle_of_warps(%n: index, %all: i32) {
  par.for warp %w (%i) in (%n) {
    // expected-error @+1 {{'par.shuffle' op needs the scope of a loop over the threads of a block or warp}}
    %0 = par.shuffle %all from %all : i32 -> i32 mask %all in %w
  }
  return
}

// -----

func.func @match_of_blocks(%n: index, %all: i32) {
  par.for grid %g (%b) in (%n) {
    // expected-error @+1 {{'par.match' op needs the scope of a loop over the threads of a block or warp}}
    %0 = par.match %all : i32 mask %all in %g
  }
  return
}

// -----

func.func @sum_of_blocks(%n: index, %all: i32) {
  par.for grid %g (%b) in (%n) {
    // expected-error @+1 {{'par.reduce' op needs the scope of a loop over the threads of a block or warp}}
    %0 = par.reduce add %all mask %all in %g
  }
  return
}

// -----

func.func @shuffle_to_another_type(%n: index, %all: i32, %v: i64) {
  par.for block %s (%t) in (%n) {
    // expected-error @+1 {{'par.shuffle' op gives a value of another type than it takes}}
    %0 = par.shuffle %v from %all : i64 -> i32 mask %all in %s
  }
  return
}

// -----

func.func @unknown_reduction(%n: index, %all: i32) {
  par.for block %s (%t) in (%n) {
    // expected-error @+2 {{expected ::heddle::par::ReduceKind to be one of: add, umin, umax, smin, smax, and, or, xor}}
    // expected-error @+1 {{failed to parse}}
    %0 = par.reduce mul %all mask %all in %s
  }
  return
}

// -----

func.func @sum_of_64_bits(%n: index, %all: i32, %v: i64) {
  par.for block %s (%t) in (%n) {
    // expected-error @+1 {{'par.reduce' op operand #1 must be 32-bit signless integer}}
    %0 = "par.reduce"(%all, %v, %s) <{kind = #par<reduce_kind add>}> : (i32, i64, !par.scope) -> i32
  }
  return
}
