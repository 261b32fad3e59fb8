// RUN: %heddle-opt --form-lanes %s | FileCheck %s

// Threads read neighbouring places in each iteration of their own loop: a tile
// of them runs it together.
// CHECK-LABEL: func.func @columns
// CHECK: scf.for %[[V:.*]] = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK: scf.parallel (%[[L:.*]]) =
// CHECK: arith.addi %[[V]], %[[L]]
// CHECK: scf.for
// CHECK-NEXT: par.barrier(%[[L]])
// CHECK: {par.block, par.capacity = 256 : i64}
func.func @columns(%m: memref<?x256xf32>, %out: memref<256xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant 0.0 : f32
  scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f32 {
      %v = memref.load %m[%i, %t] : memref<?x256xf32>
      %next = arith.addf %s, %v : f32
      scf.yield %next : f32
    }
    memref.store %sum, %out[%t] : memref<256xf32>
    scf.reduce
  } {par.block}
  return
}

// Rows are far apart: each access would be a gather.
// CHECK-LABEL: func.func @rows
// CHECK-NOT: par.barrier
// CHECK: return
func.func @rows(%m: memref<256x64xf32>, %out: memref<256xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant 0.0 : f32
  scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f32 {
      %v = memref.load %m[%t, %i] : memref<256x64xf32>
      %next = arith.addf %s, %v : f32
      scf.yield %next : f32
    }
    memref.store %sum, %out[%t] : memref<256xf32>
    scf.reduce
  } {par.block}
  return
}

// A product of tiles: rows, too, run together, as many as fill the registers.
// CHECK-LABEL: func.func @tiles
// CHECK: scf.parallel (%[[Y:.*]], %[[X:.*]]) = (%{{.*}}, %{{.*}}) to (%c16{{.*}}, %c16{{.*}})
// CHECK: scf.for
// CHECK-NEXT: par.barrier(%[[Y]], %[[X]])
func.func @tiles(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %out: memref<16x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%c1, %c16, %c16) step (%c1, %c1, %c1) {
    %sum = scf.for %i = %c0 to %c16 step %c1 iter_args(%s = %zero) -> f32 {
      %v = memref.load %a[%y, %i] : memref<16x16xf32>
      %w = memref.load %b[%i, %x] : memref<16x16xf32>
      %p = arith.mulf %v, %w : f32
      %next = arith.addf %s, %p : f32
      scf.yield %next : f32
    }
    memref.store %sum, %out[%y, %x] : memref<16x16xf32>
    scf.reduce
  } {par.block}
  return
}

// An atomic keeps the lanes from being a vector, but threads that run one after
// the other would fetch each line of memory again and again.
// CHECK-LABEL: func.func @counts
// CHECK: scf.parallel (%[[L:.*]]) =
// CHECK: scf.for
// CHECK-NEXT: par.barrier(%[[L]])
func.func @counts(%m: memref<?xi32>, %bins: !llvm.ptr, %n: index, %step: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %one = arith.constant 1 : i32
  scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
    scf.for %k = %c0 to %n step %c1 {
      %done = arith.muli %k, %step : index
      %i = arith.addi %t, %done : index
      %v = memref.load %m[%i] : memref<?xi32>
      %bin = llvm.getelementptr %bins[%v] : (!llvm.ptr, i32) -> !llvm.ptr, i32
      %old = llvm.atomicrmw add %bin, %one monotonic : !llvm.ptr, i32
    }
    scf.reduce
  } {par.block}
  return
}

// Whoever waits in a loop may wait for a thread that waits for this one.
// CHECK-LABEL: func.func @lock
// CHECK-NOT: par.barrier
// CHECK: return
func.func @lock(%m: memref<?xi32>, %locks: !llvm.ptr, %n: index, %step: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
    %end = scf.while (%k = %c0) : (index) -> index {
      %done = arith.muli %k, %step : index
      %i = arith.addi %t, %done : index
      %v = memref.load %m[%i] : memref<?xi32>
      %lock = llvm.getelementptr %locks[%v] : (!llvm.ptr, i32) -> !llvm.ptr, i32
      %old = llvm.atomicrmw xchg %lock, %one acquire : !llvm.ptr, i32
      %held = arith.cmpi ne, %old, %zero : i32
      scf.condition(%held) %k : index
    } do {
    ^bb0(%k: index):
      %next = arith.addi %k, %c1 : index
      scf.yield %next : index
    }
    scf.reduce
  } {par.block}
  return
}

// Lists of different lengths, whose elements lie anywhere: lanes would wait for
// the longest and gain nothing. What stays in one place is near, however often
// it is read.
// CHECK-LABEL: func.func @lists
// CHECK-NOT: par.barrier
// CHECK: return
func.func @lists(%begins: memref<?xindex>, %lists: memref<?xindex>, %seen: memref<?xi8>, %out: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant 0 : i8
  %one = arith.constant 1 : i32
  scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
    %first = memref.load %begins[%t] : memref<?xindex>
    %next = arith.addi %t, %c1 : index
    %end = scf.while (%i = %first) : (index) -> index {
      %last = memref.load %begins[%next] : memref<?xindex>
      %goes = arith.cmpi slt, %i, %last : index
      scf.condition(%goes) %i : index
    } do {
    ^bb0(%i: index):
      %other = memref.load %lists[%i] : memref<?xindex>
      %flag = memref.load %seen[%other] : memref<?xi8>
      %is = arith.cmpi eq, %flag, %zero : i8
      scf.if %is {
        %own = memref.load %out[%t] : memref<?xi32>
        %sum = arith.addi %own, %one : i32
        memref.store %sum, %out[%other] : memref<?xi32>
      }
      %more = arith.addi %i, %c1 : index
      scf.yield %more : index
    }
    scf.reduce
  } {par.block}
  return
}

// A product of two rows from where the thread says to where it says: two places
// for a multiplication that each lane has to fetch by itself, while some wait.
// CHECK-LABEL: func.func @windows
// CHECK-NOT: par.barrier
// CHECK: return
func.func @windows(%a: memref<?xf32>, %b: memref<?xf32>, %from: memref<?xindex>, %to: memref<?xindex>, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant 0.0 : f32
  scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
    %begin = memref.load %from[%t] : memref<?xindex>
    %end = memref.load %to[%t] : memref<?xindex>
    %sum = scf.for %i = %begin to %end step %c1 iter_args(%s = %zero) -> f32 {
      %u = arith.muli %i, %c256 : index
      %v = arith.addi %u, %c1 : index
      %w = arith.subi %end, %i : index
      %z = arith.muli %w, %c256 : index
      %q = arith.addi %z, %c1 : index
      %x = memref.load %a[%v] : memref<?xf32>
      %y = memref.load %b[%q] : memref<?xf32>
      %x2 = arith.mulf %x, %x : f32
      %y2 = arith.mulf %y, %y : f32
      %x3 = arith.addf %x, %x2 : f32
      %y3 = arith.addf %y, %y2 : f32
      %p = arith.mulf %x3, %y3 : f32
      %r = arith.addf %s, %p : f32
      scf.yield %r : f32
    }
    memref.store %sum, %out[%t] : memref<?xf32>
    scf.reduce
  } {par.block}
  return
}

// A thread's own array has a place for each lane, those of an element together.
// CHECK-LABEL: func.func @array
// CHECK: %[[A:.*]] = memref.alloca() {{.*}} : memref<8x[[W:[0-9]+]]xf32>
// CHECK: scf.parallel (%[[L:.*]]) =
// CHECK: scf.for
// CHECK: scf.for %[[K:[a-z0-9]+]] =
// CHECK: par.barrier(%[[L]])
// CHECK: memref.load %[[A]][%[[K]], %[[L]]] : memref<8x[[W]]xf32>
// CHECK: memref.store {{.*}}, %[[A]][%[[K]], %[[L]]]
// CHECK-NOT: llvm.alloca
// CHECK: return
func.func @array(%m: memref<?xf32>, %steps: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %one = arith.constant 1 : i32
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    %p = llvm.alloca %one x !llvm.array<8 x f32> : (i32) -> !llvm.ptr
    %v = par.view %p : !llvm.ptr -> memref<8xf32>
    %x = memref.load %m[%t] : memref<?xf32>
    scf.for %s = %c0 to %steps step %c1 {
      scf.for %k = %c0 to %c8 step %c1 {
        %a = memref.load %v[%k] : memref<8xf32>
        %b = arith.addf %a, %x : f32
        %c = arith.mulf %b, %a : f32
        memref.store %c, %v[%k] : memref<8xf32>
      }
    }
    %r = memref.load %v[%c0] : memref<8xf32>
    memref.store %r, %m[%t] : memref<?xf32>
    scf.reduce
  } {par.block}
  return
}

// Not if all loops can be unrolled, or somebody may know where the array is.
// CHECK-LABEL: func.func @own
// CHECK: llvm.alloca
// CHECK-NOT: par.barrier
// CHECK: llvm.alloca
// CHECK-NOT: par.barrier
// CHECK: return
func.func @own(%m: memref<?xf32>, %steps: index, %q: !llvm.ptr) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %one = arith.constant 1 : i32
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    %p = llvm.alloca %one x !llvm.array<8 x f32> : (i32) -> !llvm.ptr
    %v = par.view %p : !llvm.ptr -> memref<8xf32>
    %x = memref.load %m[%t] : memref<?xf32>
    scf.for %k = %c0 to %c8 step %c1 {
      %a = memref.load %v[%k] : memref<8xf32>
      %b = arith.addf %a, %x : f32
      memref.store %b, %v[%k] : memref<8xf32>
    }
    scf.reduce
  } {par.block}
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    %p = llvm.alloca %one x !llvm.array<8 x f32> : (i32) -> !llvm.ptr
    %v = par.view %p : !llvm.ptr -> memref<8xf32>
    llvm.store %p, %q : !llvm.ptr, !llvm.ptr
    %x = memref.load %m[%t] : memref<?xf32>
    scf.for %k = %c0 to %steps step %c1 {
      %a = memref.load %v[%k] : memref<8xf32>
      %b = arith.addf %a, %x : f32
      memref.store %b, %v[%k] : memref<8xf32>
    }
    scf.reduce
  } {par.block}
  return
}

// A few turns over what lies evenly along the threads are written out.
// CHECK-LABEL: func.func @few
// CHECK-NOT: scf.for
// CHECK-COUNT-3: arith.addf
// CHECK-NOT: arith.addf
// CHECK: return
func.func @few(%a: memref<?xf32>, %b: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant 0.0 : f32
  scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
    %first = arith.muli %t, %c3 overflow<nsw> : index
    %sum = scf.for %k = %c0 to %c3 step %c1 iter_args(%s = %zero) -> f32 {
      %i = arith.addi %first, %k overflow<nsw> : index
      %v = memref.load %a[%i] : memref<?xf32>
      %n = arith.addf %s, %v : f32
      scf.yield %n : f32
    }
    memref.store %sum, %b[%t] : memref<?xf32>
  } {par.block}
  return
}
