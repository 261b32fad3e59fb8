// RUN: %heddle-opt --unmask-stores %s | FileCheck %s

// Two places change what they hold, or keep it.
// CHECK-LABEL: func.func @swap
// CHECK: %[[A:.*]] = memref.load
// CHECK: %[[B:.*]] = memref.load
// CHECK: %[[C:.*]] = arith.cmpf
// CHECK-NOT: scf.if
// CHECK: %[[X:.*]] = arith.select %[[C]], %[[B]], %[[A]]
// CHECK: memref.store %[[X]]
// CHECK: %[[Y:.*]] = arith.select %[[C]], %[[A]], %[[B]]
// CHECK: memref.store %[[Y]]
func.func @swap(%blocks: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%b) = (%c0) to (%blocks) step (%c1) {
    %m = memref.alloca() : memref<128xf32>
    scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
      %i = arith.muli %t, %c2 overflow<nsw> : index
      %j = arith.addi %i, %c1 overflow<nsw> : index
      %x = memref.load %m[%i] : memref<128xf32>
      %y = memref.load %m[%j] : memref<128xf32>
      %c = arith.cmpf ogt, %x, %y : f32
      scf.if %c {
        memref.store %y, %m[%i] : memref<128xf32>
        memref.store %x, %m[%j] : memref<128xf32>
      }
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid}
  return
}

// Another thread stores to what this one has loaded.
// CHECK-LABEL: func.func @neighbour
// CHECK: scf.if
func.func @neighbour(%blocks: index, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%b) = (%c0) to (%blocks) step (%c1) {
    %m = memref.alloca() : memref<128xf32>
    scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
      %j = arith.addi %t, %c1 overflow<nsw> : index
      %x = memref.load %m[%t] : memref<128xf32>
      %c = arith.cmpf ogt, %x, %v : f32
      scf.if %c {
        memref.store %v, %m[%t] : memref<128xf32>
      } else {
        memref.store %x, %m[%j] : memref<128xf32>
      }
      scf.if %c {
        memref.store %v, %m[%t] : memref<128xf32>
      }
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid}
  return
}

// Nothing was loaded from there; what was loaded is no longer there; memory
// that other blocks see.
// CHECK-LABEL: func.func @unknown
// CHECK-COUNT-3: scf.if
func.func @unknown(%blocks: index, %v: f32, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%b) = (%c0) to (%blocks) step (%c1) {
    %m = memref.alloca() : memref<64xf32>
    %n = memref.alloca() : memref<64xf32>
    scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
      %x = memref.load %m[%t] : memref<64xf32>
      %y = memref.load %out[%t] : memref<?xf32>
      %c = arith.cmpf ogt, %x, %v : f32
      scf.if %c {
        memref.store %v, %n[%t] : memref<64xf32>
      }
      memref.store %v, %m[%t] : memref<64xf32>
      scf.if %c {
        memref.store %x, %m[%t] : memref<64xf32>
      }
      scf.if %c {
        memref.store %x, %out[%t] : memref<?xf32>
      }
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid}
  return
}
