// RUN: %heddle-opt --spread-arrays %s | FileCheck %s

// Records of two numbers, filled before a barrier and read after it. The loop
// that fills them is written out; that with atomics is not.
// CHECK-LABEL: func.func @records
// CHECK: %[[OWN:.*]] = memref.alloca() {alignment = 64 : i64} : memref<6x1x64xi32>
// CHECK: scf.parallel (%[[Y:.*]], %[[X:.*]]) =
// CHECK-NOT: llvm.alloca
// CHECK-NOT: scf.for
// CHECK-COUNT-3: memref.store %{{.*}}, %[[OWN]][%{{.*}}, %[[Y]], %[[X]]] : memref<6x1x64xi32>
// CHECK-NOT: memref.store
// CHECK: par.barrier
// CHECK: scf.for %[[K:.*]] = %c0
// CHECK: %[[I:.*]] = arith.muli %[[K]], %c2
// CHECK: %[[V:.*]] = memref.load %[[OWN]][%[[I]], %[[Y]], %[[X]]]
// CHECK: llvm.atomicrmw add %{{.*}}, %[[V]]
func.func @records(%in: memref<?xi32>, %sum: !llvm.ptr) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c64 = arith.constant 64 : index
  %one = arith.constant 1 : i32
  scf.parallel (%y, %x) = (%c0, %c0) to (%c1, %c64) step (%c1, %c1) {
    %local = llvm.alloca %one x !llvm.array<3 x struct<(i32, i32)>> : (i32) -> !llvm.ptr
    %own = par.view %local : !llvm.ptr -> memref<?xi32>
    scf.for %k = %c0 to %c3 step %c1 {
      %v = memref.load %in[%x] : memref<?xi32>
      %i = arith.muli %k, %c2 : index
      memref.store %v, %own[%i] : memref<?xi32>
    }
    par.barrier(%y, %x)
    scf.for %k = %c0 to %c3 step %c1 {
      %i = arith.muli %k, %c2 : index
      %v = memref.load %own[%i] : memref<?xi32>
      %old = llvm.atomicrmw add %sum, %v monotonic : !llvm.ptr, i32
    }
    scf.reduce
  } {par.block}
  return
}

// Each thread has an element of its own, or the array is touched on one side of
// the barrier only, or other code may see it.
// CHECK-LABEL: func.func @others
// CHECK-NOT: memref.alloca
// CHECK-COUNT-3: llvm.alloca
func.func @others(%in: memref<?xi32>, %seen: !llvm.ptr) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %one = arith.constant 1 : i32
  scf.parallel (%x) = (%c0) to (%c64) step (%c1) {
    %a = llvm.alloca %one x !llvm.array<64 x i32> : (i32) -> !llvm.ptr
    %b = llvm.alloca %one x !llvm.array<4 x i32> : (i32) -> !llvm.ptr
    %c = llvm.alloca %one x !llvm.array<4 x i32> : (i32) -> !llvm.ptr
    %va = par.view %a : !llvm.ptr -> memref<?xi32>
    %vb = par.view %b : !llvm.ptr -> memref<?xi32>
    %vc = par.view %c : !llvm.ptr -> memref<?xi32>
    memref.store %one, %va[%x] : memref<?xi32>
    memref.store %one, %vc[%c0] : memref<?xi32>
    llvm.store %c, %seen : !llvm.ptr, !llvm.ptr
    par.barrier(%x)
    memref.store %one, %vb[%c1] : memref<?xi32>
    %v = memref.load %va[%x] : memref<?xi32>
    %w = memref.load %vb[%c1] : memref<?xi32>
    %z = memref.load %vc[%c0] : memref<?xi32>
    %s = arith.addi %v, %w : i32
    %t = arith.addi %s, %z : i32
    memref.store %t, %in[%x] : memref<?xi32>
    scf.reduce
  } {par.block}
  return
}
