// RUN: %heddle-opt --eliminate-barriers %s | FileCheck %s

// Each thread reads what it wrote.
// CHECK-LABEL: func @own_place
func.func @own_place(%v: f32, %out: memref<16x16xf32>) {
  %a = memref.alloca() : memref<16x16xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  // CHECK-NOT: par.barrier
  scf.parallel (%y, %x) = (%c0, %c0) to (%c16, %c16) step (%c1, %c1) {
    memref.store %v, %a[%y, %x] : memref<16x16xf32>
    par.barrier(%y, %x)
    %r = memref.load %a[%y, %x] : memref<16x16xf32>
    memref.store %r, %out[%y, %x] : memref<16x16xf32>
    scf.reduce
  } {par.block}
  // CHECK: return
  return
}

// Another thread's.
// CHECK-LABEL: func @transposed
func.func @transposed(%v: f32, %out: memref<16x16xf32>) {
  %a = memref.alloca() : memref<16x16xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.parallel (%y, %x) = (%c0, %c0) to (%c16, %c16) step (%c1, %c1) {
    memref.store %v, %a[%y, %x] : memref<16x16xf32>
    // CHECK: par.barrier
    par.barrier(%y, %x)
    %r = memref.load %a[%x, %y] : memref<16x16xf32>
    memref.store %r, %out[%y, %x] : memref<16x16xf32>
    scf.reduce
  } {par.block}
  return
}

// The rows are longer than the block is wide, so that no two threads meet in a
// row; but a thread may reach into the next row.
// CHECK-LABEL: func @long_rows
func.func @long_rows(%v: f32, %out: memref<16x16xf32>) {
  %a = memref.alloca() : memref<16x16xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c12 = arith.constant 12 : index
  %c16 = arith.constant 16 : index
  scf.parallel (%y, %x) = (%c0, %c0) to (%c16, %c16) step (%c1, %c1) {
    memref.store %v, %a[%y, %x] : memref<16x16xf32>
    // CHECK: par.barrier
    par.barrier(%y, %x)
    %i = arith.addi %x, %c12 : index
    %r = memref.load %a[%y, %i] : memref<16x16xf32>
    memref.store %r, %out[%y, %x] : memref<16x16xf32>
    scf.reduce
  } {par.block}
  return
}

// The first half writes, the second reads, and nothing else.
// CHECK-LABEL: func @guards
func.func @guards(%v: f32) {
  %a = memref.alloca() : memref<256xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  %c256 = arith.constant 256 : index
  scf.parallel (%x) = (%c0) to (%c256) step (%c1) {
    %low = arith.cmpi ult, %x, %c128 : index
    scf.if %low {
      memref.store %v, %a[%x] : memref<256xf32>
    }
    // CHECK-NOT: par.barrier
    par.barrier(%x)
    %high = arith.cmpi uge, %x, %c128 : index
    scf.if %high {
      %r = memref.load %a[%x] : memref<256xf32>
      %s = arith.addf %r, %r : f32
      memref.store %s, %a[%x] : memref<256xf32>
    }
    scf.reduce
  } {par.block}
  // CHECK: return
  return
}

// A loop comes round: what is after the barrier is before it, too.
// CHECK-LABEL: func @loop
func.func @loop(%v: f32, %n: index) {
  %a = memref.alloca() : memref<256xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %c255 = arith.constant 255 : index
  scf.parallel (%x) = (%c0) to (%c256) step (%c1) {
    scf.for %k = %c0 to %n step %c1 {
      // CHECK: scf.for
      // CHECK: par.barrier
      %o = arith.subi %c255, %x : index
      %r = memref.load %a[%o] : memref<256xf32>
      par.barrier(%x)
      memref.store %r, %a[%x] : memref<256xf32>
      // CHECK: memref.store
      // CHECK: par.barrier
      par.barrier(%x)
    }
    scf.reduce
  } {par.block}
  return
}

// Two in a row are one.
// CHECK-LABEL: func @twice
func.func @twice(%v: f32, %out: memref<256xf32>) {
  %a = memref.alloca() : memref<256xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %c255 = arith.constant 255 : index
  scf.parallel (%x) = (%c0) to (%c256) step (%c1) {
    memref.store %v, %a[%x] : memref<256xf32>
    // CHECK: par.barrier
    // CHECK-NOT: par.barrier
    par.barrier(%x)
    par.barrier(%x)
    %o = arith.subi %c255, %x : index
    %r = memref.load %a[%o] : memref<256xf32>
    memref.store %r, %out[%x] : memref<256xf32>
    scf.reduce
  } {par.block}
  // CHECK: return
  return
}

// A condition on a number that was cut: nothing is known of it.
// CHECK-LABEL: func.func @cut
// CHECK-NOT: par.barrier
// CHECK: return
func.func @cut(%size: index, %n: i32, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %one = arith.constant 1.0 : f32
  scf.parallel (%x) = (%c0) to (%c16) step (%c1) {
    %low = arith.index_castui %size : index to i32
    %less = arith.cmpi slt, %low, %n : i32
    scf.if %less {
      memref.store %one, %out[%x] : memref<?xf32>
    }
    par.barrier(%x)
    scf.if %less {
      memref.store %one, %out[%x] : memref<?xf32>
    }
    scf.reduce
  } {par.block}
  return
}
