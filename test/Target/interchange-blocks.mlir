// RUN: %heddle-opt %s --outline-grid | FileCheck %s

// Grid stride: the blocks of a range do an iteration of their loop together,
// row by row of the grid. The factor is a constant of the block.
// CHECK-LABEL: llvm.func internal @stride.blocks
// CHECK: scf.while
// CHECK: } do {
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step
// CHECK: scf.for
// CHECK: llvm.store
llvm.func @stride.grid(%config: !llvm.ptr, %p: !llvm.ptr, %n: i64, %steps: i64, %count: i64) {
  %step = arith.index_cast %steps : i64 to index
  %blocks = arith.index_cast %count : i64 to index
  %end = arith.index_cast %n : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%c1, %c1, %blocks) step (%c1, %c1, %c1) {
    %c256 = arith.constant 256 : index
    %first = arith.muli %x, %c256 overflow<nsw> : index
    scf.for %i = %first to %end step %step {
      %at = arith.index_cast %i : index to i64
      %q = llvm.getelementptr %p[%at] : (!llvm.ptr, i64) -> !llvm.ptr, i64
      llvm.store %n, %q : i64, !llvm.ptr
    }
    scf.reduce
  } {par.grid}
  llvm.return
}
