// RUN: %heddle-opt --vectorize-threads=lanes=8 --canonicalize --cse %s | FileCheck %s

// A call has no form for vectors: the lanes take turns. Their numbers are in bounds
// even where no lane is left.
// CHECK-LABEL: func.func @per_lane
// CHECK: %[[LOOP:.*]]:2 = scf.while (%[[LEFT:.*]] = %{{.*}}, %[[RESULTS:.*]] = %{{.*}}) : (i8, vector<8xi32>)
// CHECK: arith.cmpi ne, %[[LEFT]], %c0_i8
// CHECK: ^bb0(%[[LEFT:.*]]: i8, %[[RESULTS:.*]]: vector<8xi32>)
// CHECK: %[[BITS:.*]] = arith.ori %[[LEFT]], %c-128_i8
// CHECK: %[[FIRST:.*]] = math.cttz %[[BITS]]
// CHECK: %[[LANE:.*]] = arith.index_castui %[[FIRST]]
// CHECK: %[[OWN:.*]] = vector.extract %{{.*}}[%[[LANE]]]
// CHECK: %[[R:.*]] = llvm.call @f(%[[OWN]], %arg1)
// CHECK: vector.insert %[[R]], %[[RESULTS]] [%[[LANE]]]
func.func @per_lane(%in: !llvm.ptr, %m: i32) {
  %c32 = arith.constant 32 : index
  par.for block %s (%x) in (%c32) race_free bound [1024] {
    %i = arith.index_castui %x : index to i32
    %r = llvm.call @f(%i, %m) : (i32, i32) -> i32
    %v = par.view %in : !llvm.ptr -> memref<?xi32>
    memref.store %r, %v[%x] : memref<?xi32>
  }
  return
}
llvm.func @f(i32, i32) -> i32
