// RUN: %heddle-opt %s --join-shuffles | FileCheck %s

llvm.func @__heddle_warp_shuffle32(i32, i32, i32) -> i32
llvm.func @__heddle_warp_shuffle64(i32, i64, i32) -> i64
llvm.func @__heddle_lane_id() -> i32

// CHECK-DAG: llvm.func @__heddle_warp_shuffles(i32, !llvm.ptr, i32)

// Three shuffles meet once. What the second needs is computed before. The
// fourth has the result of another as its operand, the fifth another mask.
// CHECK-LABEL: llvm.func @joined
// CHECK: %[[MEMORY:.*]] = llvm.alloca %{{.*}} x !llvm.array<48 x i8> {alignment = 8 : i64}
// CHECK: %[[LANE:.*]] = llvm.add %arg2
// CHECK: %[[WIDE:.*]] = llvm.zext %arg1 : i32 to i64
// CHECK: llvm.store %[[WIDE]]
// CHECK: llvm.store %arg2
// CHECK: llvm.store %arg3
// CHECK: llvm.store %[[LANE]]
// CHECK: %[[COUNT:.*]] = llvm.mlir.constant(3 : i32)
// CHECK: llvm.call @__heddle_warp_shuffles(%arg0, %[[MEMORY]], %[[COUNT]])
// CHECK: %[[X64:.*]] = llvm.load
// CHECK: %[[X:.*]] = llvm.trunc %[[X64]] : i64 to i32
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> i64
// CHECK: %[[Z64:.*]] = llvm.load
// CHECK: llvm.call @__heddle_warp_shuffle32(%arg0, %{{.*}}, %arg2)
// CHECK: llvm.call @__heddle_warp_shuffle32(%arg2, %arg1, %arg2)
llvm.func @joined(%mask: i32, %a: i32, %i: i32, %b: i64) -> i32 attributes {heddle.kernel, heddle.fibers} {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %x = llvm.call @__heddle_warp_shuffle32(%mask, %a, %i) : (i32, i32, i32) -> i32
  %used = llvm.mul %x, %x : i32
  %j = llvm.add %i, %c1 : i32
  %y = llvm.call @__heddle_warp_shuffle64(%mask, %b, %j) : (i32, i64, i32) -> i64
  %z = llvm.call @__heddle_warp_shuffle32(%mask, %a, %j) : (i32, i32, i32) -> i32
  %u = llvm.call @__heddle_warp_shuffle32(%mask, %used, %i) : (i32, i32, i32) -> i32
  %v = llvm.call @__heddle_warp_shuffle32(%i, %a, %i) : (i32, i32, i32) -> i32
  %low = llvm.trunc %y : i64 to i32
  %0 = llvm.add %low, %z : i32
  %1 = llvm.add %0, %u : i32
  %2 = llvm.add %1, %v : i32
  llvm.return %2 : i32
}

// Memory may change between them, or a call may meet others.
// CHECK-LABEL: llvm.func @apart
// CHECK-NOT: __heddle_warp_shuffles
llvm.func @apart(%mask: i32, %a: i32, %i: i32, %p: !llvm.ptr) -> i32 attributes {heddle.kernel, heddle.fibers} {
  %x = llvm.call @__heddle_warp_shuffle32(%mask, %a, %i) : (i32, i32, i32) -> i32
  %b = llvm.load %p : !llvm.ptr -> i32
  %y = llvm.call @__heddle_warp_shuffle32(%mask, %b, %i) : (i32, i32, i32) -> i32
  llvm.store %x, %p : i32, !llvm.ptr
  %z = llvm.call @__heddle_warp_shuffle32(%mask, %a, %i) : (i32, i32, i32) -> i32
  %lane = llvm.call @__heddle_lane_id() : () -> i32
  %w = llvm.call @__heddle_warp_shuffle32(%mask, %lane, %i) : (i32, i32, i32) -> i32
  %0 = llvm.add %y, %z : i32
  %1 = llvm.add %0, %w : i32
  llvm.return %1 : i32
}

// Not on fibers.
// CHECK-LABEL: llvm.func @raised
// CHECK-NOT: __heddle_warp_shuffles
llvm.func @raised(%mask: i32, %a: i32, %i: i32) -> i32 attributes {heddle.kernel} {
  %x = llvm.call @__heddle_warp_shuffle32(%mask, %a, %i) : (i32, i32, i32) -> i32
  %y = llvm.call @__heddle_warp_shuffle32(%mask, %i, %a) : (i32, i32, i32) -> i32
  %0 = llvm.add %x, %y : i32
  llvm.return %0 : i32
}
