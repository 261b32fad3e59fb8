// RUN: %heddle-opt %s --par-to-scf -split-input-file -verify-diagnostics | FileCheck %s

// CHECK-LABEL: func @launch
// CHECK-SAME: (%[[N:.*]]: index,
// CHECK: scf.parallel (%[[B:.*]]) = (%{{.*}}) to (%[[N]]) step
// CHECK: %[[TILE:.*]] = memref.alloca() : memref<64xi32>
// CHECK: scf.parallel (%[[Y:.*]], %[[X:.*]]) = (%{{.*}}, %{{.*}}) to (%[[N]], %[[N]]) step
// CHECK: memref.store %{{.*}}, %[[TILE]][%[[X]]] : memref<64xi32>
// CHECK-NEXT: par.barrier(%[[Y]], %[[X]]){{$}}
// CHECK-NEXT: par.grid_sync(%[[Y]], %[[X]])
// CHECK-NEXT: par.any %{{.*}} over(%[[Y]], %[[X]])
// CHECK-NEXT: par.count %{{.*}} over(%[[Y]], %[[X]])
// CHECK-NEXT: %[[LANE:.*]] = par.lane(%[[Y]], %[[X]])
// CHECK: scf.reduce
// CHECK-NEXT: } {par.block}
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: } {par.grid}
func.func @launch(%n: index, %v: i32, %c: i1) {
  par.for grid %g (%b) in (%n) race_free {
    %tile = memref.alloca() : memref<64xi32, #par.space<block>>
    par.for block %s (%y, %x) in (%n, %n) race_free bound [1, 64] {
      memref.store %v, %tile[%x] : memref<64xi32, #par.space<block>>
      par.barrier %s orders read_write
      par.barrier %g
      %any = par.any %c in %s
      %count = par.count %c in %s
      %lane = par.lane in %s
      %sum = arith.addi %lane, %count : i32
      memref.store %sum, %tile[%x] : memref<64xi32, #par.space<block>>
    }
  }
  return
}

// -----

// CHECK-LABEL: func @warps
// CHECK-SAME: %[[V:[a-z0-9]*]]: i32, %[[W:[a-z0-9]*]]: i64, %[[ALL:[a-z0-9]*]]: i32)
// CHECK: par.warp{{ +}}sync %{{.*}}, %[[ALL]] over()
// CHECK: par.warp{{ +}}active %{{.*}}, %[[ALL]] over() -> i32
// CHECK: par.warp{{ +}}ballot %{{.*}}, %[[ALL]], %[[V]] over() : i32 -> i32
// CHECK: par.warp{{ +}}shuffle %{{.*}}, %[[ALL]], %[[W]] from %[[V]] over() : i64 -> i64
// CHECK: par.warp{{ +}}match %{{.*}}, %[[ALL]], %[[W]] over() : i64 -> i32
// CHECK: par.warp{{ +}}smin %{{.*}}, %[[ALL]], %[[V]] over() : i32 -> i32
func.func @warps(%n: index, %v: i32, %w: i64, %all: i32) {
  par.for block %s (%x) in (%n) {
    par.barrier %s among warp mask %all
    %0 = par.active mask %all in %s
    %1 = par.ballot %v : i32 mask %all in %s
    %2 = par.shuffle %w from %v : i64 -> i64 mask %all in %s
    %3 = par.match %w : i64 mask %all in %s
    %4 = par.reduce smin %v mask %all in %s
  }
  return
}

// -----

func.func @plain(%n: index) {
  // expected-error @+1 {{'par.for' op is neither over a grid nor over the threads of a block}}
  par.for %s (%i) in (%n) {
  }
  return
}

// -----

func.func @sum(%n: index, %x: f32) {
  // expected-error @+1 {{'par.for' op with results has no form in scf}}
  %r = par.for block %s (%i) in (%n) init (%x : f32) {
    par.yield %x : f32
  } combine (%l: f32, %o: f32) {
    par.yield %l : f32
  }
  return
}
