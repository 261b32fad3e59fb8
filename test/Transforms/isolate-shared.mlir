// RUN: %heddle-opt --isolate-shared %s | FileCheck %s

// Each place is touched by one iteration.
// CHECK-LABEL: func.func @places
// CHECK: par.barrier
// CHECK: scf.for
// CHECK: } {par.shared_out}
// CHECK-NEXT: par.barrier
func.func @places(%m: memref<?xf32>, %shared: memref<25x25xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %n = arith.constant 625 : i32
  %w = arith.constant 25 : i32
  %step = arith.constant 64 : i32
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    memref.store %x, %m[%t] : memref<?xf32>
    par.barrier(%t)
    %start = arith.index_castui %t : index to i32
    scf.for %i = %start to %n step %step : i32 {
      %r = arith.divsi %i, %w : i32
      %c = arith.remsi %i, %w : i32
      %row = arith.index_cast %r : i32 to index
      %column = arith.index_cast %c : i32 to index
      memref.store %x, %shared[%row, %column] : memref<25x25xf32>
    }
    scf.reduce
  } {par.block}
  return
}

// A thread reads what it wrote one round before.
// CHECK-LABEL: func.func @recurrence
// CHECK-NOT: par.shared_out
// CHECK: return
func.func @recurrence(%m: memref<?xf32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %step = arith.constant 64 : i32
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    %start = arith.index_castui %t : index to i32
    scf.for %i = %start to %n step %step : i32 {
      %at = arith.index_cast %i : i32 to index
      %next = arith.addi %at, %c64 : index
      %v = memref.load %m[%at] : memref<?xf32>
      memref.store %v, %m[%next] : memref<?xf32>
    }
    scf.reduce
  } {par.block}
  return
}

// Of several iterations that write to one place the last one wins.
// CHECK-LABEL: func.func @last
// CHECK-NOT: par.shared_out
// CHECK: return
func.func @last(%m: memref<?xi32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %step = arith.constant 64 : i32
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    %start = arith.index_castui %t : index to i32
    scf.for %i = %start to %n step %step : i32 {
      %at = arith.remui %i, %step : i32
      %place = arith.index_cast %at : i32 to index
      memref.store %i, %m[%place] : memref<?xi32>
    }
    scf.reduce
  } {par.block}
  return
}

// What a thread has computed for itself.
// CHECK-LABEL: func.func @own
// CHECK-NOT: par.shared_out
// CHECK: return
func.func @own(%m: memref<?xf32>, %in: memref<?xf32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %step = arith.constant 64 : i32
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    %v = memref.load %in[%t] : memref<?xf32>
    par.barrier(%t)
    %start = arith.index_castui %t : index to i32
    scf.for %i = %start to %n step %step : i32 {
      %at = arith.index_cast %i : i32 to index
      memref.store %v, %m[%at] : memref<?xf32>
    }
    scf.reduce
  } {par.block}
  return
}

// What does not hang on the carried value goes first, and is kept.
// CHECK-LABEL: func.func @largest
// CHECK: %[[KEPT:.*]] = memref.alloca() {{.*}} : memref<100xf32>
// CHECK: par.barrier
// CHECK: scf.for
// CHECK: scf.for
// CHECK: memref.store %{{.*}}, %[[KEPT]]
// CHECK: } {par.shared_out}
// CHECK-NEXT: par.barrier
// CHECK: scf.for {{.*}} iter_args
// CHECK: memref.load %[[KEPT]]
// CHECK-NOT: memref.load
// CHECK: arith.maximumf
func.func @largest(%m: memref<100x100xf32>, %out: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c100 = arith.constant 100 : index
  %n = arith.constant 100 : i32
  %step = arith.constant 64 : i32
  %zero = arith.constant 0.0 : f32
  scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
    %start = arith.index_castui %t : index to i32
    par.barrier(%t)
    %most = scf.for %i = %start to %n step %step iter_args(%old = %zero) -> f32 : i32 {
      %at = arith.index_cast %i : i32 to index
      %sum = scf.for %k = %c0 to %c100 step %c1 iter_args(%s = %zero) -> f32 {
        %v = memref.load %m[%at, %k] : memref<100x100xf32>
        %next = arith.addf %s, %v : f32
        scf.yield %next : f32
      }
      %new = arith.maximumf %old, %sum : f32
      scf.yield %new : f32
    }
    memref.store %most, %out[%t] : memref<64xf32>
    scf.reduce
  } {par.block}
  return
}
