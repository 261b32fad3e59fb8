// RUN: %heddle-opt %s --raise-builtins | FileCheck %s

llvm.func @__heddle_tid_x() -> i32
llvm.func @__heddle_ctaid_y() -> i32
llvm.func @__heddle_ntid_z() -> i32
llvm.func @__heddle_nctaid_x() -> i32
llvm.func @__heddle_barrier()
llvm.func @__heddle_assert_x(i32)
llvm.func @use(i32)

// CHECK-LABEL: llvm.func @kernel
// CHECK: %[[X:.*]] = gpu.thread_id x
// CHECK: %[[I:.*]] = arith.index_castui %[[X]] : index to i32
// CHECK: llvm.call @use(%[[I]])
// CHECK: gpu.block_id y
// CHECK: gpu.block_dim z
// CHECK: gpu.grid_dim x
// CHECK: gpu.barrier
// CHECK-NOT: llvm.call @__heddle_barrier
// CHECK: llvm.call @__heddle_assert_x
llvm.func @kernel() attributes {heddle.kernel} {
  %0 = llvm.call @__heddle_tid_x() : () -> i32
  llvm.call @use(%0) : (i32) -> ()
  %1 = llvm.call @__heddle_ctaid_y() : () -> i32
  llvm.call @use(%1) : (i32) -> ()
  %2 = llvm.call @__heddle_ntid_z() : () -> i32
  llvm.call @use(%2) : (i32) -> ()
  %3 = llvm.call @__heddle_nctaid_x() : () -> i32
  llvm.call @use(%3) : (i32) -> ()
  llvm.call @__heddle_barrier() : () -> ()
  llvm.call @__heddle_assert_x(%3) : (i32) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @fibers
// CHECK: llvm.call @__heddle_tid_x
// CHECK: llvm.call @__heddle_barrier
llvm.func @fibers() attributes {heddle.kernel, heddle.fibers} {
  %0 = llvm.call @__heddle_tid_x() : () -> i32
  llvm.call @use(%0) : (i32) -> ()
  llvm.call @__heddle_barrier() : () -> ()
  llvm.return
}

llvm.func @__heddle_yield()
llvm.func @__heddle_named_barrier(i32, i32)
llvm.func @__heddle_named_arrive(i32, i32)
llvm.func @__heddle_grid_valid() -> i32

// What only fibers can run is an operation too, so that kernels with it can be
// found.
// CHECK-LABEL: llvm.func @waits
// CHECK: par.spin_wait
// CHECK: par.named_barrier %{{.*}}, %
// CHECK: par.named_barrier arrive %{{.*}}, %
// CHECK: par.grid_valid
llvm.func @waits(%name: i32, %threads: i32) attributes {heddle.kernel} {
  llvm.call @__heddle_yield() : () -> ()
  llvm.call @__heddle_named_barrier(%name, %threads) : (i32, i32) -> ()
  llvm.call @__heddle_named_arrive(%name, %threads) : (i32, i32) -> ()
  %0 = llvm.call @__heddle_grid_valid() : () -> i32
  llvm.call @use(%0) : (i32) -> ()
  llvm.return
}
