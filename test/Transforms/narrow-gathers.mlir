// RUN: %heddle-opt --narrow-gathers %s | FileCheck %s

// A stride that nobody knows: a gather. A row stays as it is, and so does what
// is in an array of unknown size.
// CHECK-LABEL: func.func @gather
// CHECK: %[[I:.*]] = arith.muli
// CHECK: %[[N:.*]] = arith.index_cast %[[I]] : index to i32
// CHECK: %[[J:.*]] = arith.index_cast %[[N]] : i32 to index
// CHECK: memref.load %{{.*}}[%[[J]]] : memref<512xf32>
// CHECK: memref.load %{{.*}}[%[[I]]] : memref<?xf32>
// CHECK: memref.store %{{.*}}, %{{.*}}[%{{.*}}] : memref<512xf32>
// CHECK-NOT: index_cast
// CHECK: return
func.func @gather(%m: memref<?xf32>, %stride: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %shared = memref.alloca() : memref<512xf32>
  scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
    %i = arith.muli %t, %stride : index
    %v = memref.load %shared[%i] : memref<512xf32>
    %w = memref.load %m[%i] : memref<?xf32>
    %s = arith.addf %v, %w : f32
    memref.store %s, %shared[%t] : memref<512xf32>
    scf.reduce
  } {par.block}
  return
}
