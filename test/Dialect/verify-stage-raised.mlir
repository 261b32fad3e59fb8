// RUN: %heddle-opt %s --verify-stage=stage=raised -verify-diagnostics -split-input-file

// A raised kernel is one block of structured control flow. Threads and
// barriers are operations in it.

// expected-error @+1 {{a raised kernel still has branches}}
llvm.func @branches() attributes {heddle.kernel} {
  llvm.br ^end
^end:
  llvm.return
}

// -----

llvm.func @__heddle_tid_x() -> i32
llvm.func @query() attributes {heddle.kernel} {
  // expected-error @+1 {{a raised kernel still calls '__heddle_tid_x'}}
  %0 = llvm.call @__heddle_tid_x() : () -> i32
  llvm.return
}

// -----

// What a reduction does must be known when it is raised.
llvm.func @__heddle_warp_reduce(i32, i32, i32) -> i32
llvm.func @reduction(%kind: i32) attributes {heddle.kernel} {
  // expected-error @+1 {{a raised kernel still calls '__heddle_warp_reduce'}}
  %0 = llvm.call @__heddle_warp_reduce(%kind, %kind, %kind) : (i32, i32, i32) -> i32
  llvm.return
}

// -----

llvm.func @__heddle_yield()
llvm.func @spin() attributes {heddle.kernel} {
  // expected-error @+1 {{a raised kernel still calls '__heddle_yield'}}
  llvm.call @__heddle_yield() : () -> ()
  llvm.return
}

// -----

// Kernels on fibers, and functions that they call, are not raised.
llvm.func @__heddle_barrier()
llvm.func @fibers() attributes {heddle.kernel, heddle.fibers} {
  llvm.br ^end
^end:
  llvm.call @__heddle_barrier() : () -> ()
  llvm.return
}
llvm.func @called() {
  llvm.call @__heddle_barrier() : () -> ()
  llvm.return
}
