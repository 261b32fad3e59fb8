// RUN: %heddle-opt --isolate-updates %s | FileCheck %s

// Processors that can move lanes of a vector together leave out what changes
// nothing, and what a thread does to one place twice is done once.
// CHECK-LABEL: func.func @packed
// CHECK: %[[VALUES:.*]] = memref.alloca() {alignment = 64 : i64} : memref<128xi32>
// CHECK: %[[PLACES:.*]] = memref.alloca() {alignment = 64 : i64} : memref<128xi32>
// CHECK: memref.alloca() : memref<256xi32>
// CHECK: scf.parallel (%[[T:.*]]) = (%c0) to (%c64)
// CHECK: %[[A:.*]]:2 = scf.if
// CHECK: %[[B:.*]]:2 = scf.if
// CHECK-DAG: %[[SAME:.*]] = arith.cmpi eq, %[[A]]#0, %[[B]]#0 : i32
// CHECK-DAG: %[[NOTHING:.*]] = arith.cmpi eq, %[[B]]#1, %[[ZERO:.*]] : i32
// CHECK: %[[ONE:.*]] = arith.ori %[[SAME]], %[[NOTHING]] : i1
// CHECK: %[[BOTH:.*]] = arith.addi %[[A]]#1, %[[B]]#1 : i32
// CHECK: %[[SECOND:.*]] = arith.select %[[ONE]], %[[BOTH]], %[[B]]#1 : i32
// CHECK: %[[PLACE:.*]] = arith.select %[[ONE]], %[[A]]#0, %[[B]]#0 : i32
// CHECK: %[[FIRST:.*]] = arith.select %[[ONE]], %[[ZERO]], %[[A]]#1 : i32
// CHECK: memref.store %[[A]]#0, %[[PLACES]]
// CHECK: memref.store %[[FIRST]], %[[VALUES]]
// CHECK: memref.store %[[PLACE]], %[[PLACES]]
// CHECK: memref.store %[[SECOND]], %[[VALUES]]
// CHECK: %[[COUNT:.*]] = scf.for %{{.*}} = %c0{{.*}} to %c128{{.*}} step %c16{{.*}} iter_args
// CHECK: %[[VALUE:.*]] = llvm.load %{{.*}} -> vector<16xi32>
// CHECK: llvm.load %{{.*}} -> vector<16xi32>
// CHECK: %[[MASK:.*]] = arith.cmpi ne, %[[VALUE]], %{{.*}} : vector<16xi32>
// CHECK-COUNT-2: llvm.call_intrinsic "llvm.experimental.vector.compress"({{.*}}, %[[MASK]],
// CHECK: llvm.intr.ctpop
// CHECK: scf.parallel (%{{.*}}) = (%c0{{.*}}) to (%[[COUNT]])
// CHECK: llvm.atomicrmw add
// CHECK: } {par.block, par.scattered}
// CHECK-NOT: llvm.atomicrmw
module attributes {par.packs_lanes} {
  func.func @packed(%in: memref<?xi32>, %blocks: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %c7_i32 = arith.constant 7 : i32
    scf.parallel (%b) = (%c0) to (%blocks) step (%c1) {
      %table = memref.alloca() : memref<256xi32>
      %p = par.pointer %table : memref<256xi32> -> !llvm.ptr
      scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
        %x = memref.load %in[%t] : memref<?xi32>
        %y = arith.muli %x, %c7_i32 : i32
        %z = arith.xori %y, %x : i32
        %m = arith.andi %z, %c7_i32 : i32
        %n = arith.addi %m, %c7_i32 : i32
        %i = arith.extui %n : i32 to i64
        %j = arith.extui %m : i32 to i64
        %c = arith.cmpi ult, %z, %x : i32
        %d = arith.cmpi ult, %y, %x : i32
        scf.if %c {
          %q = llvm.getelementptr inbounds %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i32
          %r = llvm.atomicrmw add %q, %x syncscope("singlethread") monotonic {alignment = 4 : i64} : !llvm.ptr, i32
        }
        scf.if %d {
          %q = llvm.getelementptr inbounds %p[%j] : (!llvm.ptr, i64) -> !llvm.ptr, i32
          %r = llvm.atomicrmw add %q, %y syncscope("singlethread") monotonic {alignment = 4 : i64} : !llvm.ptr, i32
        }
        scf.reduce
      } {par.block}
      scf.reduce
    } {par.grid}
    return
  }
}
