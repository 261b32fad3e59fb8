// RUN: %heddle-opt --vectorize-threads=lanes=4 --canonicalize --cse %s | FileCheck %s

// Stores that fill each other's gaps are one store of whole vectors: places 0,
// 1, 4, 5 and 2, 3, 6, 7.
// CHECK-LABEL: func.func @butterfly
// CHECK: vector.shuffle {{.*}} [0, 1, 4, 5, 2, 3, 6, 7]
// CHECK: llvm.store {{.*}} : vector<8xi32>, !llvm.ptr
// CHECK-NOT: scatter
func.func @butterfly(%m: memref<64xi32>, %x: memref<?xi32>, %y: memref<?xi32>) {
  %c32 = arith.constant 32 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  par.for block %s (%t) in (%c32) race_free bound [1024] {
    %group = arith.divui %t, %c2 : index
    %in = arith.remui %t, %c2 : index
    %start = arith.muli %group, %c4 : index
    %p = arith.addi %start, %in : index
    %q = arith.addi %p, %c2 : index
    %a = memref.load %x[%t] : memref<?xi32>
    %b = memref.load %y[%t] : memref<?xi32>
    memref.store %a, %m[%p] : memref<64xi32>
    memref.store %b, %m[%q] : memref<64xi32>
  }
  return
}

// The second store is to the same places: it has to come second.
// CHECK-LABEL: func.func @same_places
// CHECK: masked.scatter
// CHECK: masked.scatter
func.func @same_places(%m: memref<64xi32>, %x: memref<?xi32>, %y: memref<?xi32>) {
  %c32 = arith.constant 32 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  par.for block %s (%t) in (%c32) race_free bound [1024] {
    %group = arith.divui %t, %c2 : index
    %in = arith.remui %t, %c2 : index
    %start = arith.muli %group, %c4 : index
    %p = arith.addi %start, %in : index
    %a = memref.load %x[%t] : memref<?xi32>
    %b = memref.load %y[%t] : memref<?xi32>
    memref.store %a, %m[%p] : memref<64xi32>
    memref.store %b, %m[%p] : memref<64xi32>
  }
  return
}

// What is loaded in between may be what was stored.
// CHECK-LABEL: func.func @load_between
// CHECK: masked.scatter
// CHECK: llvm.load
// CHECK: masked.scatter
func.func @load_between(%m: memref<64xi32>, %x: memref<?xi32>, %y: memref<?xi32>) {
  %c32 = arith.constant 32 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  par.for block %s (%t) in (%c32) race_free bound [1024] {
    %group = arith.divui %t, %c2 : index
    %in = arith.remui %t, %c2 : index
    %start = arith.muli %group, %c4 : index
    %p = arith.addi %start, %in : index
    %q = arith.addi %p, %c2 : index
    %a = memref.load %x[%t] : memref<?xi32>
    memref.store %a, %m[%p] : memref<64xi32>
    %b = memref.load %y[%t] : memref<?xi32>
    memref.store %b, %m[%q] : memref<64xi32>
  }
  return
}

// Backwards, also where only some lanes are active.
// CHECK-LABEL: func.func @backwards
// CHECK: %[[ALL:.*]] = llvm.load {{.*}} -> vector<4xi32>
// CHECK-NEXT: vector.shuffle %[[ALL]], %[[ALL]] [3, 2, 1, 0]
// CHECK: %[[MASK:.*]] = vector.shuffle {{.*}} [3, 2, 1, 0] : vector<4xi1>, vector<4xi1>
// CHECK: llvm.intr.masked.store {{.*}}, %[[MASK]]
// CHECK-NOT: scatter
func.func @backwards(%x: memref<?xi32>, %y: memref<?xi32>) {
  %c32 = arith.constant 32 : index
  %c31 = arith.constant 31 : index
  %c5 = arith.constant 5 : i32
  par.for block %s (%t) in (%c32) race_free bound [1024] {
    %p = arith.subi %c31, %t overflow<nsw> : index
    %a = memref.load %x[%p] : memref<?xi32>
    %c = arith.cmpi sgt, %a, %c5 : i32
    scf.if %c {
      memref.store %a, %y[%p] : memref<?xi32>
    }
  }
  return
}
