// RUN: %heddle-opt --vectorize-threads=lanes=4 --canonicalize --cse %s | FileCheck %s

// All rows load the same vectors of %b: several rows share them.
// CHECK-LABEL: func.func @tiles
// CHECK: scf.for %{{.*}} = %c0 to %c16 step %c8
// CHECK: %{{.*}}:8 = scf.for
// CHECK-COUNT-1: llvm.load {{.*}} -> vector<4xf32>
// CHECK-NOT: llvm.load {{.*}} -> vector<4xf32>
// CHECK: scf.yield
func.func @tiles(%a: memref<16x16xf32>, %b: memref<16x4xf32>, %c: memref<16x4xf32>) {
  %c16 = arith.constant 16 : index
  %c4 = arith.constant 4 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  par.for block %s (%y, %x) in (%c16, %c4) race_free bound [1024, 1024] {
    %sum = scf.for %k = %c0 to %c16 step %c1 iter_args(%so_far = %zero) -> f32 {
      %left = memref.load %a[%y, %k] : memref<16x16xf32>
      %right = memref.load %b[%k, %x] : memref<16x4xf32>
      %product = arith.mulf %left, %right : f32
      %next = arith.addf %so_far, %product : f32
      scf.yield %next : f32
    }
    memref.store %sum, %c[%y, %x] : memref<16x4xf32>
  }
  return
}

// Nothing is shared.
// CHECK-LABEL: func.func @own_rows
// CHECK: scf.for %{{.*}} = %c0 to %c16 step %c1
func.func @own_rows(%a: memref<16x16x4xf32>, %c: memref<16x4xf32>) {
  %c16 = arith.constant 16 : index
  %c4 = arith.constant 4 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  par.for block %s (%y, %x) in (%c16, %c4) race_free bound [1024, 1024] {
    %sum = scf.for %k = %c0 to %c16 step %c1 iter_args(%so_far = %zero) -> f32 {
      %v = memref.load %a[%y, %k, %x] : memref<16x16x4xf32>
      %next = arith.addf %so_far, %v : f32
      scf.yield %next : f32
    }
    memref.store %sum, %c[%y, %x] : memref<16x4xf32>
  }
  return
}
