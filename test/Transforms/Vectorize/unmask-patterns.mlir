// RUN: %heddle-opt --unmask-patterns --split-input-file %s | FileCheck %s

// Each thread has two places of its own: 0 and 3, 1 and 2, 4 and 7, ...
// CHECK-LABEL: func.func @own_pair
// CHECK-NOT: scf.if
// CHECK: %[[A:.*]] = memref.load %[[M:.*]][%[[P:.*]]]
// CHECK: %[[B:.*]] = memref.load %[[M]][%[[Q:.*]]]
// CHECK: %[[C:.*]] = arith.cmpi ugt
// CHECK: %[[X:.*]] = arith.select %[[C]], %[[B]], %[[A]]
// CHECK: memref.store %[[X]], %[[M]][%[[P]]]
// CHECK: %[[Y:.*]] = arith.select %[[C]], %[[A]], %[[B]]
// CHECK: memref.store %[[Y]], %[[M]][%[[Q]]]
func.func @own_pair() {
  %c32 = arith.constant 32 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloca() : memref<64xi32>
  par.for block %s (%t) in (%c32) race_free bound [1024] {
    %group = arith.divui %t, %c2 : index
    %in = arith.remui %t, %c2 : index
    %start = arith.muli %group, %c4 : index
    %p = arith.addi %start, %in : index
    %end = arith.addi %start, %c3 : index
    %q = arith.subi %end, %in : index
    %a = memref.load %m[%p] : memref<64xi32>
    %b = memref.load %m[%q] : memref<64xi32>
    %c = arith.cmpi ugt, %a, %b : i32
    scf.if %c {
      memref.store %b, %m[%p] : memref<64xi32>
      memref.store %a, %m[%q] : memref<64xi32>
    }
  }
  return
}

// -----

// Two threads have loaded each place: one may keep what the other changes.
// CHECK-LABEL: func.func @two_threads
// CHECK: scf.if
func.func @two_threads(%x: i32) {
  %c32 = arith.constant 32 : index
  %c2 = arith.constant 2 : index
  %m = memref.alloca() : memref<64xi32>
  par.for block %s (%t) in (%c32) race_free bound [1024] {
    %p = arith.divui %t, %c2 : index
    %a = memref.load %m[%p] : memref<64xi32>
    %c = arith.cmpi ugt, %a, %x : i32
    scf.if %c {
      memref.store %x, %m[%p] : memref<64xi32>
    }
  }
  return
}

// -----

// Thread 5 stores to the place of thread 6.
// CHECK-LABEL: func.func @other_store
// CHECK: scf.if
func.func @other_store(%x: i32) {
  %c32 = arith.constant 32 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloca() : memref<64xi32>
  par.for block %s (%t) in (%c32) race_free bound [1024] {
    %next = arith.addi %t, %c1 : index
    %a = memref.load %m[%t] : memref<64xi32>
    %c = arith.cmpi ugt, %a, %x : i32
    scf.if %c {
      memref.store %x, %m[%t] : memref<64xi32>
    }
    memref.store %x, %m[%next] : memref<64xi32>
  }
  return
}

// -----

// The place was stored to since.
// CHECK-LABEL: func.func @stored_since
// CHECK: scf.if
func.func @stored_since(%x: i32) {
  %c32 = arith.constant 32 : index
  %m = memref.alloca() : memref<64xi32>
  par.for block %s (%t) in (%c32) race_free bound [1024] {
    %a = memref.load %m[%t] : memref<64xi32>
    %c = arith.cmpi ugt, %a, %x : i32
    memref.store %x, %m[%t] : memref<64xi32>
    scf.if %c {
      memref.store %a, %m[%t] : memref<64xi32>
    }
  }
  return
}

// -----

// Others may know where the memory is.
// CHECK-LABEL: func.func @escapes
// CHECK: scf.if
func.func @escapes(%x: i32, %to: !llvm.ptr) {
  %c32 = arith.constant 32 : index
  %m = memref.alloca() : memref<64xi32>
  %pointer = par.pointer %m : memref<64xi32> -> !llvm.ptr
  llvm.store %pointer, %to : !llvm.ptr, !llvm.ptr
  par.for block %s (%t) in (%c32) race_free bound [1024] {
    %a = memref.load %m[%t] : memref<64xi32>
    %c = arith.cmpi ugt, %a, %x : i32
    scf.if %c {
      memref.store %x, %m[%t] : memref<64xi32>
    }
  }
  return
}

// -----

// Memory that is not the block's may be written by other blocks, or by none.
// CHECK-LABEL: func.func @global
// CHECK: scf.if
func.func @global(%x: i32, %m: memref<64xi32>) {
  %c32 = arith.constant 32 : index
  par.for block %s (%t) in (%c32) race_free bound [1024] {
    %a = memref.load %m[%t] : memref<64xi32>
    %c = arith.cmpi ugt, %a, %x : i32
    scf.if %c {
      memref.store %x, %m[%t] : memref<64xi32>
    }
  }
  return
}
