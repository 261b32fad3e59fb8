// RUN: %heddle-opt %s --fission -split-input-file -verify-diagnostics | FileCheck %s --implicit-check-not=par.barrier

// What is cheap is computed again; no buffer is needed.
// CHECK-LABEL: func @straight_line
// CHECK-NOT: memref.alloca
// CHECK: scf.parallel (%[[T:.*]]) =
// CHECK: arith.addi %[[T]]
// CHECK: memref.store
// CHECK: } {par.block}
// CHECK: scf.parallel (%[[U:.*]]) =
// CHECK: %[[I:.*]] = arith.addi %[[U]]
// CHECK: memref.load %{{.*}}[%[[I]]]
// CHECK: } {par.block}
func.func @straight_line(%n: index, %s: memref<?xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    %i = arith.addi %t, %c1 : index
    memref.store %x, %s[%i] : memref<?xi32>
    par.barrier(%t)
    %v = memref.load %s[%i] : memref<?xi32>
    memref.store %v, %s[%t] : memref<?xi32>
  } {par.block}
  return
}

// -----

// What was loaded before the barrier goes through a buffer with a place for
// each thread.
// CHECK-LABEL: func @buffered
// CHECK-SAME: (%[[N:[^:]*]]: index
// CHECK: %[[B:.*]] = memref.alloca(%[[N]]) {alignment = 64 : i64} : memref<?xi32>
// CHECK: scf.parallel (%[[T:.*]]) =
// CHECK: %[[V:.*]] = memref.load
// CHECK: memref.store %[[V]], %[[B]][%[[T]]]
// CHECK: scf.parallel (%[[U:.*]]) =
// CHECK: %[[W:.*]] = memref.load %[[B]][%[[U]]]
// CHECK: memref.store %[[W]]
func.func @buffered(%n: index, %s: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    %v = memref.load %s[%t] : memref<?xi32>
    par.barrier(%t)
    memref.store %v, %s[%c0] : memref<?xi32>
  } {par.block}
  return
}

// -----

// Two divisions cost more than a buffer; what is computed from them does not.
// CHECK-LABEL: func @expensive
// CHECK: memref.alloca({{.*}}) {{.*}} : memref<?xf32>
// CHECK-NOT: memref.alloca
// CHECK: scf.parallel
// CHECK-COUNT-2: arith.divf
// CHECK: scf.parallel
// CHECK-NOT: arith.divf
// CHECK: arith.cmpf
// CHECK: return
func.func @expensive(%n: index, %s: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    %i = arith.index_cast %t : index to i32
    %f = arith.sitofp %i : i32 to f32
    %a = arith.divf %x, %f : f32
    %b = arith.divf %a, %f : f32
    %c = arith.cmpf olt, %b, %x : f32
    memref.store %b, %s[%t] : memref<?xf32>
    par.barrier(%t)
    scf.if %c {
      memref.store %b, %s[%c0] : memref<?xf32>
    }
  } {par.block}
  return
}

// -----

// A bool is kept as a byte, rather than the two values that it compares.
// CHECK-LABEL: func @bool
// CHECK: memref.alloca({{.*}}) {{.*}} : memref<?xi8>
// CHECK-NOT: memref.alloca
// CHECK: scf.parallel
// CHECK: arith.cmpf
// CHECK: scf.parallel
// CHECK-NOT: arith.cmpf
// CHECK: return
func.func @bool(%n: index, %s: memref<?xf32>, %r: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    %a = memref.load %s[%t] : memref<?xf32>
    %b = memref.load %r[%t] : memref<?xf32>
    %c = arith.cmpf olt, %a, %b : f32
    par.barrier(%t)
    scf.if %c {
      memref.store %x, %s[%c0] : memref<?xf32>
    }
  } {par.block}
  return
}

// -----

// Three values computed from one: that one is kept.
// CHECK-LABEL: func @narrowest
// CHECK: %[[B:.*]] = memref.alloca({{.*}}) {{.*}} : memref<?xi32>
// CHECK-NOT: memref.alloca
// CHECK: scf.parallel
// CHECK: %[[V:.*]] = memref.load
// CHECK: memref.store %[[V]], %[[B]]
// CHECK: scf.parallel
// CHECK: memref.load %[[B]]
// CHECK-COUNT-3: memref.store
// CHECK: return
func.func @narrowest(%n: index, %s: memref<?xi32>, %r: memref<?xi64>, %k: i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    %v = memref.load %s[%t] : memref<?xi32>
    %w = arith.extsi %v : i32 to i64
    %a = arith.muli %w, %k : i64
    %b = arith.addi %a, %k : i64
    %c = arith.xori %b, %w : i64
    par.barrier(%t)
    memref.store %a, %r[%t] : memref<?xi64>
    memref.store %b, %r[%c0] : memref<?xi64>
    memref.store %c, %r[%c1] : memref<?xi64>
  } {par.block}
  return
}

// -----

// Three dimensions: the buffer has them too.
// CHECK-LABEL: func @three_dimensions
// CHECK: %[[B:.*]] = memref.alloca({{.*}}) {{.*}} : memref<?x?x?xi32>
// CHECK: scf.parallel (%[[Z:.*]], %[[Y:.*]], %[[X:.*]]) =
// CHECK: memref.store %{{.*}}, %[[B]][%[[Z]], %[[Y]], %[[X]]]
func.func @three_dimensions(%nx: index, %ny: index, %nz: index, %s: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%nz, %ny, %nx) step (%c1, %c1, %c1) {
    %v = memref.load %s[%x] : memref<?xi32>
    par.barrier(%z, %y, %x)
    memref.store %v, %s[%y] : memref<?xi32>
  } {par.block}
  return
}

// -----

// A uniform if is interchanged with the loop over threads; its condition is
// computed once for the block.
// CHECK-LABEL: func @uniform_if
// CHECK: %[[C:.*]] = arith.cmpi ult
// CHECK: scf.parallel
// CHECK: }
// CHECK: scf.if %[[C]] {
// CHECK: scf.parallel
// CHECK: scf.parallel
// CHECK: } else {
// CHECK: scf.parallel
// CHECK: }
// CHECK: scf.parallel
func.func @uniform_if(%n: index, %k: index, %s: memref<?xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    memref.store %x, %s[%t] : memref<?xi32>
    %c = arith.cmpi ult, %n, %k : index
    scf.if %c {
      memref.store %x, %s[%t] : memref<?xi32>
      par.barrier(%t)
      memref.store %x, %s[%c0] : memref<?xi32>
    } else {
      memref.store %x, %s[%c1] : memref<?xi32>
    }
    memref.store %x, %s[%k] : memref<?xi32>
  } {par.block}
  return
}

// -----

// A value that goes round a uniform loop lives in a buffer; all threads load it
// in each round and store the next.
// CHECK-LABEL: func @uniform_for
// CHECK: %[[B:.*]] = memref.alloca(%{{.*}}) {{.*}} : memref<?xi32>
// CHECK: scf.parallel (%[[T:.*]]) =
// CHECK: memref.store %{{.*}}, %[[B]][%[[T]]]
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK: scf.parallel (%[[U:.*]]) =
// CHECK: memref.load %[[B]][%[[U]]]
// CHECK: scf.parallel (%[[W:.*]]) =
// CHECK: memref.store %{{.*}}, %[[B]][%[[W]]]
// CHECK: }
// CHECK: scf.parallel (%[[X:.*]]) =
// CHECK: memref.load %[[B]][%[[X]]]
func.func @uniform_for(%n: index, %k: index, %s: memref<?xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    %r = scf.for %i = %c0 to %k step %c1 iter_args(%a = %x) -> i32 {
      memref.store %a, %s[%t] : memref<?xi32>
      par.barrier(%t)
      %w = memref.load %s[%i] : memref<?xi32>
      %at = arith.index_cast %t : index to i32
      %v = arith.addi %w, %at : i32
      scf.yield %v : i32
    }
    memref.store %r, %s[%t] : memref<?xi32>
  } {par.block}
  return
}

// -----

// Two carried values that are swapped: both are loaded before either is
// stored.
// CHECK-LABEL: func @swapped
// CHECK: scf.for
// CHECK: scf.parallel
// CHECK: scf.parallel
// CHECK-DAG: %[[A:.*]] = memref.load %[[BA:.*]][
// CHECK-DAG: %[[B:.*]] = memref.load %[[BB:.*]][
// CHECK: memref.store %[[B]], %[[BA]]
// CHECK: memref.store %[[A]], %[[BB]]
func.func @swapped(%n: index, %k: index, %s: memref<?xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    %y = arith.index_cast %t : index to i32
    %r:2 = scf.for %i = %c0 to %k step %c1 iter_args(%a = %x, %b = %y) -> (i32, i32) {
      memref.store %x, %s[%t] : memref<?xi32>
      par.barrier(%t)
      scf.yield %b, %a : i32, i32
    }
    memref.store %r#0, %s[%t] : memref<?xi32>
  } {par.block}
  return
}

// -----

// A sum is stored where it is made, before the barrier at the end of the loop.
// CHECK-LABEL: func @sum
// CHECK: scf.for
// CHECK: scf.parallel
// CHECK: {par.block}
// CHECK: scf.parallel
// CHECK: arith.muli
// CHECK-NEXT: %[[OLD:.*]] = memref.load %[[SUMS:.*]][
// CHECK-NEXT: %[[NEW:.*]] = arith.addi %[[OLD]],
// CHECK: memref.store %[[NEW]], %[[SUMS]][
// CHECK: {par.block}
// CHECK-NEXT: }
// CHECK-NEXT: scf.parallel
func.func @sum(%n: index, %k: index, %s: memref<?xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    %r = scf.for %i = %c0 to %k step %c1 iter_args(%a = %x) -> i32 {
      memref.store %x, %s[%t] : memref<?xi32>
      par.barrier(%t)
      %w = memref.load %s[%i] : memref<?xi32>
      %at = arith.index_cast %t : index to i32
      %x2 = arith.muli %w, %at : i32
      %v = arith.addi %a, %x2 : i32
      par.barrier(%t)
      scf.yield %v : i32
    }
    memref.store %r, %s[%t] : memref<?xi32>
  } {par.block}
  return
}

// -----

// What a loop carries that is the same in all threads stays at block level.
// CHECK-LABEL: func @uniform_while
// CHECK: scf.while (%[[I:.*]] = %{{.*}}) : (index) -> index {
// CHECK-NEXT: %[[MORE:.*]] = arith.cmpi ult, %[[I]]
// CHECK-NEXT: scf.condition(%[[MORE]]) %[[I]]
// CHECK: } do {
// CHECK: scf.parallel
// CHECK: scf.parallel
func.func @uniform_while(%n: index, %k: index, %s: memref<?xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    %r = scf.while (%i = %c0) : (index) -> index {
      %c = arith.cmpi ult, %i, %k : index
      scf.condition(%c) %i : index
    } do {
    ^bb0(%i: index):
      memref.store %x, %s[%t] : memref<?xi32>
      par.barrier(%t)
      memref.store %x, %s[%c0] : memref<?xi32>
      %next = arith.addi %i, %c1 : index
      scf.yield %next : index
    }
  } {par.block}
  return
}

// -----

// par.any: each thread stores its condition, then one loop over all of them.
// CHECK-LABEL: func @any
// CHECK-SAME: (%[[N:[^:]*]]: index
// CHECK-NOT: par.any
// CHECK: %[[B:.*]] = memref.alloca(%[[N]]) {{.*}} : memref<?xi8>
// CHECK: scf.parallel
// CHECK: memref.store %{{.*}}, %[[B]]
// CHECK: } {par.block}
// CHECK: %[[TOTAL:.*]] = scf.for %[[I:.*]] = %{{.*}} to %[[N]]
// CHECK: memref.load %[[B]][%[[I]]]
// CHECK: arith.ori
// CHECK: %[[ANY:.*]] = arith.cmpi ne, %[[TOTAL]]
// CHECK: scf.if %[[ANY]] {
// CHECK: scf.parallel
func.func @any(%n: index, %s: memref<?xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    %v = memref.load %s[%t] : memref<?xi32>
    %c = arith.cmpi slt, %v, %x : i32
    %any = par.any %c over (%t)
    scf.if %any {
      memref.store %x, %s[%t] : memref<?xi32>
      par.barrier(%t)
      memref.store %x, %s[%c0] : memref<?xi32>
    }
  } {par.block}
  return
}

// -----

// Private memory that pieces on both sides access: a buffer element per thread.
// CHECK-LABEL: func @private_across
// CHECK-NOT: llvm.alloca
// CHECK: %[[B:.*]] = memref.alloca(%{{.*}}) {{.*}} : memref<?x16xi8>
// CHECK: scf.parallel (%[[T:.*]]) =
// CHECK: %[[O:.*]] = arith.muli %[[T]], %c16
// CHECK: %[[P:.*]] = par.pointer %[[B]]
// CHECK: llvm.getelementptr inbounds %[[P]]
// CHECK: llvm.store
// CHECK: scf.parallel
// CHECK: par.pointer %[[B]]
// CHECK: llvm.load
func.func @private_across(%n: index, %i: i64, %s: memref<?xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    %one = llvm.mlir.constant(1 : i64) : i64
    %local = llvm.alloca %one x !llvm.array<4 x i32> : (i64) -> !llvm.ptr
    %place = llvm.getelementptr inbounds %local[0, %i] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<4 x i32>
    llvm.store %x, %place : i32, !llvm.ptr
    memref.store %x, %s[%t] : memref<?xi32>
    par.barrier(%t)
    %v = llvm.load %place : !llvm.ptr -> i32
    memref.store %v, %s[%c0] : memref<?xi32>
  } {par.block}
  return
}

// -----

// Private memory that one piece sees, though it was allocated in another: it
// is allocated there.
// CHECK-LABEL: func @private_in_one_piece
// CHECK-NOT: memref.alloca
// CHECK: scf.parallel
// CHECK-NOT: llvm.alloca
// CHECK: scf.parallel
// CHECK: llvm.alloca
// CHECK: llvm.store
func.func @private_in_one_piece(%n: index, %s: memref<?xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    %one = llvm.mlir.constant(1 : i64) : i64
    %local = llvm.alloca %one x i32 : (i64) -> !llvm.ptr
    memref.store %x, %s[%t] : memref<?xi32>
    par.barrier(%t)
    llvm.store %x, %local : i32, !llvm.ptr
    %v = llvm.load %local : !llvm.ptr -> i32
    memref.store %v, %s[%c0] : memref<?xi32>
  } {par.block}
  return
}

// -----

llvm.func @keep(!llvm.ptr)

// Once a function has the address, any piece may see the memory.
// CHECK-LABEL: func @private_escapes
// CHECK: memref.alloca(%{{.*}}) {{.*}} : memref<?x4xi8>
// CHECK-NOT: llvm.alloca
// CHECK: return
func.func @private_escapes(%n: index, %s: memref<?xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    %one = llvm.mlir.constant(1 : i64) : i64
    %local = llvm.alloca %one x i32 : (i64) -> !llvm.ptr
    llvm.call @keep(%local) : (!llvm.ptr) -> ()
    par.barrier(%t)
    memref.store %x, %s[%t] : memref<?xi32>
  } {par.block}
  return
}

// -----

// A view is made again from its pointer, which is what the buffer holds.
// CHECK-LABEL: func @view
// CHECK: scf.parallel
// CHECK: llvm.store %{{.*}} : !llvm.ptr, !llvm.ptr
// CHECK: scf.parallel
// CHECK: %[[P:.*]] = llvm.load %{{.*}} : !llvm.ptr -> !llvm.ptr
// CHECK: par.view %[[P]]
func.func @view(%n: index, %p: !llvm.ptr, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    %q = llvm.load %p : !llvm.ptr -> !llvm.ptr
    %v = par.view %q : !llvm.ptr -> memref<?xi32>
    memref.store %x, %v[%t] : memref<?xi32>
    par.barrier(%t)
    memref.store %x, %v[%c0] : memref<?xi32>
  } {par.block}
  return
}

// -----

// A loop over threads without a barrier is left alone.
// CHECK-LABEL: func @no_barrier
// CHECK-COUNT-1: scf.parallel
// CHECK-NOT: scf.parallel
func.func @no_barrier(%n: index, %s: memref<?xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    memref.store %x, %s[%t] : memref<?xi32>
    memref.store %x, %s[%c0] : memref<?xi32>
  } {par.block}
  return
}

// -----

// A loop over threads that was narrowed: the trip count that all threads agree
// on is read from its first thread, and only if there is one.
// CHECK-LABEL: func @narrowed
// CHECK-SAME: %[[N:[^ ]*]]: index, %[[FIRST:[^ ]*]]: index
// CHECK: %[[SOME:.*]] = arith.cmpi slt, %[[FIRST]], %[[N]]
// CHECK: scf.if %[[SOME]] {
// CHECK: %[[B:.*]] = memref.alloca
// CHECK: scf.parallel ({{.*}}) = (%[[FIRST]]) to (%[[N]])
// CHECK: memref.store %{{.*}}, %[[B]]
// CHECK: %[[TRIPS:.*]] = memref.load %[[B]][%[[FIRST]]]
// CHECK: scf.for {{.*}} to %[[TRIPS]]
func.func @narrowed(%n: index, %first: index, %s: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%t) = (%first) to (%n) step (%c1) {
    %trips = memref.load %s[%c0] : memref<?xindex>
    memref.store %t, %s[%t] : memref<?xindex>
    scf.for %k = %c0 to %trips step %c1 {
      memref.store %k, %s[%t] : memref<?xindex>
      par.barrier(%t)
    }
  } {par.block}
  return
}

// -----

func.func @switch(%n: index, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    // expected-error @+1 {{a barrier inside this operation is not supported}}
    scf.index_switch %i
    default {
      par.barrier(%t)
    }
  } {par.block}
  return
}

// -----

func.func @step(%n: index, %s: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  // expected-error @+1 {{a loop over threads must have step 1}}
  scf.parallel (%t) = (%c0) to (%n) step (%c2) {
    memref.store %t, %s[%t] : memref<?xindex>
    par.barrier(%t)
  } {par.block}
  return
}

// -----

func.func @lanes(%n: index, %s: memref<?xi32>) {
  %c1 = arith.constant 1 : index
  %true = arith.constant true
  %all = arith.constant -1 : i32
  // expected-error @+1 {{a loop over the lanes of a warp must start at lane 0}}
  scf.parallel (%t) = (%c1) to (%n) step (%c1) {
    %v = memref.load %s[%t] : memref<?xi32>
    %r = par.warp "ballot" %true, %all, %v over (%t) : i32 -> i32
    memref.store %r, %s[%t] : memref<?xi32>
  } {par.block, par.capacity = 32 : i64}
  return
}

// -----

func.func @dynamic_alloca(%n: index, %size: i64, %s: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    // expected-error @+1 {{memory of a size that is not constant (alloca) is used on both sides of a barrier}}
    %p = llvm.alloca %size x i32 : (i64) -> !llvm.ptr
    %x = memref.load %s[%t] : memref<?xi32>
    llvm.store %x, %p : i32, !llvm.ptr
    par.barrier(%t)
    %y = llvm.load %p : !llvm.ptr -> i32
    memref.store %y, %s[%t] : memref<?xi32>
  } {par.block}
  return
}
