// RUN: %heddle-opt --vectorize-threads=lanes=8 --canonicalize --cse %s | FileCheck %s

// What is poison for other lanes has the shape of what it is merged with, but is
// no value to take for the lanes that have one.

// CHECK-LABEL: func.func @if
// CHECK: %[[THEN:.*]] = scf.if %{{.*}} -> (vector<8xi32>) {
// CHECK: %[[LOADED:.*]] = llvm.load %{{.*}} -> i32
// CHECK: %[[ALL:.*]] = vector.broadcast %[[LOADED]]
// CHECK: scf.yield %[[ALL]]
// CHECK-NOT: arith.select
// CHECK: llvm.store
func.func @if(%in: !llvm.ptr, %out: !llvm.ptr) {
  %c32 = arith.constant 32 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : i32
  %poison = ub.poison : i32
  par.for block %s (%x) in (%c32) race_free bound [1024] {
    %v = par.view %in : !llvm.ptr -> memref<?xi32>
    %a = memref.load %v[%x] : memref<?xi32>
    %c = arith.cmpi slt, %a, %c7 : i32
    %r = scf.if %c -> (i32) {
      %b = memref.load %v[%c5] : memref<?xi32>
      scf.yield %b : i32
    } else {
      scf.yield %poison : i32
    }
    scf.if %c {
      %w = par.view %out : !llvm.ptr -> memref<?xi32>
      memref.store %r, %w[%x] : memref<?xi32>
    }
  }
  return
}

// From the first lane of case 4.
// CHECK-LABEL: func.func @switch
// CHECK: %[[IS4:.*]] = arith.cmpi eq
// CHECK: llvm.bitcast %{{.*}} : vector<8xi1> to i8
// CHECK: math.cttz
// CHECK: %[[LANE:.*]] = arith.index_castui
// CHECK: vector.extract %{{.*}}[%[[LANE]]]
func.func @switch(%in: !llvm.ptr, %out: !llvm.ptr) {
  %c32 = arith.constant 32 : index
  %c4 = arith.constant 4 : index
  %poison = ub.poison : index
  par.for block %s (%x) in (%c32) race_free bound [1024] {
    %v = par.view %in : !llvm.ptr -> memref<?xindex>
    %a = memref.load %v[%x] : memref<?xindex>
    %r = scf.index_switch %a -> index
    case 4 {
      scf.yield %x : index
    }
    default {
      scf.yield %poison : index
    }
    %c = arith.cmpi eq, %a, %c4 : index
    scf.if %c {
      %w = par.view %out : !llvm.ptr -> memref<?xindex>
      memref.store %r, %w[%x] : memref<?xindex>
    }
  }
  return
}

// In code that never runs, nothing has a shape.
// CHECK-LABEL: func.func @never
// CHECK-NOT: getelementptr {{.*}} : (!llvm.ptr) -> vector
// CHECK: return
func.func @never(%in: !llvm.ptr, %out: !llvm.ptr) {
  %c32 = arith.constant 32 : index
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  par.for block %s (%x) in (%c32) race_free bound [1024] {
    %never = arith.cmpi slt, %c2, %c1 : i32
    scf.if %never {
      %p = llvm.getelementptr %in[8] : (!llvm.ptr) -> !llvm.ptr, i32
      %a = llvm.load %p : !llvm.ptr -> i32
      llvm.store %a, %out : i32, !llvm.ptr
    }
  }
  return
}
