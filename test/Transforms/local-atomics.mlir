// RUN: %heddle-opt --local-atomics %s | FileCheck %s

// Shared memory is the block's own, and a block runs on one thread.
// CHECK-LABEL: func.func @shared
// CHECK: llvm.atomicrmw add %{{.*}}, %{{.*}} syncscope("singlethread") monotonic
// CHECK: llvm.atomicrmw add %arg0, %{{.*}} monotonic
func.func @shared(%global: !llvm.ptr, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  scf.parallel (%b) = (%c0) to (%n) step (%c1) {
    %a = memref.alloca() : memref<16xi32>
    %p = par.pointer %a : memref<16xi32> -> !llvm.ptr
    scf.parallel (%t) = (%c0) to (%n) step (%c1) {
      %old = llvm.atomicrmw add %p, %one monotonic : !llvm.ptr, i32
      %other = llvm.atomicrmw add %global, %one monotonic : !llvm.ptr, i32
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid}
  return
}

// Somebody else may know where it is.
// CHECK-LABEL: func.func @escapes
// CHECK-NOT: singlethread
// CHECK: return
func.func @escapes(%global: !llvm.ptr, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  scf.parallel (%b) = (%c0) to (%n) step (%c1) {
    %a = memref.alloca() : memref<16xi32>
    %p = par.pointer %a : memref<16xi32> -> !llvm.ptr
    scf.parallel (%t) = (%c0) to (%n) step (%c1) {
      llvm.store %p, %global : !llvm.ptr, !llvm.ptr
      %old = llvm.atomicrmw add %p, %one monotonic : !llvm.ptr, i32
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid}
  return
}
