// RUN: %heddle-opt --vectorize-threads=lanes=4 --canonicalize --cse %s | FileCheck %s

// Each lane reads a row, element by element: four elements of each of four rows
// are loaded and transposed.
// CHECK-LABEL: func.func @rows
// CHECK: scf.for {{.*}} step %c4
// CHECK-COUNT-4: llvm.load %{{.*}} : !llvm.ptr -> vector<4xf32>
// CHECK-COUNT-8: vector.shuffle
// CHECK-NOT: masked.gather
// CHECK-COUNT-4: arith.addf
// The last iterations, fewer than four.
// CHECK: scf.for {{.*}} step %c1
// CHECK: llvm.intr.masked.gather
func.func @rows(%p: !llvm.ptr, %q: !llvm.ptr, %c: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  %v = par.view %p : !llvm.ptr -> memref<?xf32>
  %w = par.view %q : !llvm.ptr -> memref<?xf32>
  par.for block %s (%t) in (%c32) race_free bound [1024] {
    %row = arith.muli %t, %n overflow<nsw> : index
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%a = %zero) -> f32 {
      %i = arith.addi %row, %k overflow<nsw> : index
      %x = memref.load %v[%i] : memref<?xf32>
      %b = arith.addf %a, %x : f32
      scf.yield %b : f32
    }
    memref.store %sum, %w[%t] : memref<?xf32>
  }
  return
}

// What is stored in the loop may be what is loaded later.
// CHECK-LABEL: func.func @stores
// CHECK-NOT: vector.shuffle
func.func @stores(%p: !llvm.ptr, %c: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %v = par.view %p : !llvm.ptr -> memref<?xf32>
  par.for block %s (%t) in (%c32) race_free bound [1024] {
    %row = arith.muli %t, %n overflow<nsw> : index
    scf.for %k = %c0 to %n step %c1 {
      %i = arith.addi %row, %k overflow<nsw> : index
      %x = memref.load %v[%i] : memref<?xf32>
      %j = arith.addi %i, %c1 overflow<nsw> : index
      memref.store %x, %v[%j] : memref<?xf32>
    }
  }
  return
}
