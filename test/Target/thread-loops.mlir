// RUN: %heddle-opt %s --thread-loops -split-input-file -verify-diagnostics | FileCheck %s

// Accesses to memory that threads share are parallel, accesses to private
// memory are not: its one place, taken once, is used by every iteration.
// CHECK-DAG: #[[GROUP:.*]] = #llvm.access_group
// CHECK-DAG: #[[LOOP:.*]] = #llvm.loop_annotation<unroll = {{.*}}, parallelAccesses = #[[GROUP]]>
// CHECK-LABEL: llvm.func @accesses
// CHECK-SAME: (%[[P:[^:]*]]: !llvm.ptr
// CHECK: %[[LOCAL:.*]] = llvm.alloca
// CHECK: scf.for
// CHECK-NOT: llvm.alloca
// CHECK: llvm.load %{{.*}} {access_groups = [#[[GROUP]]]} : !llvm.ptr -> f32
// CHECK: %[[PLACE:.*]] = llvm.getelementptr %[[LOCAL]]
// CHECK: llvm.store %{{.*}}, %[[PLACE]] : f32, !llvm.ptr
// CHECK: llvm.load %[[LOCAL]] : !llvm.ptr -> f32
// CHECK: llvm.store %{{.*}}, %[[P]] {access_groups = [#[[GROUP]]]} : f32, !llvm.ptr
// CHECK: } {{{.*}}loop_annotation = #[[LOOP]]}
llvm.func @accesses(%p: !llvm.ptr, %i: i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.index_cast %i : i64 to index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    %one = arith.constant 1 : i64
    %local = llvm.alloca %one x !llvm.array<4 x f32> : (i64) -> !llvm.ptr
    %at = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %x = llvm.load %at : !llvm.ptr -> f32
    %place = llvm.getelementptr %local[0, %i] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<4 x f32>
    llvm.store %x, %place : f32, !llvm.ptr
    %y = llvm.load %local : !llvm.ptr -> f32
    llvm.store %y, %p : f32, !llvm.ptr
  } {par.block}
  llvm.return
}

// -----

// Once the address of private memory went somewhere, a pointer that comes from
// somewhere may be it.
// CHECK-LABEL: llvm.func @escaped
// CHECK-SAME: (%[[P:[^:]*]]: !llvm.ptr
// CHECK: %[[Q:.*]] = llvm.load %[[P]] {access_groups
// CHECK: llvm.store %{{.*}}, %[[Q]] : f32
llvm.func @keep(!llvm.ptr)
llvm.func @escaped(%p: !llvm.ptr, %i: i64, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.index_cast %i : i64 to index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    %one = arith.constant 1 : i64
    %local = llvm.alloca %one x f32 : (i64) -> !llvm.ptr
    llvm.call @keep(%local) : (!llvm.ptr) -> ()
    %q = llvm.load %p : !llvm.ptr -> !llvm.ptr
    llvm.store %x, %q : f32, !llvm.ptr
  } {par.block}
  llvm.return
}

// -----

// x is the innermost of the serial loops, all of which are parallel; each loop
// over threads has a group of its own.
// CHECK-DAG: #[[G1:.*]] = #llvm.access_group<id = distinct[0]
// CHECK-DAG: #[[G2:.*]] = #llvm.access_group<id = distinct[1]
// CHECK-LABEL: llvm.func @two_loops
// CHECK: scf.for %[[Z:.*]] =
// CHECK: scf.for %[[Y:.*]] =
// CHECK: scf.for %[[X:.*]] =
// CHECK: arith.index_cast %[[X]]
// CHECK: llvm.store {{.*}} {access_groups = [#[[G1]]]}
// CHECK-COUNT-3: loop_annotation =
// CHECK: scf.for
// CHECK: llvm.store {{.*}} {access_groups = [#[[G2]]]}
// CHECK-NOT: scf.parallel
// CHECK: llvm.return
llvm.func @two_loops(%p: !llvm.ptr, %i: i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.index_cast %i : i64 to index
  scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
    %v = arith.index_cast %x : index to i64
    llvm.store %v, %p : i64, !llvm.ptr
  } {par.block}
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    llvm.store %i, %p : i64, !llvm.ptr
  } {par.block}
  llvm.return
}

// -----

llvm.func @barrier(%i: i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.index_cast %i : i64 to index
  // expected-error @+1 {{a loop over threads still holds a barrier}}
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    par.barrier(%t)
  } {par.block}
  llvm.return
}
