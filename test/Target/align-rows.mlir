// RUN: %heddle-opt %s --align-rows | FileCheck %s

#group = #llvm.access_group<id = distinct[0]<>>
#row = #llvm.loop_annotation<parallelAccesses = #group>
#plain = #llvm.loop_vectorize<disable = true>
#single = #llvm.loop_annotation<vectorize = #plain, parallelAccesses = #group>

// The threads before the first place at the beginning of a line of memory have
// a loop of their own, if the row is long.
// CHECK-DAG: #[[MASKED:.*]] = #llvm.loop_vectorize<predicateEnable = true, width = 16 : i32>
// CHECK-DAG: #[[SHORT:.*]] = #llvm.loop_annotation<vectorize = #[[MASKED]],
// CHECK-LABEL: func.func @long
// CHECK: scf.for
// CHECK: %[[I:.*]] = arith.addi %arg2, %c0 : index
// CHECK: %[[WIDE:.*]] = arith.index_cast %[[I]] : index to i64
// CHECK: %[[PLACE:.*]] = llvm.getelementptr %arg0[%[[WIDE]]]
// CHECK: %[[NUMBER:.*]] = llvm.ptrtoint %[[PLACE]] : !llvm.ptr to i64
// CHECK: %[[NEGATIVE:.*]] = arith.subi %{{.*}}, %[[NUMBER]] : i64
// CHECK: %[[MISSING:.*]] = arith.andi %[[NEGATIVE]], %c63_i64 : i64
// CHECK: %[[COUNT:.*]] = arith.divui %[[MISSING]], %c4_i64 : i64
// CHECK: %[[LENGTH:.*]] = arith.subi %arg3, %c0 : index
// CHECK: %[[LONG:.*]] = arith.cmpi sge, %[[LENGTH]], %c512 : index
// CHECK: %[[CHOSEN:.*]] = arith.select %[[LONG]], %[[COUNT]], %{{.*}} : i64
// CHECK: %[[BEFORE:.*]] = arith.index_cast %[[CHOSEN]] : i64 to index
// CHECK: %[[FIRST:.*]] = arith.addi %c0, %[[BEFORE]] : index
// CHECK: scf.for %{{.*}} = %c0 to %[[FIRST]] step %c1
// CHECK: } {llvm.loop_annotation = #[[SHORT]]}
// CHECK: scf.for %{{.*}} = %[[FIRST]] to %arg3 step %c1
func.func @long(%p: !llvm.ptr, %q: !llvm.ptr, %i: index, %n: index, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %y = %c0 to %c16 step %c1 {
    scf.for %x = %c0 to %n step %c1 {
      %at = arith.addi %i, %x : index
      %wide = arith.index_cast %at : index to i64
      %from = llvm.getelementptr %q[%wide] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %a = llvm.load %from : !llvm.ptr -> f32
      %b = arith.addf %a, %v : f32
      %to = llvm.getelementptr %p[%wide] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      llvm.store %b, %to : f32, !llvm.ptr
    } {llvm.loop_annotation = #row}
  } {llvm.loop_annotation = #row}
  return
}

// Not threads that store further apart, that run one after the other, in a row
// of known length, or where it is not said that they are threads; nor those of
// a single row.
// CHECK-LABEL: func.func @others
// CHECK-NOT: llvm.ptrtoint
func.func @others(%p: !llvm.ptr, %n: index, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  scf.for %y = %c0 to %c2 step %c1 {
    scf.for %x = %c0 to %n step %c1 {
      %at = arith.muli %x, %c2 : index
      %wide = arith.index_cast %at : index to i64
      %to = llvm.getelementptr %p[%wide] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      llvm.store %v, %to : f32, !llvm.ptr
    } {llvm.loop_annotation = #row}
    scf.for %x = %c0 to %n step %c1 {
      %wide = arith.index_cast %x : index to i64
      %to = llvm.getelementptr %p[%wide] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      llvm.store %v, %to : f32, !llvm.ptr
    } {llvm.loop_annotation = #single}
    scf.for %x = %c0 to %c64 step %c1 {
      %wide = arith.index_cast %x : index to i64
      %to = llvm.getelementptr %p[%wide] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      llvm.store %v, %to : f32, !llvm.ptr
    } {llvm.loop_annotation = #row}
    scf.for %x = %c0 to %n step %c1 {
      %wide = arith.index_cast %x : index to i64
      %to = llvm.getelementptr %p[%wide] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      llvm.store %v, %to : f32, !llvm.ptr
    }
  } {llvm.loop_annotation = #row}
  scf.for %y = %c0 to %c1 step %c1 {
    scf.for %x = %c0 to %n step %c1 {
      %wide = arith.index_cast %x : index to i64
      %to = llvm.getelementptr %p[%wide] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      llvm.store %v, %to : f32, !llvm.ptr
    } {llvm.loop_annotation = #row}
  } {llvm.loop_annotation = #row}
  return
}
