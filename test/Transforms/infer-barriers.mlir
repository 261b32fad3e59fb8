// RUN: %heddle-opt --infer-barriers %s | FileCheck %s

// The second loop reads what other threads wrote in the first.
// CHECK-LABEL: func.func @race
// CHECK: par.barrier
// CHECK: scf.for
// CHECK: par.barrier
// CHECK-NEXT: scf.for
func.func @race(%n: index, %m: memref<64xf32>, %o: memref<64xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    par.barrier(%t)
    scf.for %i = %t to %c64 step %n {
      memref.store %x, %m[%i] : memref<64xf32>
    }
    scf.for %i = %c0 to %c8 step %c1 {
      %row = arith.muli %t, %c8 : index
      %j = arith.addi %row, %i : index
      %v = memref.load %m[%j] : memref<64xf32>
      memref.store %v, %o[%j] : memref<64xf32>
    }
  } {par.block}
  func.return
}

// Each thread reads what it wrote itself, and other memory.
// CHECK-LABEL: func.func @own
// CHECK: par.barrier
// CHECK: scf.for
// CHECK-NOT: par.barrier
// CHECK: return
func.func @own(%n: index, %m: memref<64xf32>, %o: memref<64xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    par.barrier(%t)
    scf.for %i = %t to %c64 step %n {
      memref.store %x, %m[%i] : memref<64xf32>
    }
    scf.for %i = %t to %c64 step %n {
      %v = memref.load %m[%i] : memref<64xf32>
      %j = arith.subi %c64, %i : index
      %w = memref.load %o[%j] : memref<64xf32>
      %s = arith.addf %v, %w : f32
      memref.store %s, %m[%i] : memref<64xf32>
    }
  } {par.block}
  func.return
}

// A kernel without barriers of its own is left alone.
// CHECK-LABEL: func.func @no_barrier
// CHECK-NOT: par.barrier
// CHECK: return
func.func @no_barrier(%n: index, %m: memref<64xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    scf.for %i = %t to %c64 step %n {
      memref.store %x, %m[%i] : memref<64xf32>
    }
    scf.for %i = %c0 to %c64 step %c1 {
      %v = memref.load %m[%i] : memref<64xf32>
      memref.store %v, %m[%t] : memref<64xf32>
    }
  } {par.block}
  func.return
}
