// RUN: %heddle-opt %s --lower-fibers | FileCheck %s

llvm.mlir.global internal @tile() {heddle.shared, alignment = 4 : i64} : !llvm.array<3 x i32> {
  %0 = llvm.mlir.undef : !llvm.array<3 x i32>
  llvm.return %0 : !llvm.array<3 x i32>
}
llvm.mlir.global internal @doubles() {heddle.shared, alignment = 8 : i64} : !llvm.array<2 x f64> {
  %0 = llvm.mlir.undef : !llvm.array<2 x f64>
  llvm.return %0 : !llvm.array<2 x f64>
}
llvm.mlir.global external @dynamic() {heddle.shared} : !llvm.array<0 x i32>

// CHECK-DAG: llvm.func @__heddle_launch_fibers(!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr)
// CHECK-DAG: llvm.mlir.global external hidden constant @k.info

llvm.func @__heddle_tid_y() -> i32
llvm.func @__heddle_nctaid_x() -> i32
llvm.func @__heddle_barrier()
llvm.func @use(i32, i32)
llvm.func @see(!llvm.ptr, !llvm.ptr, !llvm.ptr)

// What is called for each thread unpacks the arguments.
// CHECK-LABEL: llvm.func internal @k.thread
// CHECK-SAME: (%[[PACKED:[^:]*]]: !llvm.ptr)
// CHECK: llvm.getelementptr %[[PACKED]][0, 0] {{.*}} !llvm.struct<(ptr, f64)>
// CHECK: llvm.call @k(%{{.*}}, %{{.*}})

// CHECK-LABEL: llvm.func @k.grid
// CHECK-SAME: (%[[CONFIG:[^:]*]]: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: f64)
// CHECK-SAME: heddle.fibers, heddle.shared_bytes = 32 : i64
// CHECK: %[[BODY:.*]] = llvm.mlir.addressof @k.thread
// CHECK: %[[INFO:.*]] = llvm.mlir.addressof @k.info
// CHECK: llvm.call @__heddle_launch_fibers(%[[BODY]], %{{.*}}, %[[INFO]], %[[CONFIG]])

// The kernel asks for its thread's record once and reads all from there.
// CHECK-LABEL: llvm.func internal @k(
// CHECK-NOT: heddle.kernel
// CHECK: %[[THREAD:.*]] = llvm.call @__heddle_this_thread()
// CHECK: llvm.getelementptr inbounds %[[THREAD]]
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> i32
// CHECK: %[[N:.*]] = llvm.load {{.*}} -> i32
// CHECK: llvm.call @use(%[[Y]], %[[N]])
// CHECK: llvm.call @__heddle_fiber_barrier()
// CHECK: %[[TILE:.*]] = llvm.getelementptr %{{.*}}[0] : (!llvm.ptr) -> !llvm.ptr, i8
// CHECK: %[[DOUBLES:.*]] = llvm.getelementptr %{{.*}}[16] : (!llvm.ptr) -> !llvm.ptr, i8
// CHECK: %[[DYNAMIC:.*]] = llvm.load {{.*}} -> !llvm.ptr
// CHECK: llvm.call @see(%[[TILE]], %[[DOUBLES]], %[[DYNAMIC]])
llvm.func @k(%p: !llvm.ptr, %x: f64) attributes {heddle.kernel, heddle.fibers} {
  %0 = llvm.call @__heddle_tid_y() : () -> i32
  %1 = llvm.call @__heddle_nctaid_x() : () -> i32
  llvm.call @use(%0, %1) : (i32, i32) -> ()
  llvm.call @__heddle_barrier() : () -> ()
  %2 = llvm.mlir.addressof @tile : !llvm.ptr
  %3 = llvm.mlir.addressof @doubles : !llvm.ptr
  %4 = llvm.mlir.addressof @dynamic : !llvm.ptr
  llvm.call @see(%2, %3, %4) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// A device function that was not inlined reads the same record.
// CHECK-LABEL: llvm.func @device
// CHECK: llvm.call @__heddle_this_thread()
// CHECK: llvm.call @__heddle_fiber_barrier()
llvm.func @device() -> i32 {
  %0 = llvm.call @__heddle_tid_y() : () -> i32
  llvm.call @__heddle_barrier() : () -> ()
  llvm.return %0 : i32
}

// A kernel that is not for fibers is left alone.
// CHECK-LABEL: llvm.func @other
// CHECK: llvm.call @__heddle_barrier()
llvm.func @other() attributes {heddle.kernel} {
  llvm.call @__heddle_barrier() : () -> ()
  llvm.return
}

// Shared memory of a function that is no kernel is asked for at run time.
// CHECK-LABEL: llvm.func @function_with_shared
// CHECK: %[[NAME:.*]] = llvm.mlir.addressof @counter
// CHECK: %[[PLACE:.*]] = llvm.call @__heddle_fiber_shared(%[[NAME]],
// CHECK: llvm.call @see(%[[PLACE]], %[[PLACE]], %[[PLACE]])
llvm.mlir.global internal @counter() {heddle.shared, alignment = 4 : i64} : i32 {
  %0 = llvm.mlir.undef : i32
  llvm.return %0 : i32
}
llvm.func @function_with_shared() {
  %0 = llvm.mlir.addressof @counter : !llvm.ptr
  llvm.call @see(%0, %0, %0) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}
