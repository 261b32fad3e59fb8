// RUN: %heddle-opt --vectorize-threads=lanes=8 --canonicalize --cse %s | FileCheck %s

// All lanes have the same number of iterations.
// CHECK-LABEL: func.func @uniform_for
// CHECK: scf.for %{{.*}} = %c0_i32 to %arg2 step %c1_i32 iter_args(%{{.*}} = %{{.*}}) -> (vector<8xi32>)  : i32
func.func @uniform_for(%in: !llvm.ptr, %out: !llvm.ptr, %n : i32) {
  %c32 = arith.constant 32 : index
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  par.for block %s (%x) in (%c32) race_free bound [1024] {
    %v = par.view %in : !llvm.ptr -> memref<?xi32>
    %a = memref.load %v[%x] : memref<?xi32>
    %r = scf.for %k = %c0 to %n step %c1 iter_args(%sum = %a) -> (i32) : i32 {
      %b = arith.addi %sum, %k : i32
      scf.yield %b : i32
    }
    memref.store %r, %v[%x] : memref<?xi32>
  }
  return
}

// The counter is the same in all lanes that are active. A lane keeps what it had
// when it stopped.
// CHECK-LABEL: func.func @divergent_for
// CHECK: scf.while (%[[ACTIVE:.*]] = %{{.*}}, %[[I:.*]] = %c0_i32, %{{.*}}, %{{.*}}) : (vector<8xi1>, i32, vector<8xi32>, vector<8xi32>)
// CHECK: %[[LESS:.*]] = arith.cmpi slt
// CHECK: %[[NEXT:.*]] = arith.select %[[ACTIVE]], %[[LESS]], %{{.*}} : vector<8xi1>, vector<8xi1>
// CHECK: scf.condition
// CHECK: ^bb0(%[[ACTIVE:.*]]: vector<8xi1>, %{{.*}}: i32, %[[SUM:.*]]: vector<8xi32>, %[[KEPT:.*]]: vector<8xi32>)
// CHECK: %[[NEW:.*]] = arith.addi %[[SUM]]
// CHECK: arith.select %[[ACTIVE]], %[[NEW]], %[[KEPT]]
func.func @divergent_for(%in: !llvm.ptr, %out: !llvm.ptr, %n : i32) {
  %c32 = arith.constant 32 : index
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  par.for block %s (%x) in (%c32) race_free bound [1024] {
    %v = par.view %in : !llvm.ptr -> memref<?xi32>
    %a = memref.load %v[%x] : memref<?xi32>
    %r = scf.for %k = %c0 to %a step %c1 iter_args(%sum = %a) -> (i32) : i32 {
      %b = arith.addi %sum, %k : i32
      scf.yield %b : i32
    }
    memref.store %r, %v[%x] : memref<?xi32>
  }
  return
}

// The loop goes on while any lane is active.
// CHECK-LABEL: func.func @divergent_while
// CHECK: %[[LOOP:.*]]:3 = scf.while (%[[ACTIVE:.*]] = %{{.*}}, %[[I:.*]] = %{{.*}}, %[[KEPT:.*]] = %{{.*}})
// CHECK: %[[C:.*]] = arith.cmpi slt, %[[I]]
// CHECK: %[[STILL:.*]] = arith.select %[[ACTIVE]], %[[C]], %{{.*}} : vector<8xi1>, vector<8xi1>
// CHECK: arith.select %[[ACTIVE]], %[[I]], %[[KEPT]]
// CHECK: %[[BITS:.*]] = llvm.bitcast %[[STILL]]
// CHECK: %[[ANY:.*]] = arith.cmpi ne, %[[BITS]], %c0_i8
// CHECK: scf.condition(%[[ANY]]) %[[STILL]]
// CHECK: llvm.store %[[LOOP]]#2
func.func @divergent_while(%in: !llvm.ptr, %out: !llvm.ptr) {
  %c32 = arith.constant 32 : index
  %c1 = arith.constant 1 : i32
  %c9 = arith.constant 9 : i32
  par.for block %s (%x) in (%c32) race_free bound [1024] {
    %v = par.view %in : !llvm.ptr -> memref<?xi32>
    %a = memref.load %v[%x] : memref<?xi32>
    %r = scf.while (%i = %a) : (i32) -> i32 {
      %c = arith.cmpi slt, %i, %c9 : i32
      scf.condition(%c) %i : i32
    } do {
    ^bb0(%i: i32):
      %j = arith.addi %i, %c1 : i32
      scf.yield %j : i32
    }
    memref.store %r, %v[%x] : memref<?xi32>
  }
  return
}
