// RUN: %heddle-opt %s | %heddle-opt | FileCheck %s
// RUN: %heddle-opt %s --mlir-print-op-generic | %heddle-opt | FileCheck %s
// RUN: %heddle-opt %s --emit-bytecode | %heddle-opt | FileCheck %s
// A parallel loop and all that names its scope are printed and read back.

// CHECK-LABEL: func @levels
// CHECK-SAME: (%[[N:[a-z0-9_]+]]: index,
func.func @levels(%n: index, %x: f32) {
  // CHECK-NEXT: par.for grid %{{.*}} (%{{.*}}, %{{.*}}, %{{.*}}) in (%[[N]], %[[N]], %[[N]]) race_free bound [65535, 65535, 2147483647] {
  par.for grid %g (%bz, %by, %bx) in (%n, %n, %n) race_free bound [65535, 65535, 2147483647] {
    // CHECK-NEXT: memref.alloca() : memref<64xf32, #par.space<block>>
    %tile = memref.alloca() : memref<64xf32, #par.space<block>>
    // CHECK-NEXT: par.for block %{{.*}} (%{{.*}}) in (%[[N]]) bound [1024] {
    par.for block %s (%t) in (%n) bound [1024] {
      // CHECK-NEXT: memref.alloca() : memref<4xf32, #par.space<thread>>
      %mine = memref.alloca() : memref<4xf32, #par.space<thread>>
      // CHECK-NEXT: par.for warp %{{.*}} (%{{.*}}) in (%[[N]]) {
      par.for warp %w (%i) in (%n) {
        // CHECK-NEXT: par.for lane %{{.*}} (%{{.*}}) in (%[[N]]) race_free {
        par.for lane %l (%j) in (%n) race_free {
          // CHECK-NEXT: par.for %{{.*}} (%{{.*}}, %[[K:[a-z0-9_]+]]) in (%[[N]], %[[N]]) {
          par.for %p (%h, %k) in (%n, %n) {
            // CHECK-NEXT: memref.store %{{.*}}, %{{.*}}[%[[K]]]
            memref.store %x, %mine[%k] : memref<4xf32, #par.space<thread>>
          // CHECK-NEXT: }
          }
        }
      }
    }
  }
  return
}

// A terminator without values is neither needed nor printed.
// CHECK-LABEL: func @empty
func.func @empty(%n: index) {
  // CHECK-NEXT: par.for %{{.*}} (%{{.*}}) in (%{{.*}}) {
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  par.for %s (%i) in (%n) {
    par.yield
  }
  return
}

// CHECK-LABEL: func @sum
// CHECK-SAME: %[[ZERO:[a-z0-9_]+]]: f32)
func.func @sum(%n: index, %a: memref<?xf32>, %zero: f32) -> f32 {
  // CHECK: %[[SUM:[a-z0-9_]+]] = par.for %{{.*}} (%{{.*}}) in (%{{.*}}) bound [64] init (%[[ZERO]] : f32) {
  %sum = par.for %s (%i) in (%n) bound [64] init (%zero : f32) {
    %x = memref.load %a[%i] : memref<?xf32>
    // CHECK: par.yield %{{.*}} : f32
    par.yield %x : f32
  // CHECK-NEXT: } combine (%[[L:[a-z0-9_]+]]: f32, %[[R:[a-z0-9_]+]]: f32) {
  } combine (%l: f32, %r: f32) {
    // CHECK-NEXT: %[[S:[a-z0-9_]+]] = arith.addf %[[L]], %[[R]]
    %s2 = arith.addf %l, %r : f32
    // CHECK-NEXT: par.yield %[[S]] : f32
    par.yield %s2 : f32
  }
  // CHECK: return %[[SUM]]
  return %sum : f32
}

// The smallest element and where it is.
// CHECK-LABEL: func @first_smallest
func.func @first_smallest(%n: index, %a: memref<?xf32>, %limit: f32) -> (f32, index) {
  // CHECK: %[[R:[a-z0-9_]+]]:2 = par.for {{.*}} init (%{{.*}}, %{{.*}} : f32, index) {
  %least, %at = par.for %s (%i) in (%n) init (%limit, %n : f32, index) {
    %x = memref.load %a[%i] : memref<?xf32>
    // CHECK: par.yield %{{.*}}, %{{.*}} : f32, index
    par.yield %x, %i : f32, index
  // CHECK-NEXT: } combine (%{{.*}}: f32, %{{.*}}: index, %{{.*}}: f32, %{{.*}}: index) {
  } combine (%x: f32, %i2: index, %y: f32, %j: index) {
    %less = arith.cmpf olt, %x, %y : f32
    %same = arith.cmpf oeq, %x, %y : f32
    %before = arith.cmpi slt, %i2, %j : index
    %tie = arith.andi %same, %before : i1
    %left = arith.ori %less, %tie : i1
    %z = arith.select %left, %x, %y : f32
    %k = arith.select %left, %i2, %j : index
    par.yield %z, %k : f32, index
  }
  // CHECK: return %[[R]]#0, %[[R]]#1
  return %least, %at : f32, index
}

// CHECK-LABEL: func @synchronisation
func.func @synchronisation(%n: index, %c: i1, %v: i32, %w: i64, %all: i32) {
  // CHECK: par.for grid %[[G:[a-z0-9_]+]] (%{{.*}})
  par.for grid %g (%b) in (%n) {
    // CHECK: par.for block %[[S:[a-z0-9_]+]] (%{{.*}})
    par.for block %s (%t) in (%n) {
      // CHECK-NEXT: par.barrier %[[S]]{{$}}
      par.barrier %s
      // CHECK-NEXT: par.barrier %[[S]] orders none{{$}}
      par.barrier %s orders none
      // CHECK-NEXT: par.barrier %[[S]] orders write{{$}}
      par.barrier %s orders write
      // CHECK-NEXT: par.barrier %[[G]] orders read_write{{$}}
      par.barrier %g orders read_write
      // CHECK-NEXT: par.barrier %[[S]] among warp mask %[[ALL:[a-z0-9_]+]]{{$}}
      par.barrier %s among warp mask %all
      // CHECK-NEXT: par.barrier %[[S]] among warp mask %[[ALL]] orders read_write{{$}}
      par.barrier %s among warp mask %all orders read_write
      // CHECK-NEXT: par.any %{{.*}} in %[[S]]
      %0 = par.any %c in %s
      // CHECK-NEXT: par.count %{{.*}} in %[[S]]
      %1 = par.count %c in %s
      // CHECK-NEXT: par.lane in %[[S]]
      %2 = par.lane in %s
      // CHECK-NEXT: par.active mask %[[ALL]] in %[[S]]
      %3 = par.active mask %all in %s
      // CHECK-NEXT: par.ballot %{{.*}} : i32 mask %[[ALL]] in %[[S]]
      %4 = par.ballot %v : i32 mask %all in %s
      // CHECK-NEXT: par.shuffle %{{.*}} from %{{.*}} : i64 -> i64 mask %[[ALL]] in %[[S]]
      %5 = par.shuffle %w from %v : i64 -> i64 mask %all in %s
      // CHECK-NEXT: par.match %{{.*}} : i64 mask %[[ALL]] in %[[S]]
      %6 = par.match %w : i64 mask %all in %s
      // CHECK-NEXT: par.reduce add %{{.*}} mask %[[ALL]] in %[[S]]
      %7 = par.reduce add %v mask %all in %s
      // CHECK-NEXT: par.reduce umin
      %8 = par.reduce umin %v mask %all in %s
      // CHECK-NEXT: par.reduce umax
      %9 = par.reduce umax %v mask %all in %s
      // CHECK-NEXT: par.reduce smin
      %10 = par.reduce smin %v mask %all in %s
      // CHECK-NEXT: par.reduce smax
      %11 = par.reduce smax %v mask %all in %s
      // CHECK-NEXT: par.reduce and
      %12 = par.reduce and %v mask %all in %s
      // CHECK-NEXT: par.reduce or
      %13 = par.reduce or %v mask %all in %s
      // CHECK-NEXT: par.reduce xor
      %14 = par.reduce xor %v mask %all in %s
    }
  }
  return
}

// CHECK-LABEL: func @atomics
func.func @atomics(%p: !llvm.ptr, %i: i32, %j: i32, %f: f32) {
  // CHECK-NEXT: par.atomic_rmw add relaxed device %{{.*}}, %{{.*}} {alignment = 4 : i64} : !llvm.ptr, i32
  %0 = par.atomic_rmw add relaxed device %p, %i {alignment = 4 : i64} : !llvm.ptr, i32
  // CHECK-NEXT: par.atomic_rmw fmax acquire block %{{.*}}, %{{.*}} : !llvm.ptr, f32
  %1 = par.atomic_rmw fmax acquire block %p, %f : !llvm.ptr, f32
  // CHECK-NEXT: par.atomic_rmw exchange sequentially_consistent system %{{.*}}, %{{.*}} : !llvm.ptr, !llvm.ptr
  %2 = par.atomic_rmw exchange sequentially_consistent system %p, %p : !llvm.ptr, !llvm.ptr
  // CHECK-NEXT: par.atomic_compare_exchange acquire_release acquire thread %{{.*}}, %{{.*}}, %{{.*}} : !llvm.ptr, i32
  %3, %4 = par.atomic_compare_exchange acquire_release acquire thread %p, %i, %j : !llvm.ptr, i32
  // CHECK-NEXT: par.atomic_compare_exchange weak relaxed relaxed device %{{.*}}, %{{.*}}, %{{.*}} : !llvm.ptr, i32
  %5, %6 = par.atomic_compare_exchange weak relaxed relaxed device %p, %i, %j : !llvm.ptr, i32
  return
}
