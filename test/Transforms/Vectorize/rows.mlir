// RUN: %heddle-opt --vectorize-threads=lanes=8 --canonicalize --cse %s | FileCheck %s

// Rows of a multiple of 8 threads have whole vectors only. Others have 4 lanes, and
// a vector at the end of which some lanes are masked off. One thread runs alone.
// CHECK-LABEL: func.func @rows
// CHECK: %[[REST8:.*]] = arith.remui %arg2, %c8
// CHECK: arith.cmpi eq, %[[REST8]], %c0
// CHECK: arith.cmpi ult, %arg2, %c2
// CHECK: scf.for %{{.*}} = %c0 to %arg2 step %c8
// CHECK: llvm.load %{{.*}} -> vector<8xi32>
// CHECK: arith.addi %{{.*}} : vector<8xi32>
// CHECK: llvm.store %{{.*}} : vector<8xi32>, !llvm.ptr
// CHECK: } else {
// CHECK: scf.for %{{.*}} = %c0 to %arg2 step %c1
// CHECK: memref.load
// CHECK: } else {
// CHECK: %[[REST:.*]] = arith.remui %arg2, %c4
// CHECK: %[[WHOLE:.*]] = arith.subi %arg2, %[[REST]]
// CHECK: scf.for %{{.*}} = %c0 to %[[WHOLE]] step %c4
// CHECK: llvm.load %{{.*}} -> vector<4xi32>
// CHECK: arith.cmpi ne, %[[REST]], %c0
// CHECK: %[[ACTIVE:.*]] = arith.cmpi ugt, %{{.*}}, %{{.*}} : vector<4xindex>
// CHECK: llvm.intr.masked.load %{{.*}}, %[[ACTIVE]],
// CHECK: llvm.intr.masked.store %{{.*}}, %{{.*}}, %[[ACTIVE]]
func.func @rows(%in: !llvm.ptr, %out: !llvm.ptr, %n: index, %m: i32) {
  par.for block %s (%x) in (%n) race_free bound [1024] {
    %v = par.view %in : !llvm.ptr -> memref<?xi32>
    %a = memref.load %v[%x] : memref<?xi32>
    %r = arith.addi %a, %m : i32
    %w = par.view %out : !llvm.ptr -> memref<?xi32>
    memref.store %r, %w[%x] : memref<?xi32>
  }
  return
}
