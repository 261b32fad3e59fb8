// RUN: %heddle-opt --peel-edges %s | FileCheck %s

// Threads that are at no edge run without asking; the others, before and after
// them, run the loop as it was.
// CHECK-LABEL: func.func @row
// CHECK: %[[FIRST:.*]] = arith.minsi %{{.*}}, %c64
// CHECK: %[[END:.*]] = arith.maxsi %{{.*}}, %[[FIRST]]
// CHECK: scf.parallel (%{{.*}}) = (%[[FIRST]]) to (%[[END]])
// CHECK-NOT: arith.cmpi
// CHECK-NOT: arith.minsi
// CHECK: {par.block}
// CHECK: scf.for
// CHECK: %[[FROM:.*]] = arith.select %{{.*}}, %c0, %[[END]]
// CHECK: %[[TO:.*]] = arith.select %{{.*}}, %[[FIRST]], %c64
// CHECK: scf.parallel (%{{.*}}) = (%[[FROM]]) to (%[[TO]])
// CHECK: arith.cmpi eq
// CHECK: arith.minsi
// CHECK: {par.block, par.edge, par.few}
func.func @row(%blocks: index, %n: i32, %a: memref<?xf32>, %b: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %width = arith.constant 64 : i32
  scf.parallel (%bx) = (%c0) to (%blocks) step (%c1) {
    %block = arith.index_castui %bx : index to i32
    %start = arith.muli %block, %width overflow<nsw> : i32
    scf.parallel (%tx) = (%c0) to (%c64) step (%c1) {
      %t = arith.index_castui %tx : index to i32
      %x = arith.addi %start, %t overflow<nsw> : i32
      %is = arith.cmpi eq, %x, %zero : i32
      %left = arith.subi %x, %one overflow<nsw> : i32
      %west = arith.select %is, %x, %left : i32
      %right = arith.addi %x, %one overflow<nsw> : i32
      %east = arith.minsi %right, %n : i32
      %w = arith.index_cast %west : i32 to index
      %e = arith.index_cast %east : i32 to index
      %i = arith.index_cast %x : i32 to index
      %p = memref.load %a[%w] : memref<?xf32>
      %q = memref.load %a[%e] : memref<?xf32>
      %s = arith.addf %p, %q : f32
      memref.store %s, %b[%i] : memref<?xf32>
    } {par.block, par.edge}
  } {par.grid}
  func.return
}

// Only in blocks that are known to be at an edge.
// CHECK-LABEL: func.func @inside
// CHECK-NOT: par.few
func.func @inside(%blocks: index, %n: i32, %a: memref<?xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %width = arith.constant 64 : i32
  scf.parallel (%bx) = (%c0) to (%blocks) step (%c1) {
    %block = arith.index_castui %bx : index to i32
    %start = arith.muli %block, %width overflow<nsw> : i32
    scf.parallel (%tx) = (%c0) to (%c64) step (%c1) {
      %t = arith.index_castui %tx : index to i32
      %x = arith.addi %start, %t overflow<nsw> : i32
      %east = arith.minsi %x, %n : i32
      %e = arith.index_cast %east : i32 to index
      memref.store %f, %a[%e] : memref<?xf32>
    } {par.block}
  } {par.grid}
  func.return
}
