// RUN: %heddle-opt --vectorize-threads=lanes=8 --canonicalize --cse %s | FileCheck %s

// Every second element: two vectors, of which the second ends with the last
// element that a lane accesses.
// CHECK-LABEL: func.func @pattern
// CHECK: %[[LOW:.*]] = llvm.load %{{.*}} -> vector<8xi32>
// CHECK: llvm.getelementptr %{{.*}}[28] : (!llvm.ptr) -> !llvm.ptr, i8
// CHECK: %[[HIGH:.*]] = llvm.load %{{.*}} -> vector<8xi32>
// CHECK: vector.shuffle %[[LOW]], %[[HIGH]] [0, 2, 4, 6, 9, 11, 13, 15]
func.func @pattern(%in: !llvm.ptr, %out: !llvm.ptr) {
  %c32 = arith.constant 32 : index
  %c2 = arith.constant 2 : index
  par.for block %s (%x) in (%c32) race_free bound [1024] {
    %v = par.view %in : !llvm.ptr -> memref<?xi32>
    %i = arith.muli %x, %c2 : index
    %a = memref.load %v[%i] : memref<?xi32>
    %w = par.view %out : !llvm.ptr -> memref<?xi32>
    memref.store %a, %w[%x] : memref<?xi32>
  }
  return
}

// Any addresses.
// CHECK-LABEL: func.func @gather
// CHECK: %[[P:.*]] = llvm.getelementptr inbounds %arg1[%{{.*}}] : (!llvm.ptr, vector<8xi64>) -> vector<8x!llvm.ptr>, i32
// CHECK: llvm.intr.masked.gather %[[P]]
func.func @gather(%in: !llvm.ptr, %out: !llvm.ptr) {
  %c32 = arith.constant 32 : index
  par.for block %s (%x) in (%c32) race_free bound [1024] {
    %v = par.view %in : !llvm.ptr -> memref<?xindex>
    %a = memref.load %v[%x] : memref<?xindex>
    %w = par.view %out : !llvm.ptr -> memref<?xi32>
    %b = memref.load %w[%a] : memref<?xi32>
    memref.store %b, %w[%x] : memref<?xi32>
  }
  return
}

// Any addresses.
// CHECK-LABEL: func.func @scatter
// CHECK: llvm.intr.masked.scatter
func.func @scatter(%in: !llvm.ptr, %out: !llvm.ptr) {
  %c32 = arith.constant 32 : index
  par.for block %s (%x) in (%c32) race_free bound [1024] {
    %v = par.view %in : !llvm.ptr -> memref<?xindex>
    %a = memref.load %v[%x] : memref<?xindex>
    %w = par.view %out : !llvm.ptr -> memref<?xi32>
    %b = arith.index_castui %x : index to i32
    memref.store %b, %w[%a] : memref<?xi32>
  }
  return
}

// One load for all lanes. The last lane is the one that writes last.
// CHECK-LABEL: func.func @uniform_memory
// CHECK: llvm.load %{{.*}} -> i32
// CHECK: %[[LAST:.*]] = vector.extract %{{.*}}[7] : i32 from vector<8xi32>
// CHECK: llvm.store %[[LAST]], %{{.*}} : i32, !llvm.ptr
func.func @uniform_memory(%in: !llvm.ptr, %out: !llvm.ptr) {
  %c32 = arith.constant 32 : index
  %c2 = arith.constant 2 : index
  par.for block %s (%x) in (%c32) race_free bound [1024] {
    %v = par.view %in : !llvm.ptr -> memref<?xi32>
    %a = memref.load %v[%c2] : memref<?xi32>
    %w = par.view %out : !llvm.ptr -> memref<?xi32>
    %b = arith.index_castui %x : index to i32
    %c = arith.muli %b, %a : i32
    memref.store %c, %w[%c2] : memref<?xi32>
  }
  return
}
