// RUN: %heddle-opt --parallel-licm --canonicalize="disable-patterns='(anonymous namespace)::MergeNestedParallelLoops'" --cse %s | FileCheck %s

// A load leaves both loops, if they have iterations.
// CHECK-LABEL: func.func @load
// CHECK: %[[POISON:.*]] = ub.poison
// CHECK: %[[V:.*]] = scf.if
// CHECK: memref.load
// CHECK: } else {
// CHECK-NEXT: scf.yield %[[POISON]]
// CHECK: scf.parallel
// CHECK: scf.parallel
// CHECK-NOT: memref.load
// CHECK: memref.store %[[V]]
func.func @load(%n: index, %in: memref<?xf32>, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%b) = (%c0) to (%n) step (%c1) {
    scf.parallel (%t) = (%c0) to (%n) step (%c1) {
      %v = memref.load %in[%c1] : memref<?xf32>
      memref.store %v, %out[%t] : memref<?xf32>
    } {par.block}
  } {par.grid}
  func.return
}

// A loop that reads leaves with its condition, as that is in the first
// iteration. The memory may be the same: a store of another thread would be a
// race, and the thread's own comes later.
// CHECK-LABEL: func.func @guarded
// CHECK-SAME: %[[SIZE:[a-z0-9]+]]: index,
// CHECK: %[[SOME:.*]] = arith.cmpi sgt, %[[SIZE]], %c0
// CHECK: %[[SUM:.*]] = scf.if %[[SOME]] -> (f32) {
// CHECK: scf.for
// CHECK: } else {
// CHECK-NEXT: scf.yield
// CHECK: scf.parallel
// CHECK-NOT: scf.for
// CHECK: memref.store %[[SUM]]
func.func @guarded(%n: index, %in: memref<?xf32>, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    %inside = arith.cmpi slt, %t, %n : index
    scf.if %inside {
      %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (f32) {
        %v = memref.load %in[%i] : memref<?xf32>
        %next = arith.addf %s, %v : f32
        scf.yield %next : f32
      }
      memref.store %sum, %out[%t] : memref<?xf32>
    }
  } {par.block}
  func.return
}

// A sum that may wrap need not be the least in the first iteration. What is
// long leaves if the first iteration comes to it, and stays for the other case;
// what is short stays.
// CHECK-LABEL: func.func @may_wrap
// CHECK: %[[FIRST:.*]] = arith.cmpi slt
// CHECK: %[[SUM:.*]] = scf.if %[[FIRST]]
// CHECK: scf.for
// CHECK: scf.parallel
// CHECK: memref.load
// CHECK: scf.if %[[FIRST]]
// CHECK-NEXT: scf.yield %[[SUM]]
// CHECK: else
// CHECK: scf.for
func.func @may_wrap(%start: i32, %n: i32, %m: index, %in: memref<?xf32>, %out: memref<?xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    %thread = arith.index_castui %t : index to i32
    %i = arith.addi %start, %thread : i32
    %inside = arith.cmpi slt, %i, %n : i32
    scf.if %inside {
      %x = memref.load %in[%c1] : memref<?xf32>
      %sum = scf.for %k = %c0 to %m step %c1 iter_args(%s = %zero) -> (f32) {
        %v = memref.load %in[%k] : memref<?xf32>
        %next = arith.addf %s, %v : f32
        scf.yield %next : f32
      }
      %y = arith.addf %x, %sum : f32
      memref.store %y, %out[%t] : memref<?xf32>
    }
  } {par.block}
  func.return
}

// One that does not wrap is, and then what is short leaves, too.
// CHECK-LABEL: func.func @no_wrap
// CHECK: memref.load
// CHECK: scf.parallel
// CHECK-NOT: memref.load
// CHECK: return
func.func @no_wrap(%start: i32, %n: i32, %in: memref<?xf32>, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    %thread = arith.index_castui %t : index to i32
    %i = arith.addi %start, %thread overflow<nsw> : i32
    %outside = arith.cmpi sge, %i, %n : i32
    scf.if %outside {
    } else {
      %x = memref.load %in[%c1] : memref<?xf32>
      memref.store %x, %out[%t] : memref<?xf32>
    }
  } {par.block}
  func.return
}

// A thread reads what it has written.
// CHECK-LABEL: func.func @store_before
// CHECK: scf.parallel
// CHECK: memref.store
// CHECK: memref.load
func.func @store_before(%x: f32, %in: memref<?xf32>, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    memref.store %x, %out[%t] : memref<?xf32>
    %v = memref.load %in[%c1] : memref<?xf32>
    memref.store %v, %out[%t] : memref<?xf32>
  } {par.block}
  func.return
}

// But not in memory that it allocates.
// CHECK-LABEL: func.func @own_memory
// CHECK: memref.load %{{.*}}[%c1]
// CHECK: scf.parallel
func.func @own_memory(%x: f32, %in: memref<?xf32>, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    %own = memref.alloca() : memref<64xf32>
    memref.store %x, %own[%t] : memref<64xf32>
    %v = memref.load %in[%c1] : memref<?xf32>
    %w = memref.load %own[%c1] : memref<64xf32>
    %s = arith.addf %v, %w : f32
    memref.store %s, %out[%t] : memref<?xf32>
  } {par.block}
  func.return
}

// What another thread wrote before a barrier. The load before it leaves.
// CHECK-LABEL: func.func @barrier
// CHECK: memref.load %arg
// CHECK: scf.parallel
// CHECK: memref.store
// CHECK: par.barrier
// CHECK: memref.load %alloca
func.func @barrier(%in: memref<?xf32>, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %shared = memref.alloca() : memref<64xf32>
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    %v = memref.load %in[%c1] : memref<?xf32>
    memref.store %v, %shared[%t] : memref<64xf32>
    par.barrier(%t)
    %w = memref.load %shared[%c1] : memref<64xf32>
    memref.store %w, %out[%t] : memref<?xf32>
  } {par.block}
  func.return
}

// Threads on different sides may meet at different barriers.
// CHECK-LABEL: func.func @barriers_on_both_sides
// CHECK: scf.parallel
// CHECK: memref.load
func.func @barriers_on_both_sides(%x: f32, %m: memref<?xf32>, %out: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    %c = arith.cmpi slt, %t, %n : index
    scf.if %c {
      par.barrier(%t)
      %w = memref.load %m[%c1] : memref<?xf32>
      memref.store %w, %out[%t] : memref<?xf32>
    } else {
      memref.store %x, %m[%c1] : memref<?xf32>
      par.barrier(%t)
    }
  } {par.block}
  func.return
}

// The store of another thread comes first if that had the lock before.
// CHECK-LABEL: func.func @locked
// CHECK: scf.parallel
// CHECK: llvm.atomicrmw
// CHECK: memref.load
func.func @locked(%lock: !llvm.ptr, %one: i32, %m: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    %old = llvm.atomicrmw xchg %lock, %one acquire : !llvm.ptr, i32
    %free = arith.cmpi ne, %old, %one : i32
    scf.if %free {
      %v = memref.load %m[%c0] : memref<?xi32>
      %w = arith.addi %v, %one : i32
      memref.store %w, %m[%c0] : memref<?xi32>
    }
  } {par.block}
  func.return
}

// An atomic after the load orders nothing before it.
// CHECK-LABEL: func.func @atomic_after
// CHECK: memref.load
// CHECK: scf.parallel
func.func @atomic_after(%sum: !llvm.ptr, %m: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    %v = memref.load %m[%c0] : memref<?xi32>
    llvm.atomicrmw add %sum, %v monotonic : !llvm.ptr, i32
  } {par.block}
  func.return
}

// Volatile memory changes by itself.
// CHECK-LABEL: func.func @volatile
// CHECK: scf.parallel
// CHECK: llvm.load volatile
func.func @volatile(%p: !llvm.ptr, %m: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    %v = llvm.load volatile %p : !llvm.ptr -> i32
    memref.store %v, %m[%t] : memref<?xi32>
  } {par.block}
  func.return
}

// A call may end the program before the load: an assertion.
llvm.func @check(i32)
llvm.func @length(!llvm.ptr) -> i32 attributes {memory_effects = #llvm.memory_effects<other = read, argMem = read, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>}
llvm.func @third(%p: !llvm.ptr) -> i32 {
  %q = llvm.getelementptr %p[3] : (!llvm.ptr) -> !llvm.ptr, i32
  %v = llvm.load %q : !llvm.ptr -> i32
  llvm.return %v : i32
}
// CHECK-LABEL: func.func @calls
// CHECK: llvm.call @length
// CHECK: llvm.call @third
// CHECK: scf.parallel
// CHECK: llvm.call @check
// CHECK: llvm.call @third
// CHECK: arith.divsi
func.func @calls(%p: !llvm.ptr, %m: memref<?xi32>, %a: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    %v = llvm.call @length(%p) : (!llvm.ptr) -> i32
    %w = llvm.call @third(%p) : (!llvm.ptr) -> i32
    llvm.call @check(%w) : (i32) -> ()
    %x = llvm.call @third(%p) : (!llvm.ptr) -> i32
    %s = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %v) -> (i32) {
      %q = arith.divsi %sum, %a : i32
      scf.yield %q : i32
    }
    %y = arith.addi %x, %s : i32
    memref.store %y, %m[%t] : memref<?xi32>
  } {par.block}
  func.return
}

// In a loop of the thread, a store comes before the load of the next round.
// CHECK-LABEL: func.func @rounds
// CHECK: %[[V:.*]] = memref.load %[[IN:.*]][%c0]
// CHECK: scf.parallel
// CHECK: scf.for
// CHECK-NOT: memref.load %[[IN]]
// CHECK: memref.load %[[M:.*]][%c1]
// CHECK: memref.store %{{.*}}, %[[M]]
func.func @rounds(%in: memref<?xi32> {llvm.noalias}, %m: memref<?xi32>, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    scf.for %i = %c0 to %c64 step %c1 {
      %v = memref.load %in[%c0] : memref<?xi32>
      %w = memref.load %m[%c1] : memref<?xi32>
      %s = arith.addi %v, %w : i32
      memref.store %s, %m[%t] : memref<?xi32>
    }
  } {par.block}
  func.return
}

// What the language says to be of different types is different memory.
#root = #llvm.tbaa_root<id = "Simple C++ TBAA">
#char = #llvm.tbaa_type_desc<id = "omnipotent char", members = {<#root, 0>}>
#float = #llvm.tbaa_type_desc<id = "float", members = {<#char, 0>}>
#int = #llvm.tbaa_type_desc<id = "int", members = {<#char, 0>}>
#char_tag = #llvm.tbaa_tag<base_type = #char, access_type = #char, offset = 0>
#float_tag = #llvm.tbaa_tag<base_type = #float, access_type = #float, offset = 0>
#int_tag = #llvm.tbaa_tag<base_type = #int, access_type = #int, offset = 0>
// CHECK-LABEL: func.func @types
// CHECK: memref.load {{.*}}xf32>
// CHECK: scf.parallel
// CHECK: memref.load {{.*}}xi8>
func.func @types(%x: i32, %in: memref<?xf32>, %bytes: memref<?xi8>, %a: memref<?xi32>, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    memref.store %x, %a[%t] {par.tbaa = [#int_tag]} : memref<?xi32>
    %v = memref.load %in[%c1] {par.tbaa = [#float_tag]} : memref<?xf32>
    %b = memref.load %bytes[%c1] {par.tbaa = [#char_tag]} : memref<?xi8>
    %f = arith.uitofp %b : i8 to f32
    %s = arith.addf %v, %f : f32
    memref.store %s, %out[%t] {par.tbaa = [#float_tag]} : memref<?xf32>
  } {par.block}
  func.return
}

// Each block has shared memory of its own. Copies into private memory change
// nothing that others see.
// CHECK-LABEL: func.func @shared
// CHECK: memref.load
// CHECK: scf.parallel
// CHECK: par.dynamic_shared
// CHECK: llvm.load
// CHECK: scf.parallel
func.func @shared(%in: memref<?xi32>, %p: !llvm.ptr, %out: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %size = arith.constant 4 : i32
  %bytes = arith.constant 16 : i64
  scf.parallel (%b) = (%c0) to (%c64) step (%c1) {
    %shared = par.dynamic_shared : !llvm.ptr
    scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
      %own = llvm.alloca %size x i32 : (i32) -> !llvm.ptr
      "llvm.intr.memcpy"(%own, %p, %bytes) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
      %v = llvm.load %shared : !llvm.ptr -> i32
      %w = memref.load %in[%c1] : memref<?xi32>
      %s = arith.addi %v, %w : i32
      %x = llvm.load %own : !llvm.ptr -> i32
      %y = arith.addi %s, %x : i32
      memref.store %y, %out[%t] : memref<?xi32>
    } {par.block}
  } {par.grid}
  func.return
}

// Constant memory is not what a store meets, or a function that is not known:
// the value of the second load is that of the first.
// CHECK-LABEL: func.func @constant_memory
// CHECK: llvm.mlir.addressof @table {par.constant}
// CHECK: memref.load
// CHECK: scf.parallel
// CHECK: scf.parallel
// CHECK: call @unknown
// CHECK-NOT: memref.load
// CHECK: memref.store
llvm.mlir.global external @table() : !llvm.array<4 x f32>
func.func private @unknown()
func.func @constant_memory(%n: index, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %address = llvm.mlir.addressof @table {par.constant} : !llvm.ptr
  %table = par.view %address : !llvm.ptr -> memref<4xf32>
  scf.parallel (%b) = (%c0) to (%n) step (%c1) {
    scf.parallel (%t) = (%c0) to (%n) step (%c1) {
      %v = memref.load %table[%c1] : memref<4xf32>
      memref.store %v, %out[%t] : memref<?xf32>
      func.call @unknown() : () -> ()
      %w = memref.load %table[%c1] : memref<4xf32>
      memref.store %w, %out[%b] : memref<?xf32>
    } {par.block}
  } {par.grid}
  func.return
}
