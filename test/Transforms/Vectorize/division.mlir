// RUN: %heddle-opt --vectorize-threads=lanes=8 --canonicalize --cse %s | FileCheck %s

// Lanes that are not active divide by 1.
// CHECK-LABEL: func.func @division
// CHECK: scf.if
// CHECK: arith.divsi
// CHECK: } else {
// CHECK: %[[SAFE:.*]] = arith.select %[[C:.*]], %{{.*}}, %{{.*}} : vector<8xi1>, vector<8xi32>
// CHECK: %[[D:.*]] = arith.divsi %{{.*}}, %[[SAFE]] : vector<8xi32>
// CHECK: llvm.intr.masked.store %[[D]], %{{.*}}, %[[C]]
func.func @division(%in: !llvm.ptr, %n: index, %m: i32) {
  %c32 = arith.constant 32 : index
  %c0 = arith.constant 0 : i32
  par.for block %s (%x) in (%c32) race_free bound [1024] {
    %v = par.view %in : !llvm.ptr -> memref<?xi32>
    %a = memref.load %v[%x] : memref<?xi32>
    %c = arith.cmpi ne, %a, %c0 : i32
    scf.if %c {
      %d = arith.divsi %m, %a : i32
      memref.store %d, %v[%x] : memref<?xi32>
    }
  }
  return
}

// The divisors are known, and so are the quotients: lane 0, which is not active,
// must not divide by 0.
// CHECK-LABEL: func.func @known
// CHECK-NOT: arith.divui
// CHECK: llvm.intr.masked.store
// CHECK-NOT: arith.divui
// CHECK: return
func.func @known(%out: !llvm.ptr) {
  %c32 = arith.constant 32 : index
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %large = arith.constant 65537 : index
  par.for block %s (%x) in (%c32) race_free bound [1024] {
    %d = arith.andi %x, %c3 : index
    %c = arith.cmpi ne, %d, %c0 : index
    scf.if %c {
      %q = arith.divui %large, %d : index
      %v = par.view %out : !llvm.ptr -> memref<?xindex>
      memref.store %q, %v[%x] : memref<?xindex>
    }
  }
  return
}
