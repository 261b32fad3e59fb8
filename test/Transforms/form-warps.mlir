// RUN: %heddle-opt --form-warps --canonicalize %s | FileCheck %s

// A block of known shape. What is computed from threadIdx.x / 32 is the same in
// all lanes; the rest is the lane.
// CHECK-LABEL: func.func @known
// CHECK: scf.for %[[W:.*]] = %c0 to %c4 step %c1
// CHECK:   scf.parallel (%[[L:.*]]) = (%c0) to (%c32) step (%c1)
// CHECK-DAG: %[[LANE:.*]] = arith.index_castui %[[L]] : index to i32
// CHECK-DAG: %[[WARP:.*]] = arith.index_castui %[[W]] : index to i32
// CHECK:     par.warp shuffle %true, %{{.*}}, %[[WARP]] from %[[LANE]] over(%[[L]])
// CHECK:   {par.block, par.capacity = 32 : i64}
func.func @known(%m: memref<?xi32>, %mask: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  %c5 = arith.constant 5 : i32
  %c31 = arith.constant 31 : i32
  %true = arith.constant true
  scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%c1, %c1, %c128) step (%c1, %c1, %c1) {
    %t = arith.index_castui %x : index to i32
    %warp = arith.shrui %t, %c5 : i32
    %lane = arith.andi %t, %c31 : i32
    %r = par.warp shuffle %true, %mask, %warp from %lane over () : i32 -> i32
    memref.store %r, %m[%x] : memref<?xi32>
  } {par.block}
  func.return
}

// A block of unknown shape: one row has a loop of its own, without division.
// The last warp may be a partial one.
// CHECK-LABEL: func.func @unknown
// CHECK: scf.if
// CHECK:   scf.for
// CHECK-NOT: arith.divui
// CHECK-NOT: arith.remui
// CHECK:     arith.minsi
// CHECK:     scf.parallel
// CHECK:       par.warp ballot %true, %c-1_i32
// CHECK: } else {
// CHECK:   scf.for
// CHECK:     scf.parallel
// CHECK:       arith.remui
// CHECK:       %[[V:.*]] = par.warp ballot %true, %c-1_i32
// A vote's answer is one for all; the mask is each lane's own.
// CHECK-NEXT:  arith.andi %[[V]], %{{.*}} : i32
func.func @unknown(%m: memref<?xi32>, %mask: i32, %nz: index, %ny: index, %nx: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %true = arith.constant true
  scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%nz, %ny, %nx) step (%c1, %c1, %c1) {
    %t = arith.index_castui %x : index to i32
    %r = par.warp ballot %true, %mask, %t over () : i32 -> i32
    memref.store %r, %m[%x] : memref<?xi32>
  } {par.block}
  func.return
}

// Without a warp operation, a lane is arithmetic.
// CHECK-LABEL: func.func @lane_only
// CHECK-NOT: scf.for
// CHECK: arith.andi %{{.*}}, %c31 : index
func.func @lane_only(%m: memref<?xi32>, %nx: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%c1, %c1, %nx) step (%c1, %c1, %c1) {
    %lane = par.lane(%z, %y, %x)
    memref.store %lane, %m[%x] : memref<?xi32>
  } {par.block}
  func.return
}
