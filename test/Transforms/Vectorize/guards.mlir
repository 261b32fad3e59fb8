// RUN: %heddle-opt --vectorize-threads=lanes=8 --canonicalize --cse %s | FileCheck %s

// A guard that holds for all lanes needs no mask; one that holds for none, nothing.
// CHECK-LABEL: func.func @masked_guard
// Whether it holds for all is decided by the last lane.
// CHECK: %[[HOLDS:.*]] = arith.cmpi ult, %{{.*}}, %{{.*}} : vector<8xindex>
// CHECK: %[[LAST:.*]] = arith.addi %{{.*}}, %c7 : index
// CHECK: %[[ALL:.*]] = arith.cmpi ult, %[[LAST]], %arg2 : index
// CHECK: scf.if %[[ALL]] {
// CHECK: llvm.load %{{.*}} : !llvm.ptr -> vector<8xi32>
// CHECK: llvm.store %{{.*}} : vector<8xi32>, !llvm.ptr
// CHECK: } else {
// CHECK: %[[BITS:.*]] = llvm.bitcast %[[HOLDS]] : vector<8xi1> to i8
// CHECK: %[[ANY:.*]] = arith.cmpi ne, %[[BITS]], %c0_i8
// CHECK: scf.if %[[ANY]] {
// CHECK: llvm.getelementptr %arg0[%{{.*}}] : (!llvm.ptr, i64)
// CHECK: llvm.intr.masked.load %{{.*}}, %[[HOLDS]],
// CHECK: llvm.intr.masked.store %{{.*}}, %{{.*}}, %[[HOLDS]]
func.func @masked_guard(%in: !llvm.ptr, %out: !llvm.ptr, %n: index) {
  %c32 = arith.constant 32 : index
  par.for block %s (%x) in (%c32) race_free bound [1024] {
    %inside = arith.cmpi ult, %x, %n : index
    scf.if %inside {
      %v = par.view %in : !llvm.ptr -> memref<?xi32>
      %a = memref.load %v[%x] : memref<?xi32>
      %w = par.view %out : !llvm.ptr -> memref<?xi32>
      memref.store %a, %w[%x] : memref<?xi32>
    }
  }
  return
}
