// RUN: %heddle-opt %s --hoist-row-loads -split-input-file | FileCheck %s

#group = #llvm.access_group<id = distinct[0]<>>
#row = #llvm.loop_annotation<parallelAccesses = #group>

// The load that depends on y leaves the loop over x, with what its address is
// computed from, if there are threads. The one that depends on x stays.
// CHECK-LABEL: llvm.func @row
// CHECK: scf.for %[[Y:.*]] =
// CHECK: %[[ANY:.*]] = arith.cmpi slt, %{{.*}}, %[[N:.*]] : index
// CHECK: %[[F:.*]] = scf.if %[[ANY]] -> (f32) {
// CHECK: %[[AT:.*]] = llvm.getelementptr
// CHECK: %[[LOADED:.*]] = llvm.load %[[AT]]
// CHECK: scf.yield %[[LOADED]]
// CHECK: } else {
// CHECK: %[[NONE:.*]] = llvm.mlir.poison : f32
// CHECK: scf.yield %[[NONE]]
// CHECK: scf.for
// CHECK-COUNT-1: llvm.load
// CHECK-NOT: llvm.load
// CHECK: llvm.fmul %[[F]]
llvm.func @row(%f: !llvm.ptr, %a: !llvm.ptr, %k: i64, %l: i64) {
  %n = arith.index_cast %k : i64 to index
  %m = arith.index_cast %l : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %y = %c0 to %m step %c1 {
    scf.for %x = %c0 to %n step %c1 {
      %i = arith.index_cast %y : index to i64
      %j = arith.index_cast %x : index to i64
      %at = llvm.getelementptr %f[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %factor = llvm.load %at {access_groups = [#group]} : !llvm.ptr -> f32
      %place = llvm.getelementptr %a[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %old = llvm.load %place {access_groups = [#group]} : !llvm.ptr -> f32
      %new = llvm.fmul %factor, %old : f32
      llvm.store %new, %place {access_groups = [#group]} : f32, !llvm.ptr
    } {llvm.loop_annotation = #row}
  }
  llvm.return
}

// -----

#group = #llvm.access_group<id = distinct[0]<>>
#row = #llvm.loop_annotation<parallelAccesses = #group>

// A row that has threads needs no question.
// CHECK-LABEL: llvm.func @known
// CHECK-NOT: scf.if
// CHECK: llvm.load
// CHECK: scf.for
// CHECK-NOT: llvm.load
// CHECK: llvm.return
llvm.func @known(%f: !llvm.ptr, %a: !llvm.ptr) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %x = %c0 to %c16 step %c1 {
    %j = arith.index_cast %x : index to i64
    %factor = llvm.load %f {access_groups = [#group]} : !llvm.ptr -> f32
    %place = llvm.getelementptr %a[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %factor, %place {access_groups = [#group]} : f32, !llvm.ptr
  } {llvm.loop_annotation = #row}
  llvm.return
}

// -----

#group = #llvm.access_group<id = distinct[0]<>>
#row = #llvm.loop_annotation<parallelAccesses = #group>

// These stay: what a thread may have stored itself, what it has for itself,
// what all store to, a volatile load, and what not all threads load.
// CHECK-LABEL: llvm.func @stored
// CHECK: scf.for
// CHECK: llvm.store
// CHECK: llvm.load
llvm.func @stored(%f: !llvm.ptr, %a: !llvm.ptr, %k: i64) {
  %n = arith.index_cast %k : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = llvm.mlir.constant(1.0 : f32) : f32
  scf.for %x = %c0 to %n step %c1 {
    %j = arith.index_cast %x : index to i64
    %place = llvm.getelementptr %a[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %one, %place {access_groups = [#group]} : f32, !llvm.ptr
    %factor = llvm.load %f {access_groups = [#group]} : !llvm.ptr -> f32
    llvm.store %factor, %place {access_groups = [#group]} : f32, !llvm.ptr
  } {llvm.loop_annotation = #row}
  llvm.return
}

// CHECK-LABEL: llvm.func @own
// CHECK: scf.for
// CHECK: llvm.load
llvm.func @own(%f: !llvm.ptr, %a: !llvm.ptr, %k: i64) {
  %n = arith.index_cast %k : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %x = %c0 to %n step %c1 {
    %j = arith.index_cast %x : index to i64
    %place = llvm.getelementptr %a[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %factor = llvm.load %f : !llvm.ptr -> f32
    llvm.store %factor, %place {access_groups = [#group]} : f32, !llvm.ptr
  } {llvm.loop_annotation = #row}
  llvm.return
}

// CHECK-LABEL: llvm.func @sum
// CHECK: scf.for
// CHECK: llvm.load
llvm.func @sum(%f: !llvm.ptr, %k: i64) {
  %n = arith.index_cast %k : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = llvm.mlir.constant(1.0 : f32) : f32
  scf.for %x = %c0 to %n step %c1 {
    %old = llvm.load %f {access_groups = [#group]} : !llvm.ptr -> f32
    %new = llvm.fadd %old, %one : f32
    llvm.store %new, %f {access_groups = [#group]} : f32, !llvm.ptr
  } {llvm.loop_annotation = #row}
  llvm.return
}

// CHECK-LABEL: llvm.func @others
// CHECK: scf.for
// CHECK: llvm.load volatile
// CHECK: scf.if
// CHECK: llvm.load
llvm.func @others(%f: !llvm.ptr, %g: !llvm.ptr, %a: !llvm.ptr, %k: i64) {
  %n = arith.index_cast %k : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  scf.for %x = %c0 to %n step %c1 {
    %j = arith.index_cast %x : index to i64
    %place = llvm.getelementptr %a[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %factor = llvm.load volatile %f {access_groups = [#group]} : !llvm.ptr -> f32
    %some = arith.cmpi sgt, %x, %c5 : index
    scf.if %some {
      %other = llvm.load %g {access_groups = [#group]} : !llvm.ptr -> f32
      %new = llvm.fmul %factor, %other : f32
      llvm.store %new, %place {access_groups = [#group]} : f32, !llvm.ptr
    }
  } {llvm.loop_annotation = #row}
  llvm.return
}
