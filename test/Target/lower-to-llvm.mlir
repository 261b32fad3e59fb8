// RUN: %heddle-opt %s --convert-scf-to-cf --lower-to-llvm --reconcile-unrealized-casts | FileCheck %s
// RUN: %heddle-opt %s --convert-scf-to-cf --lower-to-llvm --reconcile-unrealized-casts | FileCheck %s --check-prefix=NONE
// NONE-NOT: {{(arith|math|cf|ub|index)\.}}
// NONE-NOT: unrealized_conversion_cast

// CHECK: #[[LOOP:.*]] = #llvm.loop_annotation<parallelAccesses

// CHECK-LABEL: llvm.func @arithmetic
// CHECK: llvm.add %{{.*}} overflow<nsw> : i32
// CHECK: llvm.fadd %{{.*}} {fastmathFlags = #llvm.fastmath<contract>} : f32
// CHECK: llvm.intr.sqrt
// CHECK: llvm.mlir.poison : i32
// CHECK: llvm.select
llvm.func @arithmetic(%a: i32, %f: f32, %c: i1) -> i32 {
  %0 = arith.addi %a, %a overflow<nsw> : i32
  %1 = arith.addf %f, %f fastmath<contract> : f32
  %2 = math.sqrt %1 : f32
  %3 = ub.poison : i32
  %4 = arith.select %c, %0, %a : i32
  llvm.return %4 : i32
}

// What a loop was marked with goes to its branch back.
// CHECK-LABEL: llvm.func @loop
// CHECK: llvm.br ^[[HEAD:.*]](
// CHECK: ^[[HEAD]](
// CHECK: llvm.cond_br
// CHECK: llvm.br ^[[HEAD]]({{.*}} {loop_annotation = #[[LOOP]]}
#group = #llvm.access_group<id = distinct[0]<>>
#loop = #llvm.loop_annotation<parallelAccesses = #group>
llvm.func @loop(%n: i64, %p: !llvm.ptr) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = arith.index_cast %n : i64 to index
  scf.for %i = %c0 to %size step %c1 {
    %v = arith.index_cast %i : index to i64
    llvm.store %v, %p {access_groups = [#group]} : i64, !llvm.ptr
  } {llvm.loop_annotation = #loop}
  llvm.return
}
