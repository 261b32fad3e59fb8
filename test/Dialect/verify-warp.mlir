// RUN: %heddle-opt %s -verify-diagnostics -split-input-file

// A warp operation has the operands and the result of its kind; there is no
// kind that is not listed.

func.func @unknown_kind(%true: i1, %mask: i32, %v: i32) {
  // expected-error @+2 {{expected ::heddle::par::WarpKind to be one of: sync, active, ballot, shuffle, match, add, umin, umax, smin, smax, and, or, xor}}
  // expected-error @+1 {{failed to parse}}
  %r = par.warp mul %true, %mask, %v over() : i32 -> i32
  return
}

// -----

func.func @kind_as_a_number(%true: i1, %mask: i32) {
  // expected-error @+1 {{Invalid attribute `kind` in property conversion: 0 : i32}}
  "par.warp"(%true, %mask) <{kind = 0 : i32, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>}> : (i1, i32) -> ()
  return
}

// -----

func.func @no_kind(%true: i1, %mask: i32) {
  // expected-error @+1 {{'par.warp' op requires attribute 'kind'}}
  "par.warp"(%true, %mask) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>}> : (i1, i32) -> ()
  return
}

// -----

func.func @vote_without_a_value(%true: i1, %mask: i32) {
  // expected-error @+1 {{'par.warp' op of kind 'ballot' needs a value}}
  %r = par.warp ballot %true, %mask over() -> i32
  return
}

// -----

func.func @sync_of_a_value(%true: i1, %mask: i32) {
  // expected-error @+1 {{'par.warp' op of kind 'sync' takes no value}}
  par.warp sync %true, %mask, %mask over() : i32
  return
}

// -----

func.func @shuffle_from_nowhere(%true: i1, %mask: i32) {
  // expected-error @+1 {{'par.warp' op of kind 'shuffle' needs a lane}}
  %r = par.warp shuffle %true, %mask, %mask over() : i32 -> i32
  return
}

// -----

func.func @sum_from_a_lane(%true: i1, %mask: i32) {
  // expected-error @+1 {{'par.warp' op of kind 'add' takes no lane}}
  %r = par.warp add %true, %mask, %mask from %mask over() : i32 -> i32
  return
}

// -----

func.func @match_without_a_result(%true: i1, %mask: i32) {
  // expected-error @+1 {{'par.warp' op of kind 'match' needs a result}}
  par.warp match %true, %mask, %mask over() : i32
  return
}

// -----

func.func @sync_with_a_result(%true: i1, %mask: i32) {
  // expected-error @+1 {{'par.warp' op of kind 'sync' takes no result}}
  %r = par.warp sync %true, %mask over() -> i32
  return
}

// -----

func.func @shuffle_to_another_type(%true: i1, %mask: i32, %v: i64) {
  // expected-error @+1 {{'par.warp' op gives a value of another type than it takes}}
  %r = par.warp shuffle %true, %mask, %v from %mask over() : i64 -> i32
  return
}

// -----

func.func @set_of_64_lanes(%true: i1, %mask: i32, %v: i64) {
  // expected-error @+1 {{'par.warp' op of kind 'match' gives an i32}}
  %r = par.warp match %true, %mask, %v over() : i64 -> i64
  return
}

// -----

func.func @sum_of_64_bits(%true: i1, %mask: i32, %v: i64) {
  // expected-error @+1 {{'par.warp' op of kind 'add' takes an i32}}
  %r = par.warp add %true, %mask, %v over() : i64 -> i32
  return
}

// -----

func.func @two_loops(%n: index, %true: i1, %mask: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%y, %x) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
    // expected-error @+1 {{'par.warp' op names one loop over lanes at most}}
    par.warp sync %true, %mask over(%y, %x)
  } {par.block}
  return
}

// -----

func.func @every_kind(%true: i1, %mask: i32, %v: i32, %wide: i64) {
  par.warp sync %true, %mask over()
  %0 = par.warp active %true, %mask over() -> i32
  %1 = par.warp ballot %true, %mask, %v over() : i32 -> i32
  %2 = par.warp shuffle %true, %mask, %wide from %v over() : i64 -> i64
  %3 = par.warp match %true, %mask, %wide over() : i64 -> i32
  %4 = par.warp add %true, %mask, %v over() : i32 -> i32
  %5 = par.warp umin %true, %mask, %v over() : i32 -> i32
  %6 = par.warp umax %true, %mask, %v over() : i32 -> i32
  %7 = par.warp smin %true, %mask, %v over() : i32 -> i32
  %8 = par.warp smax %true, %mask, %v over() : i32 -> i32
  %9 = par.warp and %true, %mask, %v over() : i32 -> i32
  %10 = par.warp or %true, %mask, %v over() : i32 -> i32
  %11 = par.warp xor %true, %mask, %v over() : i32 -> i32
  return
}
