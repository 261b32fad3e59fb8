// RUN: %heddle-opt --uplift-loops %s | FileCheck %s

// The nest's check sees to it that the step is positive and does not wrap.
// CHECK-LABEL: func.func @grid_stride
// CHECK: %[[POSITIVE:.*]] = arith.cmpi sgt
// CHECK: %[[BOTH:.*]] = arith.andi %arg4, %[[POSITIVE]]
// CHECK: %[[FITS:.*]] = arith.cmpi sle
// CHECK: %[[ALL:.*]] = arith.andi %[[BOTH]], %[[FITS]]
// CHECK: scf.if %[[ALL]]
// CHECK: scf.for
// CHECK-NOT: scf.while
// CHECK: par.shape
func.func @grid_stride(%m: memref<?xf32>, %x: f32, %n: i32, %step: i32, %is: i1, %g: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.if %is {
    scf.parallel (%b) = (%c0) to (%g) step (%c1) {
      scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
        %start = arith.index_castui %t : index to i32
        %end = scf.while (%i = %start) : (i32) -> i32 {
          %more = arith.cmpi slt, %i, %n : i32
          scf.condition(%more) %i : i32
        } do {
        ^bb0(%i: i32):
          %at = arith.index_cast %i : i32 to index
          memref.store %x, %m[%at] : memref<?xf32>
          %next = arith.addi %i, %step : i32
          scf.yield %next : i32
        }
        scf.reduce
      } {par.block}
      scf.reduce
    } {par.grid, par.shape = "64x1x1"}
  }
  return
}

// A step that is a constant once the block's size is.
// CHECK-LABEL: func.func @block_stride
// CHECK: scf.if
// CHECK: scf.for
// CHECK-NOT: scf.while
// CHECK: par.shape
func.func @block_stride(%m: memref<?xf32>, %x: f32, %is: i1, %g: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %step = arith.constant 64 : i32
  %n = arith.constant 100 : i32
  scf.if %is {
    scf.parallel (%b) = (%c0) to (%g) step (%c1) {
      scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
        %start = arith.index_castui %t : index to i32
        %end = scf.while (%i = %start) : (i32) -> i32 {
          %more = arith.cmpi slt, %i, %n : i32
          scf.condition(%more) %i : i32
        } do {
        ^bb0(%i: i32):
          %at = arith.index_cast %i : i32 to index
          memref.store %x, %m[%at] : memref<?xf32>
          %next = arith.addi %i, %step : i32
          scf.yield %next : i32
        }
        scf.reduce
      } {par.block}
      scf.reduce
    } {par.grid, par.shape = "64x1x1"}
  }
  return
}

// No check could hold: the last sum wraps.
// CHECK-LABEL: func.func @wraps
// CHECK: scf.while
func.func @wraps(%m: memref<?xf32>, %x: f32, %is: i1, %g: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %step = arith.constant 64 : i32
  %n = arith.constant 2147483647 : i32
  scf.if %is {
    scf.parallel (%b) = (%c0) to (%g) step (%c1) {
      scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
        %start = arith.index_castui %t : index to i32
        %end = scf.while (%i = %start) : (i32) -> i32 {
          %more = arith.cmpi slt, %i, %n : i32
          scf.condition(%more) %i : i32
        } do {
        ^bb0(%i: i32):
          %at = arith.index_cast %i : i32 to index
          memref.store %x, %m[%at] : memref<?xf32>
          %next = arith.addi %i, %step : i32
          scf.yield %next : i32
        }
        scf.reduce
      } {par.block}
      scf.reduce
    } {par.grid, par.shape = "64x1x1"}
  }
  return
}

// Without signs, and to an end that each block has for itself: as long as the
// last sum does not wrap.
// CHECK-LABEL: func.func @unsigned
// CHECK: scf.parallel
// CHECK: %[[FITS:.*]] = arith.cmpi ule, %{{.*}}, %c-64_i32
// CHECK: scf.if %[[FITS]] -> (i32, f32) {
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %c64{{.*}} iter_args
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[I]]]
// CHECK: } else {
// CHECK: scf.while
func.func @unsigned(%m: memref<?xf32>, %ends: memref<?xi32>, %x: f32, %is: i1, %g: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %step = arith.constant 64 : i32
  scf.if %is {
    scf.parallel (%b) = (%c0) to (%g) step (%c1) {
      %n = memref.load %ends[%b] : memref<?xi32>
      scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
        %start = arith.index_castui %t : index to i32
        %end:2 = scf.while (%i = %start, %s = %x) : (i32, f32) -> (i32, f32) {
          %more = arith.cmpi ult, %i, %n : i32
          scf.condition(%more) %i, %s : i32, f32
        } do {
        ^bb0(%i: i32, %s: f32):
          %at = arith.index_castui %i : i32 to index
          memref.store %s, %m[%at] : memref<?xf32>
          %twice = arith.addf %s, %s : f32
          %next = arith.addi %i, %step : i32
          scf.yield %next, %twice : i32, f32
        }
        memref.store %end#1, %m[%t] : memref<?xf32>
        scf.reduce
      } {par.block}
      scf.reduce
    } {par.grid, par.shape = "64x1x1"}
  }
  return
}

// To the limit and not further: the check is the same.
// CHECK-LABEL: func.func @inclusive
// CHECK: arith.cmpi sgt
// CHECK: arith.cmpi sle
// CHECK: %[[END:.*]] = arith.addi %arg2, %{{.*}} overflow<nsw> : i32
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[END]]
// CHECK-NOT: scf.while
// CHECK: par.shape
func.func @inclusive(%m: memref<?xf32>, %x: f32, %n: i32, %step: i32, %is: i1, %g: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.if %is {
    scf.parallel (%b) = (%c0) to (%g) step (%c1) {
      scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
        %start = arith.index_castui %t : index to i32
        %end = scf.while (%i = %start) : (i32) -> i32 {
          %more = arith.cmpi sle, %i, %n : i32
          scf.condition(%more) %i : i32
        } do {
        ^bb0(%i: i32):
          %at = arith.index_cast %i : i32 to index
          memref.store %x, %m[%at] : memref<?xf32>
          %next = arith.addi %i, %step : i32
          scf.yield %next : i32
        }
        scf.reduce
      } {par.block}
      scf.reduce
    } {par.grid, par.shape = "64x1x1"}
  }
  return
}

// Without signs, in more bits.
// CHECK-LABEL: func.func @inclusive_unsigned
// CHECK: %[[MOST:.*]] = arith.constant -2 : i32
// CHECK: arith.cmpi ule, %arg2, %[[MOST]]
// CHECK: %[[LIMIT:.*]] = arith.index_castui %arg2
// CHECK: %[[END:.*]] = arith.addi %[[LIMIT]],
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[END]]
// CHECK: scf.while
func.func @inclusive_unsigned(%m: memref<?xf32>, %x: f32, %n: i32, %is: i1, %g: index, %start: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %step = arith.constant 1 : i32
  scf.if %is {
    scf.parallel (%b) = (%c0) to (%g) step (%c1) {
      scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
        %end = scf.while (%i = %start) : (i32) -> i32 {
          %more = arith.cmpi ule, %i, %n : i32
          scf.condition(%more) %i : i32
        } do {
        ^bb0(%i: i32):
          %at = arith.index_cast %i : i32 to index
          memref.store %x, %m[%at] : memref<?xf32>
          %next = arith.addi %i, %step : i32
          scf.yield %next : i32
        }
        scf.reduce
      } {par.block}
      scf.reduce
    } {par.grid, par.shape = "64x1x1"}
  }
  return
}

// It begins at 0 or above: under the check, it may as well have a sign.
// CHECK-LABEL: func.func @unsigned_stride
// CHECK: arith.cmpi sgt
// CHECK: arith.cmpi sge
// CHECK: arith.cmpi slt, %{{.*}}, %c4611686018427387904
// CHECK: arith.cmpi slt, %{{.*}}, %c4611686018427387904
// CHECK: scf.if
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %arg2 step %arg3 : i64
// CHECK-NOT: scf.while
// CHECK: par.shape
func.func @unsigned_stride(%m: memref<?xf32>, %x: f32, %n: i64, %step: i64, %is: i1, %g: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.if %is {
    scf.parallel (%b) = (%c0) to (%g) step (%c1) {
      scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
        %sum = arith.addi %b, %t overflow<nsw> : index
        %start = arith.index_cast %sum : index to i64
        %end = scf.while (%i = %start) : (i64) -> i64 {
          %more = arith.cmpi ult, %i, %n : i64
          scf.condition(%more) %i : i64
        } do {
        ^bb0(%i: i64):
          %at = arith.index_cast %i : i64 to index
          memref.store %x, %m[%at] : memref<?xf32>
          %next = arith.addi %i, %step : i64
          scf.yield %next : i64
        }
        scf.reduce
      } {par.block}
      scf.reduce
    } {par.grid, par.shape = "64x1x1"}
  }
  return
}
