// RUN: %heddle-opt %s --cse | FileCheck %s --check-prefixes=CHECK,CSE
// RUN: %heddle-opt %s --canonicalize | FileCheck %s --check-prefixes=CHECK,CANON
// RUN: %heddle-opt %s --loop-invariant-code-motion | FileCheck %s --check-prefixes=CHECK,LICM
// A barrier's memory effects are those of the code around it: passes that know
// nothing of barriers are right, and no more cautious than they have to be.

// Another thread may have written to the address between the two loads.
// CHECK-LABEL: func @load_again_after_store
// CSE: %[[A:.*]] = memref.load
// CSE: memref.store
// CSE: par.barrier
// CSE: %[[B:.*]] = memref.load
// CSE: arith.addf %[[A]], %[[B]]
func.func @load_again_after_store(%shared: memref<64xf32>, %out: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    %a = memref.load %shared[%c0] : memref<64xf32>
    memref.store %a, %shared[%t] : memref<64xf32>
    par.barrier(%t)
    %b = memref.load %shared[%c0] : memref<64xf32>
    %sum = arith.addf %a, %b : f32
    memref.store %sum, %out[%t] : memref<64xf32>
  } {par.block}
  return
}

// The store is this thread's, but it comes after the next barrier only: the
// first barrier has reads on both sides and goes, and so do the second loads.
// CHECK-LABEL: func @only_reads
// CANON-NOT: par.barrier
// CANON: memref.load
// CANON-NOT: par.barrier
// CANON: memref.load
// CANON: par.barrier
// CANON: memref.store
// CSE: %[[A:.*]] = memref.load
// CSE-NOT: memref.load
// CSE: arith.addf %[[A]], %[[A]]
func.func @only_reads(%shared: memref<64xf32>, %out: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    %a = memref.load %shared[%c0] : memref<64xf32>
    par.barrier(%t)
    %b = memref.load %shared[%c0] : memref<64xf32>
    %sum = arith.addf %a, %b : f32
    par.barrier(%t)
    memref.store %sum, %out[%t] : memref<64xf32>
  } {par.block}
  return
}

// No other thread sees memory that is allocated in the loop's body.
// CHECK-LABEL: func @private_memory
// CANON-NOT: par.barrier
// CANON: return
func.func @private_memory(%in: memref<64xf32>, %i: i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %one = llvm.mlir.constant(1 : i64) : i64
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    %local = llvm.alloca %one x !llvm.array<4 x f32> : (i64) -> !llvm.ptr
    %place = llvm.getelementptr inbounds %local[0, %i] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<4 x f32>
    %view = par.view %local : !llvm.ptr -> memref<4xf32>
    %x = memref.load %in[%t] : memref<64xf32>
    llvm.store %x, %place : f32, !llvm.ptr
    par.barrier(%t)
    memref.store %x, %view[%c0] : memref<4xf32>
  } {par.block}
  return
}

// Memory that is allocated for the block is not private, even if it is the
// stack's.
// CHECK-LABEL: func @block_memory
// CANON: par.barrier
// CANON: return
func.func @block_memory(%in: memref<64xf32>, %out: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %shared = memref.alloca() : memref<64xf32>
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    %x = memref.load %in[%t] : memref<64xf32>
    memref.store %x, %shared[%t] : memref<64xf32>
    par.barrier(%t)
    %y = memref.load %shared[%c0] : memref<64xf32>
    memref.store %y, %out[%t] : memref<64xf32>
  } {par.block}
  return
}

func.func private @unknown()

// A call may do anything.
// CHECK-LABEL: func @call
// CANON: par.barrier
// CANON: return
func.func @call(%shared: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    func.call @unknown() : () -> ()
    par.barrier(%t)
  } {par.block}
  return
}

// In a loop, the store after the barrier comes before it in the next round.
// CHECK-LABEL: func @in_a_loop
// CSE: scf.for
// CSE: memref.load
// CSE: par.barrier
// CSE: memref.load
// LICM: arith.mulf
// LICM: scf.for
// LICM-NEXT: %{{.*}} = memref.load
// LICM-NEXT: par.barrier
// LICM-NEXT: %{{.*}} = memref.load
func.func @in_a_loop(%shared: memref<64xf32>, %n: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    scf.for %i = %c0 to %n step %c1 {
      %square = arith.mulf %f, %f : f32
      %a = memref.load %shared[%c0] : memref<64xf32>
      par.barrier(%t)
      %b = memref.load %shared[%c0] : memref<64xf32>
      %product = arith.mulf %a, %b : f32
      %sum = arith.addf %product, %square : f32
      memref.store %sum, %shared[%t] : memref<64xf32>
    }
  } {par.block}
  return
}

// Around the barrier are only reads, but the loop comes after a store.
// CHECK-LABEL: func @store_before_the_loop
// CANON: scf.for
// CANON: par.barrier
// CSE: memref.load
// CSE: par.barrier
// CSE: memref.load
func.func @store_before_the_loop(%shared: memref<64xf32>, %n: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    memref.store %f, %shared[%t] : memref<64xf32>
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %f) -> f32 {
      %a = memref.load %shared[%c0] : memref<64xf32>
      par.barrier(%t)
      %b = memref.load %shared[%c0] : memref<64xf32>
      %product = arith.mulf %a, %b : f32
      %sum = arith.addf %product, %s : f32
      scf.yield %sum : f32
    }
    memref.store %r, %shared[%t] : memref<64xf32>
  } {par.block}
  return
}

// What `par.any` tells depends on the other threads, so it is neither removed
// nor merged.
// CHECK-LABEL: func @any
// CSE-COUNT-2: par.any
// CANON-COUNT-2: par.any
func.func @any(%c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    %a = par.any %c over (%t)
    %b = par.any %c over (%t)
  } {par.block}
  return
}
