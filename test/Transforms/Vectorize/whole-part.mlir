// RUN: %heddle-opt --vectorize-threads=lanes=4 --canonicalize --cse %s | FileCheck %s

// Lanes start next to each other and stop at one bound: until lane 3 is there,
// all are active.
// CHECK-LABEL: func.func @grid_stride
// CHECK-DAG: %[[LEAST:.*]] = arith.constant -9223372036854775805 : index
// CHECK-DAG: %[[THREE:.*]] = arith.constant 3 : index
// CHECK: %[[REACHABLE:.*]] = arith.maxsi %arg2, %[[LEAST]] : index
// CHECK: %[[END:.*]] = arith.subi %[[REACHABLE]], %[[THREE]] : index
// CHECK: %[[WHOLE:.*]]:2 = scf.for %{{.*}} = %{{.*}} to %[[END]] step %arg3 iter_args(%{{.*}}, %{{.*}}) -> (index, vector<4xf32>)
// CHECK-NOT: mask
// CHECK: scf.yield
// CHECK: scf.while (%{{.*}}, %{{.*}} = %[[WHOLE]]#0, %{{.*}} = %[[WHOLE]]#1, %{{.*}} = %[[WHOLE]]#1)
// CHECK: llvm.intr.masked.load
func.func @grid_stride(%in: memref<?xf32>, %out: memref<?xf32>, %n: index, %stride: index) {
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  par.for block %s (%t) in (%c32) race_free bound [1024] {
    %sum = scf.for %i = %t to %n step %stride iter_args(%so_far = %zero) -> f32 {
      %v = memref.load %in[%i] : memref<?xf32>
      %next = arith.addf %so_far, %v : f32
      scf.yield %next : f32
    }
    memref.store %sum, %out[%t] : memref<?xf32>
  }
  return
}

// Each lane has its own bound.
// CHECK-LABEL: func.func @own_bounds
// CHECK-NOT: scf.for {{.*}} iter_args
// CHECK: scf.while
func.func @own_bounds(%in: memref<?xf32>, %ends: memref<?xindex>, %out: memref<?xf32>) {
  %c32 = arith.constant 32 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  par.for block %s (%t) in (%c32) race_free bound [1024] {
    %n = memref.load %ends[%t] : memref<?xindex>
    %sum = scf.for %i = %t to %n step %c1 iter_args(%so_far = %zero) -> f32 {
      %v = memref.load %in[%i] : memref<?xf32>
      %next = arith.addf %so_far, %v : f32
      scf.yield %next : f32
    }
    memref.store %sum, %out[%t] : memref<?xf32>
  }
  return
}
