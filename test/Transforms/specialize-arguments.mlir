// RUN: %heddle-opt %s --specialize-block --specialize-arguments --cse --split-input-file | FileCheck %s

// What all launches pass for a parameter is a constant in the nest, and asked
// for. A number for a parameter that is none is not.
// CHECK-LABEL: llvm.func @common.grid
// CHECK-SAME: (%{{.*}}: !llvm.ptr, %[[P:.*]]: !llvm.ptr, %[[M:.*]]: i32, %[[K:.*]]: i64)
// CHECK-NOT: heddle.launches
// CHECK-NOT: heddle.known_arguments
// CHECK: %[[MINUS:.*]] = arith.constant -3 : i32
// CHECK: %[[SAME:.*]] = arith.cmpi eq, %[[M]], %[[MINUS]] : i32
// CHECK: %[[IS:.*]] = arith.andi %{{.*}}, %[[SAME]]
// CHECK: scf.if %[[IS]]
// CHECK: llvm.store %[[MINUS]], %[[P]]
// CHECK: llvm.store %[[K]], %[[P]]
// CHECK: par.shape = "64x1x1"
// CHECK: llvm.store %[[M]], %[[P]]
// CHECK: par.fallback, par.grid, par.unseen
// CHECK-NOT: par.grid
llvm.func @common.grid(%config: !llvm.ptr, %p: !llvm.ptr, %m: i32, %k: i64) attributes {heddle.block_shapes = [array<i64: 64, 1, 1>], heddle.known_launches, heddle.known_arguments, heddle.launches = [[array<i64: 64, 1, 1>, 5 : i64, -3 : i64, unit], [array<i64: 64, 1, 1>, 5 : i64, -3 : i64, 7 : i64]]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = llvm.load %config : !llvm.ptr -> i32
  %bx = arith.index_castui %n : i32 to index
  scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%c1, %c1, %c1) step (%c1, %c1, %c1) {
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c1, %bx) step (%c1, %c1, %c1) {
      llvm.store %m, %p : i32, !llvm.ptr
      llvm.store %k, %p : i64, !llvm.ptr
    } {par.block}
  } {par.grid}
  llvm.return
}

// -----

// Two distances between neighbours: a nest for each, and no launch is left that
// would need the one for all. What is only stored has no nest of its own.
// CHECK-LABEL: llvm.func @distances.grid
// CHECK-SAME: %[[M:[a-z0-9]*]]: i32, %[[K:[a-z0-9]*]]: i32)
// CHECK: %[[IS4:.*]] = arith.cmpi eq, %[[M]], %c4_i32 : i32
// CHECK: %[[BOTH:.*]] = arith.andi %{{.*}}, %[[IS4]]
// CHECK-NOT: arith.cmpi eq, %[[K]]
// CHECK: scf.if %[[BOTH]]
// CHECK: arith.muli %{{.*}}, %c4_i32
// CHECK: memref.store %[[K]]
// CHECK: par.shape = "64x1x1"
// CHECK: else
// CHECK: %[[IS1:.*]] = arith.cmpi eq, %[[M]], %c1_i32 : i32
// CHECK: %[[BOTH:.*]] = arith.andi %{{.*}}, %[[IS1]]
// CHECK: scf.if %[[BOTH]]
// CHECK: arith.muli %{{.*}}, %c1_i32
// CHECK: par.shape = "64x1x1"
// CHECK: else
// CHECK: arith.muli %{{.*}}, %[[M]]
// CHECK: par.fallback, par.grid, par.unseen
// CHECK-NOT: par.grid
llvm.func @distances.grid(%config: !llvm.ptr, %p: !llvm.ptr, %m: i32, %k: i32) attributes {heddle.block_shapes = [array<i64: 64, 1, 1>], heddle.known_launches, heddle.known_arguments, heddle.launches = [[array<i64: 64, 1, 1>, unit, 4 : i64, 1 : i64], [array<i64: 64, 1, 1>, unit, 1 : i64, 1 : i64], [array<i64: 64, 1, 1>, unit, 4 : i64, 2 : i64]]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = llvm.load %config : !llvm.ptr -> i32
  %bx = arith.index_castui %n : i32 to index
  scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%c1, %c1, %c1) step (%c1, %c1, %c1) {
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c1, %bx) step (%c1, %c1, %c1) {
      %t = arith.index_castui %tx : index to i32
      %at = arith.muli %t, %m : i32
      %i = arith.index_cast %at : i32 to index
      %v = par.view %p : !llvm.ptr -> memref<?xi32>
      memref.store %k, %v[%i] : memref<?xi32>
    } {par.block}
  } {par.grid}
  llvm.return
}

// -----

// If there may be other launches, the nest without numbers stays, with the
// general one. What asks for more comes first.
// CHECK-LABEL: llvm.func @unknown.grid
// CHECK-SAME: %[[D:[a-z0-9]*]]: i32, %[[E:[a-z0-9]*]]: i32)
// CHECK: %[[IS7:.*]] = arith.cmpi eq, %[[D]], %c7_i32 : i32
// CHECK: %[[ONE:.*]] = arith.andi %{{.*}}, %[[IS7]]
// CHECK: %[[IS2:.*]] = arith.cmpi eq, %[[E]], %c-2_i32 : i32
// CHECK: %[[BOTH:.*]] = arith.andi %[[ONE]], %[[IS2]]
// CHECK: scf.if %[[BOTH]]
// CHECK: arith.divsi %{{.*}}, %c7_i32
// CHECK: arith.divsi %{{.*}}, %c-2_i32
// CHECK: else
// CHECK-NEXT: scf.if %[[ONE]]
// CHECK: arith.divsi %{{.*}}, %c7_i32
// CHECK: arith.divsi %{{.*}}, %[[E]]
// CHECK: else
// CHECK: arith.divsi %{{.*}}, %[[D]]
// CHECK: par.shape = "64x1x1"
// CHECK: else
// CHECK: arith.divsi %{{.*}}, %[[D]]
// CHECK: {par.fallback, par.grid}
// CHECK-NOT: par.grid
llvm.func @unknown.grid(%config: !llvm.ptr, %p: !llvm.ptr, %d: i32, %e: i32) attributes {heddle.block_shapes = [array<i64: 64, 1, 1>], heddle.launches = [[array<i64: 64, 1, 1>, unit, 7 : i64, unit], [array<i64: 64, 1, 1>, unit, 7 : i64, -2 : i64], [array<i64: 64, 1, 1>, unit, unit, unit]]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = llvm.load %config : !llvm.ptr -> i32
  %bx = arith.index_castui %n : i32 to index
  scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%c1, %c1, %c1) step (%c1, %c1, %c1) {
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c1, %bx) step (%c1, %c1, %c1) {
      %t = arith.index_castui %tx : index to i32
      %q = arith.divsi %t, %d : i32
      %r = arith.divsi %q, %e : i32
      llvm.store %r, %p : i32, !llvm.ptr
    } {par.block}
  } {par.grid}
  llvm.return
}

// -----

// Each block size has the numbers of its own launches.
// CHECK-LABEL: llvm.func @shapes.grid
// CHECK: scf.if
// CHECK: llvm.store %c1_i32
// CHECK: par.shape = "64x1x1"
// CHECK: scf.if
// CHECK: llvm.store %c2_i32
// CHECK: par.shape = "32x1x1"
// CHECK: par.fallback, par.grid, par.unseen
// CHECK-NOT: par.grid
llvm.func @shapes.grid(%config: !llvm.ptr, %p: !llvm.ptr, %m: i32) attributes {heddle.block_shapes = [array<i64: 64, 1, 1>, array<i64: 32, 1, 1>], heddle.known_launches, heddle.known_arguments, heddle.launches = [[array<i64: 64, 1, 1>, unit, 1 : i64], [array<i64: 32, 1, 1>, unit, 2 : i64]]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = llvm.load %config : !llvm.ptr -> i32
  %bx = arith.index_castui %n : i32 to index
  scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%c1, %c1, %c1) step (%c1, %c1, %c1) {
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c1, %bx) step (%c1, %c1, %c1) {
      llvm.store %m, %p : i32, !llvm.ptr
    } {par.block}
  } {par.grid}
  llvm.return
}

// -----

// A limit that threads are compared with, a long distance, a branch in no loop,
// and the end of a long loop: no copies.
// CHECK-LABEL: llvm.func @little.grid
// CHECK-COUNT-2: par.grid
// CHECK-NOT: par.grid
llvm.func @little.grid(%config: !llvm.ptr, %p: !llvm.ptr, %m: i32, %k: i32, %flag: i1) attributes {heddle.block_shapes = [array<i64: 64, 1, 1>], heddle.launches = [[array<i64: 64, 1, 1>, unit, 40 : i64, 1000 : i64, -1 : i64], [array<i64: 64, 1, 1>, unit, 50 : i64, 2000 : i64, 0 : i64]]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %n = llvm.load %config : !llvm.ptr -> i32
  %bx = arith.index_castui %n : i32 to index
  scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%c1, %c1, %c1) step (%c1, %c1, %c1) {
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c1, %bx) step (%c1, %c1, %c1) {
      %t = arith.index_castui %tx : index to i32
      %is = arith.cmpi slt, %t, %m : i32
      scf.if %is {
        %at = arith.muli %t, %k : i32
        %i = arith.index_cast %at : i32 to index
        %v = par.view %p : !llvm.ptr -> memref<?xi32>
        memref.store %t, %v[%i] : memref<?xi32>
      }
      scf.if %flag {
        llvm.store %t, %p : i32, !llvm.ptr
      }
      scf.for %i = %i0 to %k step %i1 : i32 {
        llvm.store %t, %p : i32, !llvm.ptr
      }
    } {par.block}
  } {par.grid}
  llvm.return
}

// -----

// For a branch in a loop and the turns of a short loop there are; what is in a
// branch that is not taken decides nothing.
// CHECK-LABEL: llvm.func @much.grid
// CHECK-SAME: %[[D:[a-z0-9]*]]: i32, %[[S:[a-z0-9]*]]: i32, %[[FLAG:[a-z0-9]*]]: i1)
// CHECK: %[[STEP:.*]] = arith.cmpi eq, %[[S]], %c1_i32
// CHECK: %[[SHORT:.*]] = arith.andi %[[SHAPE:.*]], %[[STEP]]
// CHECK: %[[OFF:.*]] = arith.cmpi eq, %[[FLAG]], %false
// CHECK: %[[TWO:.*]] = arith.andi %[[SHORT]], %[[OFF]]
// CHECK: %[[IS3:.*]] = arith.cmpi eq, %[[D]], %c3_i32
// CHECK: %[[A:.*]] = arith.andi %[[SHAPE]], %[[IS3]]
// CHECK: %[[B:.*]] = arith.andi %[[A]], %[[STEP]]
// CHECK: %[[ON:.*]] = arith.cmpi eq, %[[FLAG]], %true
// CHECK: %[[THREE:.*]] = arith.andi %[[B]], %[[ON]]
// CHECK: scf.if %[[THREE]]
// CHECK: arith.divsi %{{.*}}, %c3_i32
// CHECK: else
// CHECK-NEXT: scf.if %[[TWO]]
// CHECK: step %c1_i32
// CHECK: arith.divsi %{{.*}}, %[[D]]
// CHECK: par.shape = "64x1x1"
// CHECK: else
// CHECK-NEXT: scf.if %[[SHAPE]]
// CHECK: step %[[S]]
// CHECK: par.shape = "64x1x1"
// CHECK: {par.fallback, par.grid}
// CHECK-NOT: par.grid
llvm.func @much.grid(%config: !llvm.ptr, %p: !llvm.ptr, %d: i32, %s: i32, %flag: i1) attributes {heddle.block_shapes = [array<i64: 64, 1, 1>], heddle.launches = [[array<i64: 64, 1, 1>, unit, 3 : i64, 1 : i64, -1 : i64], [array<i64: 64, 1, 1>, unit, 5 : i64, 1 : i64, 0 : i64]]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i0 = arith.constant 0 : i32
  %i9 = arith.constant 9 : i32
  %n = llvm.load %config : !llvm.ptr -> i32
  %bx = arith.index_castui %n : i32 to index
  scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%c1, %c1, %c1) step (%c1, %c1, %c1) {
    scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c1, %c1, %bx) step (%c1, %c1, %c1) {
      %t = arith.index_castui %tx : index to i32
      scf.for %i = %i0 to %i9 step %s : i32 {
        scf.if %flag {
          %q = arith.divsi %t, %d : i32
          llvm.store %q, %p : i32, !llvm.ptr
        }
      }
    } {par.block}
  } {par.grid}
  llvm.return
}
