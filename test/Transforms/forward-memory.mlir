// RUN: %heddle-opt --forward-memory %s | FileCheck %s

// The layer of backprop: weights are filled, then multiplied, by the same
// thread each. The store and the load before go.
// CHECK-LABEL: func.func @overwritten
func.func @overwritten(%in: memref<?xf32>, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %a = memref.alloca() : memref<16xf32>
  scf.parallel (%x) = (%c0) to (%c16) step (%c1) {
    // CHECK: %[[V:.*]] = memref.load %arg0
    // CHECK-NEXT: par.barrier
    // CHECK-NEXT: %[[D:.*]] = arith.addf %[[V]], %[[V]]
    // CHECK-NEXT: memref.store %[[D]], %{{.*}}[%{{.*}}] : memref<16xf32>
    %v = memref.load %in[%x] : memref<?xf32>
    memref.store %v, %a[%x] : memref<16xf32>
    par.barrier(%x)
    %w = memref.load %a[%x] : memref<16xf32>
    %d = arith.addf %w, %w : f32
    memref.store %d, %a[%x] : memref<16xf32>
    par.barrier(%x)
    // CHECK: par.barrier
    // CHECK: %[[R:.*]] = memref.load %{{.*}} : memref<16xf32>
    // CHECK: memref.store %[[R]], %arg1
    %i = arith.subi %c16, %x : index
    %r = memref.load %a[%i] : memref<16xf32>
    memref.store %r, %out[%x] : memref<?xf32>
    scf.reduce
  } {par.block}
  return
}

// The store stays for other threads, so the value is better read again than
// kept in a buffer.
// CHECK-LABEL: func.func @kept
func.func @kept(%in: memref<?xf32>, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %a = memref.alloca() : memref<16xf32>
  scf.parallel (%x) = (%c0) to (%c16) step (%c1) {
    %v = memref.load %in[%x] : memref<?xf32>
    // CHECK: memref.store %{{.*}} : memref<16xf32>
    memref.store %v, %a[%x] : memref<16xf32>
    par.barrier(%x)
    // CHECK: memref.load %{{.*}} : memref<16xf32>
    // CHECK: memref.load %{{.*}} : memref<16xf32>
    // CHECK-NOT: memref.load
    %w = memref.load %a[%x] : memref<16xf32>
    %i = arith.subi %c15, %x : index
    %u = memref.load %a[%i] : memref<16xf32>
    %again = memref.load %a[%x] : memref<16xf32>
    %s = arith.addf %w, %u : f32
    %t = arith.addf %s, %again : f32
    memref.store %t, %out[%x] : memref<?xf32>
    scf.reduce
  } {par.block}
  return
}

// Another thread may have written there in between.
// CHECK-LABEL: func.func @changed
func.func @changed(%in: memref<?xf32>, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %a = memref.alloca() : memref<16xf32>
  scf.parallel (%x) = (%c0) to (%c16) step (%c1) {
    memref.store %zero, %a[%x] : memref<16xf32>
    par.barrier(%x)
    %i = arith.subi %c15, %x : index
    memref.store %one, %a[%i] : memref<16xf32>
    par.barrier(%x)
    // CHECK: %[[R:.*]] = memref.load %{{.*}} : memref<16xf32>
    // CHECK: memref.store %[[R]], %arg1
    %r = memref.load %a[%x] : memref<16xf32>
    memref.store %r, %out[%x] : memref<?xf32>
    scf.reduce
  } {par.block}
  return
}

// Several threads may have stored there before they met.
// CHECK-LABEL: func.func @elected
func.func @elected(%keys: memref<?xindex>, %out: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %a = memref.alloca() : memref<16xindex>
  scf.parallel (%x) = (%c0) to (%c16) step (%c1) {
    %k = memref.load %keys[%x] : memref<?xindex>
    memref.store %x, %a[%k] : memref<16xindex>
    par.barrier(%x)
    // CHECK: par.barrier
    // CHECK: %[[R:.*]] = memref.load %{{.*}} : memref<16xindex>
    // CHECK: memref.store %[[R]], %arg1
    %r = memref.load %a[%k] : memref<16xindex>
    memref.store %r, %out[%x] : memref<?xindex>
    scf.reduce
  } {par.block}
  return
}

// The same in a loop whose iterations end with a barrier.
// CHECK-LABEL: func.func @elected_in_turns
func.func @elected_in_turns(%keys: memref<?xindex>, %out: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %a = memref.alloca() : memref<16xindex>
  scf.parallel (%x) = (%c0) to (%c16) step (%c1) {
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %i, %a[%x] : memref<16xindex>
      par.barrier(%x)
      // CHECK: par.barrier
      // CHECK: %[[R:.*]] = memref.load %{{.*}} : memref<16xindex>
      // CHECK: memref.store %[[R]], %arg1
      %r = memref.load %a[%x] : memref<16xindex>
      memref.store %r, %out[%x] : memref<?xindex>
      // Before the next store of some threads.
      %k = memref.load %keys[%x] : memref<?xindex>
      memref.store %x, %a[%k] : memref<16xindex>
    }
    scf.reduce
  } {par.block}
  return
}

// Lanes synchronise too.
// CHECK-LABEL: func.func @lanes
func.func @lanes(%keys: memref<?xindex>, %out: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %true = arith.constant true
  %mask = arith.constant -1 : i32
  %a = memref.alloca() : memref<16xindex>
  %b = memref.alloca() : memref<16xindex>
  scf.parallel (%x) = (%c0) to (%c16) step (%c1) {
    %k = memref.load %keys[%x] : memref<?xindex>
    memref.store %x, %a[%k] : memref<16xindex>
    memref.store %k, %b[%x] : memref<16xindex>
    %w = par.warp active %true, %mask over() -> i32
    // CHECK: %[[K:.*]] = memref.load %arg0
    // CHECK: par.warp
    // CHECK: %[[R:.*]] = memref.load %{{.*}} : memref<16xindex>
    // CHECK: arith.addi %[[R]], %[[K]]
    %r = memref.load %a[%k] : memref<16xindex>
    %s = memref.load %b[%x] : memref<16xindex>
    %sum = arith.addi %r, %s : index
    memref.store %sum, %out[%x] : memref<?xindex>
    scf.reduce
  } {par.block}
  return
}

// Memory that is never read.
// CHECK-LABEL: func.func @unread
func.func @unread(%out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %one = arith.constant 1.0 : f32
  // CHECK-NOT: memref.alloca
  scf.parallel (%b) = (%c0) to (%c16) step (%c1) {
    %a = memref.alloca() : memref<16xf32>
    scf.parallel (%x) = (%c0) to (%c16) step (%c1) {
      memref.store %one, %a[%x] : memref<16xf32>
      par.barrier(%x)
      // CHECK: memref.store %{{.*}}, %arg0
      %r = memref.load %a[%x] : memref<16xf32>
      memref.store %r, %out[%x] : memref<?xf32>
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid}
  return
}
