// RUN: %heddle-opt --sink-stores %s | FileCheck %s

// CHECK-LABEL: func.func @guarded
// CHECK: scf.if %arg0 {
// CHECK: %[[V:.*]] = memref.load
// CHECK: scf.if %arg1 {
// CHECK: %[[W:.*]] = arith.addf
// CHECK: memref.store %[[W]], %arg3
// CHECK: }
// CHECK: memref.store %[[V]], %arg2
// CHECK: }
// CHECK-NOT: memref.store
// CHECK: return
func.func @guarded(%c: i1, %d: i1, %a: memref<64xf32>, %b: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %none = ub.poison : f32
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    %v:2 = scf.if %c -> (f32, f32) {
      %x = memref.load %a[%c0] : memref<64xf32>
      %y = scf.if %d -> f32 {
        %z = arith.addf %x, %x : f32
        scf.yield %z : f32
      } else {
        scf.yield %none : f32
      }
      scf.yield %x, %y : f32, f32
    } else {
      scf.yield %none, %none : f32, f32
    }
    memref.store %v#1, %b[%t] : memref<64xf32>
    memref.store %v#0, %a[%t] : memref<64xf32>
    scf.reduce
  } {par.block}
  return
}

// A value on both sides; a load in between that may be of the same place; a
// place that is only known after the branch.
// CHECK-LABEL: func.func @stays
// CHECK-COUNT-3: scf.if {{.*}} -> (f32)
// CHECK: return
func.func @stays(%c: i1, %a: memref<64xf32>, %b: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %none = ub.poison : f32
  %zero = arith.constant 0.0 : f32
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    %x = memref.load %a[%c0] : memref<64xf32>
    %v = scf.if %c -> f32 {
      scf.yield %x : f32
    } else {
      scf.yield %zero : f32
    }
    memref.store %v, %b[%t] : memref<64xf32>
    %w = scf.if %c -> f32 {
      %p = arith.addf %x, %v : f32
      scf.yield %p : f32
    } else {
      scf.yield %none : f32
    }
    %l = memref.load %b[%t] : memref<64xf32>
    memref.store %w, %b[%t] : memref<64xf32>
    %u = scf.if %c -> f32 {
      %p = arith.addf %l, %l : f32
      scf.yield %p : f32
    } else {
      scf.yield %none : f32
    }
    %i = arith.subi %c64, %t : index
    memref.store %u, %a[%i] : memref<64xf32>
    scf.reduce
  } {par.block}
  return
}
