// RUN: %heddle-opt --prefetch-tiles %s | FileCheck %s

// The lines of the next tile, one for each row of threads, after this one has
// been loaded; there may be no next one, so nothing is said of overflow.
// CHECK-LABEL: func.func @next
// CHECK: scf.for %[[K:.*]] =
// CHECK: {par.block, par.joined}
// CHECK: %[[NEXT:.*]] = arith.addi %[[K]], %c16 : index
// CHECK: scf.for %[[Y:.*]] = %{{.*}} to %c16 step %c1
// CHECK: scf.for %[[X:.*]] = %{{.*}} to %c16 step %c16
// CHECK: %[[R:.*]] = arith.addi %[[NEXT]], %[[Y]] : index
// CHECK: %[[S:.*]] = arith.muli %[[R]], %{{.*}} : index
// CHECK: %[[I:.*]] = arith.addi %[[S]], %[[X]] : index
// CHECK: memref.prefetch %{{.*}}[%[[I]]], read, locality<2>, data
// What each layer has of its own is not.
// CHECK-NOT: memref.prefetch
func.func @next(%blocks: index, %n: index, %a: memref<?xf32>, %b: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  scf.parallel (%bx) = (%c0) to (%blocks) step (%c1) {
    %tiles = memref.alloca() : memref<4x16x16xf32>
    scf.for %k = %c0 to %n step %c16 {
      scf.parallel (%tz, %ty, %tx) = (%c0, %c0, %c0) to (%c4, %c16, %c16) step (%c1, %c1, %c1) {
        %r = arith.addi %k, %ty overflow<nsw> : index
        %s = arith.muli %r, %n overflow<nsw> : index
        %i = arith.addi %s, %tx overflow<nsw> : index
        %v = memref.load %b[%i] : memref<?xf32>
        memref.store %v, %tiles[%tz, %ty, %tx] : memref<4x16x16xf32>
        %j = arith.addi %i, %tz : index
        %w = memref.load %a[%j] : memref<?xf32>
        memref.store %w, %tiles[%tz, %tx, %ty] : memref<4x16x16xf32>
      } {par.block, par.joined}
    }
  } {par.grid}
  func.return
}
