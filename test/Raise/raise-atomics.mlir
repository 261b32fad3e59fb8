// RUN: %heddle-opt %s --raise-atomics | FileCheck %s
// RUN: %heddle-opt %s --raise-atomics --par-to-scf | FileCheck %s --check-prefix=BACK

#domain = #llvm.alias_scope_domain<id = distinct[0]<>, description = "d">
#scope = #llvm.alias_scope<id = distinct[1]<>, domain = #domain, description = "s">
#root = #llvm.tbaa_root<id = "root">
#int = #llvm.tbaa_type_desc<id = "int", members = {<#root, 0>}>
#tag = #llvm.tbaa_tag<base_type = #int, access_type = #int, offset = 0>

// An update keeps what is known of aliases; `par-to-scf` gives it back.
// CHECK-LABEL: func @update
// CHECK: par.atomic_rmw add relaxed device %{{.*}}, %{{.*}} {alignment = 4 : i64, par.alias_scopes = [#{{.*}}], par.noalias_scopes = [#{{.*}}], par.tbaa = [#{{.*}}]} : !llvm.ptr, i32
// CHECK: par.atomic_rmw fadd acquire_release device %{{.*}}, %{{.*}} : !llvm.ptr, f32
// CHECK: par.atomic_rmw udec_wrap sequentially_consistent device
// BACK-LABEL: func @update
// BACK: llvm.atomicrmw add %{{.*}}, %{{.*}} monotonic {alias_scopes = [#{{.*}}], alignment = 4 : i64, noalias_scopes = [#{{.*}}], tbaa = [#{{.*}}]} : !llvm.ptr, i32
// BACK: llvm.atomicrmw fadd %{{.*}}, %{{.*}} acq_rel : !llvm.ptr, f32
// BACK: llvm.atomicrmw udec_wrap %{{.*}}, %{{.*}} seq_cst : !llvm.ptr, i32
func.func @update(%n: index, %p: !llvm.ptr, %x: i32, %f: f32, %out: memref<?xi32>) {
  par.for block %s (%t) in (%n) {
    %0 = llvm.atomicrmw add %p, %x monotonic {alignment = 4 : i64, alias_scopes = [#scope], noalias_scopes = [#scope], tbaa = [#tag]} : !llvm.ptr, i32
    memref.store %0, %out[%t] : memref<?xi32>
    %1 = llvm.atomicrmw fadd %p, %f acq_rel : !llvm.ptr, f32
    %2 = llvm.atomicrmw udec_wrap %p, %x seq_cst : !llvm.ptr, i32
  }
  return
}

// CHECK-LABEL: func @exchange
// CHECK: %[[OLD:.*]], %[[DONE:.*]] = par.atomic_compare_exchange acquire relaxed device %{{.*}}, %{{.*}}, %{{.*}} {alignment = 4 : i64, par.tbaa = [#{{.*}}]} : !llvm.ptr, i32
// CHECK-NEXT: memref.store %[[OLD]]
// CHECK-NEXT: memref.store %[[DONE]]
// CHECK-NEXT: par.atomic_compare_exchange weak release relaxed device
// BACK-LABEL: func @exchange
// BACK: %[[R:.*]] = llvm.cmpxchg %{{.*}}, %{{.*}}, %{{.*}} acquire monotonic {alignment = 4 : i64, tbaa = [#{{.*}}]} : !llvm.ptr, i32
// BACK-DAG: %[[OLD:.*]] = llvm.extractvalue %[[R]][0]
// BACK-DAG: %[[DONE:.*]] = llvm.extractvalue %[[R]][1]
// BACK: memref.store %[[OLD]]
// BACK-NEXT: memref.store %[[DONE]]
// BACK-NEXT: llvm.cmpxchg weak %{{.*}}, %{{.*}}, %{{.*}} release monotonic : !llvm.ptr, i32
func.func @exchange(%n: index, %p: !llvm.ptr, %x: i32, %y: i32, %out: memref<?xi32>, %flags: memref<?xi1>) {
  par.for block %s (%t) in (%n) {
    %0 = llvm.cmpxchg %p, %x, %y acquire monotonic {alignment = 4 : i64, tbaa = [#tag]} : !llvm.ptr, i32
    %old = llvm.extractvalue %0[0] : !llvm.struct<(i32, i1)>
    memref.store %old, %out[%t] : memref<?xi32>
    %done = llvm.extractvalue %0[1] : !llvm.struct<(i32, i1)>
    memref.store %done, %flags[%t] : memref<?xi1>
    %1 = llvm.cmpxchg weak %p, %x, %y release monotonic : !llvm.ptr, i32
  }
  return
}

llvm.func @use(!llvm.struct<(i32, i1)>)

// CHECK-LABEL: func @others
// CHECK-NOT: par.atomic
func.func @others(%n: index, %p: !llvm.ptr, %x: i32) {
  // Not in a kernel.
  %0 = llvm.atomicrmw add %p, %x monotonic : !llvm.ptr, i32
  par.for block %s (%t) in (%n) {
    %1 = llvm.atomicrmw volatile add %p, %x monotonic : !llvm.ptr, i32
    %2 = llvm.atomicrmw add %p, %x syncscope("singlethread") monotonic : !llvm.ptr, i32
    %3 = llvm.atomicrmw usub_sat %p, %x monotonic : !llvm.ptr, i32
    %4 = llvm.cmpxchg volatile %p, %x, %x monotonic monotonic : !llvm.ptr, i32
    // Its result is used as a whole.
    %5 = llvm.cmpxchg %p, %x, %x monotonic monotonic : !llvm.ptr, i32
    llvm.call @use(%5) : (!llvm.struct<(i32, i1)>) -> ()
  }
  return
}
