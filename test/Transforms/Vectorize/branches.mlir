// RUN: %heddle-opt --vectorize-threads=lanes=8 --canonicalize --cse %s | FileCheck %s

// All lanes go the same way: it stays a branch, of which a side may give
// lanes values that differ by constants, the other one any.
// CHECK-LABEL: func.func @uniform_if
// CHECK: scf.if %arg2 -> (vector<8xi32>) {
// CHECK: llvm.load %{{.*}} -> vector<8xi32>
// CHECK: } else {
// CHECK: vector.broadcast
// CHECK: arith.addi
func.func @uniform_if(%in: !llvm.ptr, %out: !llvm.ptr, %c: i1) {
  %c32 = arith.constant 32 : index
  par.for block %s (%x) in (%c32) race_free bound [1024] {
    %v = par.view %in : !llvm.ptr -> memref<?xi32>
    %r = scf.if %c -> (i32) {
      %a = memref.load %v[%x] : memref<?xi32>
      scf.yield %a : i32
    } else {
      %a = arith.index_castui %x : index to i32
      scf.yield %a : i32
    }
    %w = par.view %out : !llvm.ptr -> memref<?xi32>
    memref.store %r, %w[%x] : memref<?xi32>
  }
  return
}

// What is cheap and cannot be observed runs for all lanes.
// CHECK-LABEL: func.func @cheap_if
// CHECK-NOT: scf.if
// CHECK: %[[C:.*]] = arith.cmpi slt
// CHECK: %[[SUM:.*]] = arith.addi
// CHECK: arith.select %[[C]], %[[SUM]], %{{.*}} : vector<8xi1>, vector<8xi32>
func.func @cheap_if(%in: !llvm.ptr, %out: !llvm.ptr) {
  %c32 = arith.constant 32 : index
  %c7 = arith.constant 7 : i32
  par.for block %s (%x) in (%c32) race_free bound [1024] {
    %v = par.view %in : !llvm.ptr -> memref<?xi32>
    %a = memref.load %v[%x] : memref<?xi32>
    %c = arith.cmpi slt, %a, %c7 : i32
    %r = scf.if %c -> (i32) {
      %b = arith.addi %a, %c7 : i32
      scf.yield %b : i32
    } else {
      scf.yield %a : i32
    }
    memref.store %r, %v[%x] : memref<?xi32>
  }
  return
}

// The default case is for the lanes of no other.
// CHECK-LABEL: func.func @switch
// CHECK-NOT: scf.index_switch
// CHECK: %[[IS4:.*]] = arith.cmpi eq, %{{.*}} : vector<8xindex>
// CHECK: arith.select %[[IS4]], %{{.*}}, %{{.*}} : vector<8xi1>, vector<8xi32>
func.func @switch(%in: !llvm.ptr, %out: !llvm.ptr) {
  %c32 = arith.constant 32 : index
  %c1 = arith.constant 1 : i32
  %c9 = arith.constant 9 : i32
  par.for block %s (%x) in (%c32) race_free bound [1024] {
    %v = par.view %in : !llvm.ptr -> memref<?xindex>
    %a = memref.load %v[%x] : memref<?xindex>
    %r = scf.index_switch %a -> i32
    case 4 { scf.yield %c1 : i32 }
    default { scf.yield %c9 : i32 }
    %w = par.view %out : !llvm.ptr -> memref<?xi32>
    memref.store %r, %w[%x] : memref<?xi32>
  }
  return
}
