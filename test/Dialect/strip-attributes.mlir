// RUN: %heddle-opt %s --strip-attributes | FileCheck %s

// Hints go; what the program means stays.

// CHECK: module attributes {llvm.target_triple = "x86_64-pc-linux-gnu"}
module attributes {llvm.target_triple = "x86_64-pc-linux-gnu", par.packs_lanes} {
  // CHECK: llvm.mlir.global internal @tile() {{{.*}}heddle.shared}
  llvm.mlir.global internal @tile() {heddle.shared} : f32
  // CHECK: llvm.func @k.grid(%{{.*}}: !llvm.ptr {llvm.noalias}) attributes {heddle.shared_bytes = 4 : i64} {
  llvm.func @k.grid(%p: !llvm.ptr {llvm.noalias}) attributes {heddle.shared_bytes = 4 : i64, heddle.known_launches, heddle.block_shapes = [], heddle.single_block} {
    %n = arith.constant 64 : index
    par.for block %s (%t) in (%n) bound [64] {
      %v = par.view %p : !llvm.ptr -> memref<?xf32>
      // CHECK: memref.load %{{.*}}[%{{.*}}] : memref<?xf32>
      %x = memref.load %v[%t] {par.alignment = 4 : i64} : memref<?xf32>
      // CHECK: arith.addf {{.*}} fastmath<contract> : f32
      %y = arith.addf %x, %x fastmath<contract> {other.hint} : f32
      // CHECK: par.barrier %{{.*}} orders read_write
      par.barrier %s orders read_write
      memref.store %y, %v[%t] : memref<?xf32>
    }
    llvm.return
  }
  // CHECK: llvm.func @fibers() attributes {heddle.fibers, heddle.kernel}
  llvm.func @fibers() attributes {heddle.fibers, heddle.kernel, heddle.neighbours}
}
