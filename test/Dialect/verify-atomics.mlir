// RUN: %heddle-opt %s -verify-diagnostics -split-input-file

// An atomic access has a kind that fits its type.

func.func @sum_of_floats(%p: !llvm.ptr, %x: f32) {
  // expected-error @+1 {{'par.atomic_rmw' op of kind 'add' takes no 'f32'}}
  %0 = par.atomic_rmw add relaxed device %p, %x : !llvm.ptr, f32
  return
}

// -----

func.func @float_sum_of_integers(%p: !llvm.ptr, %x: i32) {
  // expected-error @+1 {{'par.atomic_rmw' op of kind 'fadd' takes no 'i32'}}
  %0 = par.atomic_rmw fadd relaxed device %p, %x : !llvm.ptr, i32
  return
}

// -----

func.func @both_halves(%p: !llvm.ptr, %x: vector<2xf16>) {
  %0 = par.atomic_rmw fadd relaxed device %p, %x : !llvm.ptr, vector<2xf16>
  return
}

// -----

func.func @result_of_another_type(%p: !llvm.ptr, %x: i32) {
  // expected-error @+1 {{'par.atomic_rmw' op failed to verify that all of {value, result} have same type}}
  %0 = "par.atomic_rmw"(%p, %x) <{kind = #par<atomic_kind add>, ordering = #par<ordering relaxed>, observer = #par<observer device>}> : (!llvm.ptr, i32) -> i64
  return
}

// -----

func.func @values_of_different_types(%p: !llvm.ptr, %x: i32, %y: i64) {
  // expected-error @+1 {{'par.atomic_compare_exchange' op failed to verify that all of {expected, value, old} have same type}}
  %0, %1 = "par.atomic_compare_exchange"(%p, %x, %y) <{ordering = #par<ordering relaxed>, failure_ordering = #par<ordering relaxed>, observer = #par<observer device>}> : (!llvm.ptr, i32, i64) -> (i32, i1)
  return
}

// -----

func.func @release_of_nothing(%p: !llvm.ptr, %x: i32) {
  // expected-error @+1 {{'par.atomic_compare_exchange' op cannot release if it fails}}
  %0, %1 = par.atomic_compare_exchange release release device %p, %x, %x : !llvm.ptr, i32
  return
}

// -----

func.func @unknown_observer(%p: !llvm.ptr, %x: i32) {
  // expected-error @+2 {{expected ::heddle::par::Observer to be one of: thread, block, device, system}}
  // expected-error @+1 {{failed to parse}}
  %0 = par.atomic_rmw add relaxed cluster %p, %x : !llvm.ptr, i32
  return
}

// -----

func.func @memref(%m: memref<4xi32>, %x: i32) {
  // expected-error @+1 {{'par.atomic_rmw' op operand #0 must be LLVM pointer type}}
  %0 = "par.atomic_rmw"(%m, %x) <{kind = #par<atomic_kind add>, ordering = #par<ordering relaxed>, observer = #par<observer device>}> : (memref<4xi32>, i32) -> i32
  return
}
