// RUN: %heddle-opt --keep-uneven-loops %s | FileCheck %s

// A loop whose trip count a thread loads is not unrolled; one whose trip count
// all threads know may be.
// CHECK: #[[NOT:.*]] = #llvm.loop_unroll<runtimeDisable = true>
// CHECK: #[[KEPT:.*]] = #llvm.loop_annotation<unroll = #[[NOT]]>
// CHECK-LABEL: llvm.func @uneven
// CHECK: scf.for
// CHECK: llvm.fadd
// CHECK: } {llvm.loop_annotation = #[[KEPT]]}
// CHECK: scf.for
// CHECK: llvm.fmul
// CHECK: {{^ *}}}{{$}}
llvm.func @uneven(%begins: !llvm.ptr, %values: !llvm.ptr, %count: i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = arith.index_cast %count : i64 to index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    %i = arith.index_cast %t : index to i64
    %at = llvm.getelementptr %begins[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
    %end = llvm.load %at : !llvm.ptr -> i64
    %last = arith.index_cast %end : i64 to index
    %sum = scf.for %j = %c0 to %last step %c1 iter_args(%s = %zero) -> f32 {
      %k = arith.index_cast %j : index to i64
      %place = llvm.getelementptr %values[%k] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %x = llvm.load %place : !llvm.ptr -> f32
      %next = llvm.fadd %s, %x : f32
      scf.yield %next : f32
    }
    %product = scf.for %j = %c0 to %n step %c1 iter_args(%s = %sum) -> f32 {
      %k = arith.index_cast %j : index to i64
      %place = llvm.getelementptr %values[%k] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %x = llvm.load %place : !llvm.ptr -> f32
      %next = llvm.fmul %s, %x : f32
      scf.yield %next : f32
    }
    llvm.store %product, %at : f32, !llvm.ptr
  } {par.block}
  llvm.return
}
