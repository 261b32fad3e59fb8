// RUN: %heddle-opt --vectorize-threads=lanes=4 --canonicalize --cse %s | FileCheck %s

// A clamped index: whether the lanes' addresses follow each other is looked up.
// CHECK-LABEL: func.func @clamped
// CHECK: %[[SAME:.*]] = arith.cmpi eq, %{{.*}}, %{{.*}} : vector<4xi64>
// CHECK: %[[BITS:.*]] = llvm.bitcast %[[SAME]]
// CHECK: %[[ALL:.*]] = arith.cmpi eq, %[[BITS]], %c-1_i4
// CHECK: scf.if %[[ALL]] -> (vector<4xf32>)
// CHECK: llvm.load %{{.*}} : !llvm.ptr -> vector<4xf32>
// CHECK: } else {
// CHECK: llvm.intr.masked.gather
func.func @clamped(%p: !llvm.ptr, %q: !llvm.ptr, %n: index) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %v = par.view %p : !llvm.ptr -> memref<?xf32>
  %w = par.view %q : !llvm.ptr -> memref<?xf32>
  par.for block %s (%t) in (%c32) race_free bound [1024] {
    %next = arith.addi %t, %c1 overflow<nsw> : index
    %i = arith.minsi %next, %n : index
    %x = memref.load %v[%i] : memref<?xf32>
    memref.store %x, %w[%t] : memref<?xf32>
  }
  return
}
