// RUN: %heddle-opt %s -verify-diagnostics -split-input-file

// A parallel loop: its shape, its levels, what it combines.

func.func @no_dimension() {
  // expected-error @+1 {{'par.for' op needs at least one dimension}}
  par.for %s () in () {
  }
  return
}

// -----

func.func @two_sizes_of_one_variable(%n: index) {
  // expected-error @+1 {{'par.for' op needs a scope and an index for each dimension as arguments of its body}}
  par.for %s (%i) in (%n, %n) {
  }
  return
}

// -----

func.func @no_scope(%n: index) {
  // expected-error @+1 {{'par.for' op needs a scope and an index for each dimension as arguments of its body}}
  "par.for"(%n) <{operandSegmentSizes = array<i32: 1, 0>}> ({
  ^body(%i: index, %j: index):
    "par.yield"() : () -> ()
  }, {}) : (index) -> ()
  return
}

// -----

func.func @variable_of_another_type(%n: index) {
  // expected-error @+1 {{'par.for' op needs a scope and an index for each dimension as arguments of its body}}
  "par.for"(%n) <{operandSegmentSizes = array<i32: 1, 0>}> ({
  ^body(%s: !par.scope, %i: i32):
    "par.yield"() : () -> ()
  }, {}) : (index) -> ()
  return
}

// -----

func.func @bound_of_one_dimension(%n: index) {
  // expected-error @+1 {{'par.for' op needs a bound for each dimension, or none}}
  par.for %s (%i, %j) in (%n, %n) bound [64] {
  }
  return
}

// -----

func.func @negative_bound(%n: index) {
  // expected-error @+1 {{'par.for' op has a negative bound}}
  par.for %s (%i) in (%n) bound [-1] {
  }
  return
}

// -----

// Nothing is known of a size with the bound 0.
func.func @unknown_bound(%n: index) {
  par.for %s (%i, %j) in (%n, %n) bound [0, 64] {
  }
  return
}

// -----

func.func @unknown_level(%n: index) {
  // expected-error @+1 {{expected SSA operand}}
  par.for cluster %s (%i) in (%n) {
  }
  return
}

// -----

func.func @grid_in_a_block(%n: index) {
  par.for block %s (%t) in (%n) {
    // expected-error @+1 {{'par.for' op of level 'grid' is in one of level 'block'}}
    par.for grid %g (%b) in (%n) {
    }
  }
  return
}

// -----

func.func @block_in_a_block(%n: index) {
  par.for block %s (%t) in (%n) {
    // expected-error @+1 {{'par.for' op of level 'block' is in one of level 'block'}}
    par.for block %r (%u) in (%n) {
    }
  }
  return
}

// -----

// Loops without a level, and other control flow, may be anywhere.
func.func @warp_in_a_lane(%n: index, %c: i1) {
  par.for lane %l (%i) in (%n) {
    par.for %p (%j) in (%n) {
      scf.if %c {
        // expected-error @+1 {{'par.for' op of level 'warp' is in one of level 'lane'}}
        par.for warp %w (%k) in (%n) {
        }
      }
    }
  }
  return
}

// -----

func.func @levels_left_out(%n: index) {
  par.for grid %g (%b) in (%n) {
    par.for %p (%i) in (%n) {
      par.for lane %l (%j) in (%n) {
        par.for %q (%k) in (%n) {
        }
      }
    }
  }
  return
}

// -----

func.func @other_terminator(%n: index) {
  // expected-error @+1 {{'par.for' op has a region that does not end with a par.yield}}
  "par.for"(%n) <{operandSegmentSizes = array<i32: 1, 0>}> ({
  ^body(%s: !par.scope, %i: index):
    "llvm.unreachable"() : () -> ()
  }, {}) : (index) -> ()
  return
}

// -----

func.func @value_without_a_result(%n: index) {
  par.for %s (%i) in (%n) {
    // expected-error @+1 {{'par.yield' op does not have a value of the type of each result}}
    par.yield %i : index
  }
  return
}

// -----

func.func @result_without_a_value(%n: index, %zero: f32) {
  %sum = par.for %s (%i) in (%n) init (%zero : f32) {
    // expected-error @+1 {{'par.yield' op does not have a value of the type of each result}}
    par.yield
  } combine (%l: f32, %r: f32) {
    par.yield %l : f32
  }
  return
}

// -----

func.func @combined_to_another_type(%n: index, %zero: f32) {
  %sum = par.for %s (%i) in (%n) init (%zero : f32) {
    par.yield %zero : f32
  } combine (%l: f32, %r: f32) {
    %c = arith.cmpf olt, %l, %r : f32
    // expected-error @+1 {{'par.yield' op does not have a value of the type of each result}}
    par.yield %c : i1
  }
  return
}

// -----

func.func @combiner_of_one(%n: index, %zero: f32) {
  // expected-error @+1 {{'par.for' op needs two values of each result's type as arguments of the combiner}}
  %sum = par.for %s (%i) in (%n) init (%zero : f32) {
    par.yield %zero : f32
  } combine (%l: f32) {
    par.yield %l : f32
  }
  return
}

// -----

func.func @no_combiner(%n: index, %zero: f32) {
  // expected-error @+1 {{'par.for' op needs a combiner if it has results, or neither}}
  %sum = "par.for"(%n, %zero) <{operandSegmentSizes = array<i32: 1, 1>}> ({
  ^body(%s: !par.scope, %i: index):
    "par.yield"(%zero) : (f32) -> ()
  }, {}) : (index, f32) -> f32
  return
}

// -----

func.func @result_of_another_type(%n: index, %zero: f32) {
  // expected-error @+1 {{'par.for' op needs an initial value of each result's type}}
  %sum = "par.for"(%n, %zero) <{operandSegmentSizes = array<i32: 1, 1>}> ({
  ^body(%s: !par.scope, %i: index):
    "par.yield"(%zero) : (f32) -> ()
  }, {
  ^combine(%l: f32, %r: f32):
    "par.yield"(%l) : (f32) -> ()
  }) : (index, f32) -> f64
  return
}

// -----

func.func @yield_of_no_loop(%n: index) {
  %c1 = arith.constant 1 : index
  scf.for %i = %n to %n step %c1 {
    // expected-error @+1 {{'par.yield' op expects parent op 'par.for'}}
    "par.yield"() : () -> ()
  }
  return
}
