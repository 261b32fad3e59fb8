// RUN: %heddle-opt %s --infer-barrier-effects | FileCheck %s --check-prefixes=CHECK,INFER
// RUN: %heddle-opt %s --infer-barrier-effects --cse | FileCheck %s --check-prefixes=CHECK,CSE
// RUN: %heddle-opt %s --infer-barrier-effects --canonicalize --cse --infer-barrier-effects --canonicalize | FileCheck %s --check-prefixes=CHECK,CANON
// A barrier states the effects of the code around it: passes that know nothing
// of barriers are right, and no more cautious than they have to be.

// Another thread may have written to the address between the two loads.
// CHECK-LABEL: func @load_again_after_store
// INFER: par.barrier %{{.*}} orders read_write
// CSE: %[[A:.*]] = memref.load
// CSE: memref.store
// CSE: par.barrier
// CSE: %[[B:.*]] = memref.load
// CSE: arith.addf %[[A]], %[[B]]
func.func @load_again_after_store(%n: index, %shared: memref<64xf32>, %out: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  par.for block %s (%t) in (%n) {
    %a = memref.load %shared[%c0] : memref<64xf32>
    memref.store %a, %shared[%t] : memref<64xf32>
    par.barrier %s
    %b = memref.load %shared[%c0] : memref<64xf32>
    %sum = arith.addf %a, %b : f32
    memref.store %sum, %out[%t] : memref<64xf32>
  }
  return
}

// Reads on both sides need no order: the second load gives the same value, and
// the first barrier is dead.
// CHECK-LABEL: func @only_reads
// INFER: par.barrier %{{.*}} orders none
// INFER: par.barrier %{{.*}} orders read_write
// CSE: %[[A:.*]] = memref.load
// CSE-NOT: memref.load
// CSE: arith.addf %[[A]], %[[A]]
// CANON: memref.load
// CANON-NOT: par.barrier
// CANON: arith.addf
// CANON-NEXT: par.barrier
// CANON-NEXT: memref.store
func.func @only_reads(%n: index, %shared: memref<64xf32>, %out: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  par.for block %s (%t) in (%n) {
    %a = memref.load %shared[%c0] : memref<64xf32>
    par.barrier %s
    %b = memref.load %shared[%c0] : memref<64xf32>
    %sum = arith.addf %a, %b : f32
    par.barrier %s
    memref.store %sum, %out[%t] : memref<64xf32>
  }
  return
}

// A barrier says nothing of its effects before they are inferred: it has all.
// CHECK-LABEL: func @inferred_again
// INFER: par.barrier %{{.*}} orders write
// INFER-NOT: orders none
func.func @inferred_again(%n: index, %shared: memref<64xf32>, %x: f32) {
  par.for block %s (%t) in (%n) {
    memref.store %x, %shared[%t] : memref<64xf32>
    par.barrier %s orders none
  }
  return
}

// The store and the load are beside different barriers. When the second is
// removed, the first one separates them.
// CHECK-LABEL: func @two_barriers
// INFER: memref.store
// INFER-NEXT: par.barrier %{{.*}} orders read_write
// INFER-NEXT: par.barrier %{{.*}} orders none
// CANON: memref.store
// CANON-NEXT: par.barrier %{{.*}} orders read_write
// CANON-NEXT: memref.load
func.func @two_barriers(%n: index, %shared: memref<64xf32>, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %r = par.for block %s (%t) in (%n) init (%x : f32) {
    memref.store %x, %shared[%t] : memref<64xf32>
    par.barrier %s
    par.barrier %s
    %y = memref.load %shared[%c0] : memref<64xf32>
    par.yield %y : f32
  } combine (%l: f32, %o: f32) {
    %m = arith.maximumf %l, %o : f32
    par.yield %m : f32
  }
  return %r : f32
}

// A barrier of a warp separates nothing for the threads of other warps.
// CHECK-LABEL: func @barrier_of_a_warp_between
// INFER: par.barrier %{{.*}} among warp mask %{{.*}} orders read_write
// INFER-NEXT: par.barrier %{{[a-z0-9_]*}} orders read_write
// CANON: memref.store
// CANON-NEXT: par.barrier %{{.*}} among warp
// CANON-NEXT: par.barrier %{{[a-z0-9_]*}} orders read_write
// CANON-NEXT: memref.load
func.func @barrier_of_a_warp_between(%n: index, %shared: memref<64xf32>, %x: f32, %all: i32) {
  %c0 = arith.constant 0 : index
  par.for block %s (%t) in (%n) {
    memref.store %x, %shared[%t] : memref<64xf32>
    par.barrier %s among warp mask %all
    par.barrier %s
    %y = memref.load %shared[%c0] : memref<64xf32>
    par.barrier %s
    memref.store %y, %shared[%t] : memref<64xf32>
  }
  return
}

// One of the grid separates the threads of a block too.
// CHECK-LABEL: func @barrier_of_the_grid_between
// INFER: par.barrier %{{.*}} orders read_write
// INFER-NEXT: par.barrier %{{.*}} orders none
// CANON: memref.store
// CANON-NEXT: par.barrier
// CANON-NEXT: memref.load
func.func @barrier_of_the_grid_between(%n: index, %shared: memref<64xf32>, %x: f32, %out: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  par.for grid %g (%b) in (%n) {
    par.for block %s (%t) in (%n) {
      memref.store %x, %shared[%t] : memref<64xf32>
      par.barrier %g
      par.barrier %s
      %y = memref.load %shared[%c0] : memref<64xf32>
      par.barrier %g
      memref.store %y, %out[%t] : memref<64xf32>
    }
  }
  return
}

// No other thread sees memory that is allocated in the loop's body, or has the
// space of threads.
// CHECK-LABEL: func @private_memory
// INFER: par.barrier %{{.*}} orders none
// CANON-NOT: par.barrier
// CANON: return
func.func @private_memory(%n: index, %in: memref<64xf32>, %i: i64, %mine: memref<4xf32, #par.space<thread>>) {
  %c0 = arith.constant 0 : index
  %one = llvm.mlir.constant(1 : i64) : i64
  par.for block %s (%t) in (%n) {
    %local = llvm.alloca %one x !llvm.array<4 x f32> : (i64) -> !llvm.ptr
    %place = llvm.getelementptr inbounds %local[0, %i] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<4 x f32>
    %view = par.view %local : !llvm.ptr -> memref<4xf32, #par.space<thread>>
    %x = memref.load %in[%t] : memref<64xf32>
    llvm.store %x, %place : f32, !llvm.ptr
    par.barrier %s
    memref.store %x, %view[%c0] : memref<4xf32, #par.space<thread>>
    memref.store %x, %mine[%c0] : memref<4xf32, #par.space<thread>>
  }
  return
}

// Iterations without a level may be those of a loop of one thread, which share
// the thread's memory.
// CHECK-LABEL: func @shared_by_iterations
// INFER: par.barrier %{{.*}} orders write
func.func @shared_by_iterations(%n: index, %x: f32, %mine: memref<4xf32, #par.space<thread>>) {
  par.for %s (%t) in (%n) {
    memref.store %x, %mine[%t] : memref<4xf32, #par.space<thread>>
    par.barrier %s
  }
  return
}

// A block's memory is private to an iteration of the grid's loop, and shared by
// those of the loop over its threads.
// CHECK-LABEL: func @memory_of_a_block
// INFER: par.barrier %{{.*}} orders read_write
// INFER: par.barrier %{{.*}} orders none
func.func @memory_of_a_block(%n: index, %x: f32, %other: memref<64xf32, #par.space<block>>) {
  %c0 = arith.constant 0 : index
  par.for grid %g (%b) in (%n) {
    %tile = memref.alloca() : memref<64xf32, #par.space<block>>
    par.for block %s (%t) in (%n) {
      memref.store %x, %tile[%t] : memref<64xf32, #par.space<block>>
      par.barrier %s
      %y = memref.load %tile[%c0] : memref<64xf32, #par.space<block>>
      memref.store %y, %other[%t] : memref<64xf32, #par.space<block>>
    }
    par.barrier %g
    memref.store %x, %tile[%c0] : memref<64xf32, #par.space<block>>
    memref.store %x, %other[%c0] : memref<64xf32, #par.space<block>>
  }
  return
}

func.func private @unknown()

// A call may do anything.
// CHECK-LABEL: func @call
// INFER: par.barrier %{{.*}} orders read_write
// CANON: par.barrier
func.func @call(%n: index) {
  par.for block %s (%t) in (%n) {
    func.call @unknown() : () -> ()
    par.barrier %s
  }
  return
}

// In a loop, the store after the barrier comes before it in the next round.
// CHECK-LABEL: func @in_a_loop
// INFER: par.barrier %{{.*}} orders read_write
// CSE: memref.load
// CSE: par.barrier
// CSE: memref.load
func.func @in_a_loop(%n: index, %shared: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  par.for block %s (%t) in (%n) {
    scf.for %i = %c0 to %n step %c1 {
      %a = memref.load %shared[%c0] : memref<64xf32>
      par.barrier %s
      %b = memref.load %shared[%c0] : memref<64xf32>
      %sum = arith.addf %a, %b : f32
      memref.store %sum, %shared[%t] : memref<64xf32>
    }
  }
  return
}

// An endless loop is defined if it has a barrier.
// CHECK-LABEL: func @endless
// INFER: par.barrier %{{.*}} orders read_write
// CANON: scf.while
// CANON: par.barrier
func.func @endless(%n: index, %shared: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  par.for block %s (%t) in (%n) {
    scf.while : () -> () {
      %x = memref.load %shared[%c0] : memref<64xf32>
      %c = arith.cmpf oeq, %x, %x : f32
      scf.condition(%c)
    } do {
      par.barrier %s
      scf.yield
    }
  }
  return
}

// What the other threads exchange is neither removed nor merged.
// CHECK-LABEL: func @exchanges
// CSE-COUNT-2: par.any
// CSE-COUNT-2: par.ballot
// CANON-COUNT-2: par.any
// CANON-COUNT-2: par.ballot
func.func @exchanges(%n: index, %c: i1, %v: i32) {
  par.for block %s (%t) in (%n) {
    %a = par.any %c in %s
    %b = par.any %c in %s
    %d = par.ballot %v : i32 mask %v in %s
    %e = par.ballot %v : i32 mask %v in %s
  }
  return
}
