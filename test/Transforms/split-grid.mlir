// RUN: %heddle-opt --fission --split-grid %s | FileCheck %s

// The loop over threads is split first, then that over blocks. Shared memory
// outlives the loop: it has a place for each block.
// CHECK-LABEL: llvm.func @k
// CHECK: %[[M:.*]] = par.grid_memory
// CHECK: scf.parallel
// CHECK:   %[[P:.*]] = llvm.getelementptr inbounds %[[M]]
// CHECK:   %[[S:.*]] = par.view %[[P]] : !llvm.ptr -> memref<64xf32>
// CHECK:   scf.parallel
// CHECK:     memref.store %{{.*}}, %[[S]]
// CHECK:   {par.block}
// CHECK: {par.grid}
// CHECK: scf.parallel
// CHECK:   %[[Q:.*]] = llvm.getelementptr inbounds %[[M]]
// CHECK:   %[[T:.*]] = par.view %[[Q]] : !llvm.ptr -> memref<64xf32>
// CHECK:   scf.parallel
// CHECK:     memref.load %[[T]]
// CHECK:   {par.block}
// CHECK: {par.grid}
// CHECK-NOT: par.grid_sync
llvm.func @k(%config: !llvm.ptr, %out: !llvm.ptr) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %x = arith.constant 1.0 : f32
  scf.parallel (%b) = (%c0) to (%c8) step (%c1) {
    %s = memref.alloca() : memref<64xf32>
    scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
      memref.store %x, %s[%t] : memref<64xf32>
      par.grid_sync(%t)
      %v = memref.load %s[%t] : memref<64xf32>
      %o = par.view %out : !llvm.ptr -> memref<?xf32>
      memref.store %v, %o[%b] : memref<?xf32>
    } {par.block}
  } {par.grid}
  llvm.return
}

// In a loop that all blocks run alike, the loop goes outside.
// CHECK-LABEL: llvm.func @loop
// CHECK: scf.for
// CHECK:   scf.parallel
// CHECK:   {par.grid}
// CHECK:   scf.parallel
// CHECK:   {par.grid}
// CHECK: }
// CHECK: llvm.return
llvm.func @loop(%config: !llvm.ptr, %out: !llvm.ptr) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %x = arith.constant 1.0 : f32
  scf.parallel (%b) = (%c0) to (%c8) step (%c1) {
    scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
      scf.for %i = %c0 to %c8 step %c1 {
        %o = par.view %out : !llvm.ptr -> memref<?xf32>
        memref.store %x, %o[%b] : memref<?xf32>
        par.grid_sync(%t)
        memref.store %x, %o[%t] : memref<?xf32>
      }
    } {par.block}
  } {par.grid}
  llvm.return
}
