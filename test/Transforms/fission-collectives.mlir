// RUN: %heddle-opt --fission %s | FileCheck %s

// A shuffle: every lane's value goes into a buffer, which all read after.
// CHECK-LABEL: func.func @shuffle
// CHECK: %[[B:.*]] = memref.alloca() {{.*}} : memref<32xi32>
// CHECK: scf.parallel
// CHECK:   memref.store %{{.*}}, %[[B]][
// CHECK: {par.block, par.capacity = 32 : i64}
// CHECK: scf.parallel
// CHECK:   memref.load %[[B]][
// CHECK-NOT: par.warp
func.func @shuffle(%m: memref<?xi32>, %lane: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %all = arith.constant -1 : i32
  %true = arith.constant true
  scf.parallel (%l) = (%c0) to (%c32) step (%c1) {
    %v = memref.load %m[%l] : memref<?xi32>
    %r = par.warp shuffle %true, %all, %v from %lane over (%l) : i32 -> i32
    memref.store %r, %m[%l] : memref<?xi32>
  } {par.block, par.capacity = 32 : i64}
  func.return
}

// A vote is counted once, between the loops, and may decide about control flow.
// CHECK-LABEL: func.func @ballot
// CHECK: scf.parallel
// CHECK: %[[SET:.*]] = scf.for {{.*}} iter_args
// CHECK:   arith.shli
// CHECK:   arith.ori
// CHECK: %[[C:.*]] = arith.cmpi ne, %[[SET]], %{{.*}} : i32
// CHECK: scf.if %[[C]] {
// CHECK:   scf.parallel
func.func @ballot(%m: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %all = arith.constant -1 : i32
  %zero = arith.constant 0 : i32
  %true = arith.constant true
  scf.parallel (%l) = (%c0) to (%c32) step (%c1) {
    %v = memref.load %m[%l] : memref<?xi32>
    %set = par.warp ballot %true, %all, %v over (%l) : i32 -> i32
    %any = arith.cmpi ne, %set, %zero : i32
    scf.if %any {
      memref.store %set, %m[%l] : memref<?xi32>
      par.warp sync %true, %all over (%l)
      memref.store %zero, %m[%l] : memref<?xi32>
    }
  } {par.block, par.capacity = 32 : i64}
  func.return
}

// In a loop, no lane brings the next value before all have read this one: the
// read and the next write are in different thread loops.
// CHECK-LABEL: func.func @in_loop
// CHECK: scf.for
// CHECK:   scf.parallel
// CHECK:     memref.store %{{.*}}, %[[B:.*]][
// CHECK:   scf.parallel
// CHECK:     memref.load %[[B]][
// CHECK:   {par.block
// CHECK:   scf.parallel
// CHECK-NOT: %[[B]][
// CHECK:   {par.block
func.func @in_loop(%m: memref<?xi32>, %lane: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c32 = arith.constant 32 : index
  %all = arith.constant -1 : i32
  %true = arith.constant true
  scf.parallel (%l) = (%c0) to (%c32) step (%c1) {
    scf.for %i = %c0 to %c5 step %c1 {
      %v = memref.load %m[%l] : memref<?xi32>
      %r = par.warp shuffle %true, %all, %v from %lane over (%l) : i32 -> i32
      memref.store %r, %m[%l] : memref<?xi32>
    }
  } {par.block, par.capacity = 32 : i64}
  func.return
}

// CHECK-LABEL: func.func @count
// CHECK: scf.parallel
// CHECK: scf.for
// CHECK:   arith.addi
// CHECK: scf.parallel
func.func @count(%m: memref<?xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    %even = arith.cmpi eq, %t, %c1 : index
    %count = par.count %even over (%t)
    memref.store %count, %m[%t] : memref<?xi32>
  } {par.block}
  func.return
}

// Threads that a narrowed loop leaves out have no say.
// CHECK-LABEL: func.func @any_of_narrowed
// CHECK: %[[C7:.*]] = arith.constant 7 : index
// CHECK: scf.parallel ({{.*}}) = (%[[C7]])
// CHECK: scf.for {{.*}} = %[[C7]] to
// CHECK:   arith.ori
func.func @any_of_narrowed(%m: memref<?xi1>) {
  %c7 = arith.constant 7 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scf.parallel (%t) = (%c7) to (%c32) step (%c1) {
    %v = memref.load %m[%t] : memref<?xi1>
    %any = par.any %v over(%t)
    memref.store %any, %m[%t] : memref<?xi1>
  } {par.block}
  func.return
}
