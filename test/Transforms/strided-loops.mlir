// RUN: %heddle-opt --strided-loops --canonicalize --cse %s | FileCheck %s

// As often as the last thread, in a loop with the same count for all, and then
// what is left: at most once, as a step is as long as the block.
// CHECK-LABEL: func.func @block
// CHECK: scf.parallel (%[[T:.*]]) =
// CHECK: %[[COUNT:.*]] = arith.divui
// CHECK: scf.for %[[K:.*]] = %c0 to %[[COUNT]] step %c1 {
// CHECK: memref.store
// CHECK: %[[MORE:.*]] = arith.cmpi slt
// CHECK: scf.if %[[MORE]] {
// CHECK: memref.store
func.func @block(%m: memref<?xf32>, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    scf.for %i = %t to %n step %c64 {
      memref.store %x, %m[%i] : memref<?xf32>
    }
    scf.reduce
  } {par.block}
  return
}

// Fewer places than threads: an if is enough.
// CHECK-LABEL: func.func @once
// CHECK-NOT: scf.for
// CHECK: scf.if
// CHECK-NOT: scf.for
// CHECK: return
func.func @once(%m: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c50 = arith.constant 50 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    scf.for %i = %t to %c50 step %c64 {
      memref.store %x, %m[%i] : memref<?xf32>
    }
    scf.reduce
  } {par.block}
  return
}

// A start of which nothing is known.
// CHECK-LABEL: func.func @loaded
// CHECK-NOT: arith.divui
// CHECK: return
func.func @loaded(%m: memref<?xf32>, %starts: memref<?xindex>, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    %s = memref.load %starts[%t] : memref<?xindex>
    scf.for %i = %s to %n step %c64 {
      memref.store %x, %m[%i] : memref<?xf32>
    }
    scf.reduce
  } {par.block}
  return
}

// A guard may exclude the last thread, of which nothing is known then: what it
// would start from is computed in 64 bits.
// CHECK-LABEL: func.func @guarded
// CHECK: scf.parallel (%[[T:.*]]) =
// CHECK: arith.subi %{{.*}}, %c31500000000 : index
// CHECK: %[[COUNT:.*]] = arith.divui %{{.*}} : index
// CHECK: scf.for %{{.*}} = %c0 to %[[COUNT]] step %c1
func.func @guarded(%m: memref<?xf32>, %x: f32, %n: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %far = arith.constant 500000000 : i32
  %by = arith.constant 1024 : i32
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    %is = arith.cmpi ult, %t, %c4 : index
    scf.if %is {
      %t32 = arith.index_castui %t : index to i32
      %first = arith.muli %t32, %far overflow<nsw> : i32
      scf.for %i = %first to %n step %by : i32 {
        %at = arith.index_cast %i : i32 to index
        memref.store %x, %m[%at] : memref<?xf32>
      }
    }
    scf.reduce
  } {par.block}
  return
}

// There is no such width for 64 bits.
// CHECK-LABEL: func.func @guarded_wide
// CHECK-NOT: arith.divui
// CHECK: return
func.func @guarded_wide(%m: memref<?xf32>, %x: f32, %n: i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %far = arith.constant 500000000 : i64
  %by = arith.constant 1024 : i64
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    %is = arith.cmpi ult, %t, %c4 : index
    scf.if %is {
      %wide = arith.index_cast %t : index to i64
      %first = arith.muli %wide, %far overflow<nsw> : i64
      scf.for %i = %first to %n step %by : i64 {
        %at = arith.index_cast %i : i64 to index
        memref.store %x, %m[%at] : memref<?xf32>
      }
    }
    scf.reduce
  } {par.block}
  return
}
