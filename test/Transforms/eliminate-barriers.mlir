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

// Merged blocks have more than 1024 threads: thread 2000 reads what thread 0
// has stored.
// CHECK-LABEL: func.func @merged
// CHECK: par.barrier
func.func @merged(%blocks: index, %v: f32, %out: memref<?xf32>) {
  %a = memref.alloca() : memref<8192xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %c2000 = arith.constant 2000 : index
  %threads = arith.muli %blocks, %c256 : index
  scf.parallel (%x) = (%c0) to (%threads) step (%c1) {
    %o = arith.addi %x, %c2000 : index
    memref.store %v, %a[%o] : memref<8192xf32>
    par.barrier(%x)
    %r = memref.load %a[%x] : memref<8192xf32>
    memref.store %r, %out[%x] : memref<?xf32>
    scf.reduce
  } {par.block}
  return
}

// A bit that is extended with its sign is 0 or -1, not 0 or 1: this may be what
// the thread before has stored.
// CHECK-LABEL: func.func @sign_of_bit
// CHECK: par.barrier
func.func @sign_of_bit(%bits: memref<256xi1>, %v: f32) {
  %a = memref.alloca() : memref<1024xf32>
  %out = memref.alloca() : memref<256xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c256 = arith.constant 256 : index
  scf.parallel (%x) = (%c0) to (%c256) step (%c1) {
    %bit = memref.load %bits[%x] : memref<256xi1>
    %first = arith.muli %x, %c3 : index
    %last = arith.addi %first, %c2 : index
    memref.store %v, %a[%last] : memref<1024xf32>
    par.barrier(%x)
    %d = arith.extsi %bit : i1 to i32
    %i = arith.index_cast %d : i32 to index
    %at = arith.addi %first, %i : index
    %r = memref.load %a[%at] : memref<1024xf32>
    memref.store %r, %out[%x] : memref<256xf32>
    scf.reduce
  } {par.block}
  return
}

// A loop with an unsigned comparison: as a signed number, its counter may be
// negative.
// CHECK-LABEL: func.func @unsigned_loop
// CHECK: par.barrier
func.func @unsigned_loop(%n: i32, %v: f32, %p: memref<?xf32>) {
  %out = memref.alloca() : memref<16xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.parallel (%x) = (%c0) to (%c16) step (%c1) {
    scf.for unsigned %i = %zero to %n step %one : i32 {
      %o = arith.index_cast %i : i32 to index
      memref.store %v, %p[%o] : memref<?xf32>
    }
    par.barrier(%x)
    %minus = arith.subi %c0, %x : index
    %at = arith.subi %minus, %c1 : index
    %r = memref.load %p[%at] : memref<?xf32>
    memref.store %r, %out[%x] : memref<16xf32>
    scf.reduce
  } {par.block}
  return
}

// A pointer that a loop carries is another one in each thread: one thread's
// element 1 may be the next thread's element 0.
// CHECK-LABEL: func.func @carried_pointer
// CHECK-COUNT-2: par.barrier
func.func @carried_pointer(%v: f32) {
  %a = memref.alloca() : memref<512xf32>
  %out = memref.alloca() : memref<256xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c256 = arith.constant 256 : index
  %base = par.pointer %a : memref<512xf32> -> !llvm.ptr
  scf.parallel (%x) = (%c0) to (%c256) step (%c1) {
    %t = arith.index_cast %x : index to i64
    %own = llvm.getelementptr %base[%t] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    scf.for %k = %c0 to %c8 step %c1 iter_args(%p = %own) -> (!llvm.ptr) {
      llvm.store %v, %p : f32, !llvm.ptr
      par.barrier(%x)
      %q = llvm.getelementptr %p[1] : (!llvm.ptr) -> !llvm.ptr, f32
      %r = llvm.load %q : !llvm.ptr -> f32
      memref.store %r, %out[%x] : memref<256xf32>
      par.barrier(%x)
      scf.yield %q : !llvm.ptr
    }
    scf.reduce
  } {par.block}
  return
}

// Without the barrier, the loop would be dead code, even if it is endless.
// CHECK-LABEL: func.func @endless
// CHECK: scf.while
// CHECK: par.barrier
func.func @endless(%p: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0 : i32
  scf.parallel (%x) = (%c0) to (%c64) step (%c1) {
    scf.while : () -> () {
      par.barrier(%x)
      %v = memref.load %p[%c0] : memref<64xi32>
      %more = arith.cmpi eq, %v, %zero : i32
      scf.condition(%more)
    } do {
      scf.yield
    }
    scf.reduce
  } {par.block}
  return
}

// Another block that sees the flag sees what all threads have stored before the
// barrier. A relaxed update promises nothing.
// CHECK-LABEL: func.func @release
// CHECK: par.barrier
// CHECK: release
// CHECK-LABEL: func.func @relaxed
// CHECK-NOT: par.barrier
func.func @release(%v: f32, %one: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %data = llvm.mlir.addressof @data : !llvm.ptr
  %flag = llvm.mlir.addressof @flag : !llvm.ptr
  %a = par.view %data : !llvm.ptr -> memref<256xf32>
  scf.parallel (%x) = (%c0) to (%c256) step (%c1) {
    memref.store %v, %a[%x] : memref<256xf32>
    par.barrier(%x)
    %first = arith.cmpi eq, %x, %c0 : index
    scf.if %first {
      %old = llvm.atomicrmw add %flag, %one release : !llvm.ptr, i32
    }
    scf.reduce
  } {par.block}
  return
}
func.func @relaxed(%v: f32, %one: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %data = llvm.mlir.addressof @data : !llvm.ptr
  %flag = llvm.mlir.addressof @flag : !llvm.ptr
  %a = par.view %data : !llvm.ptr -> memref<256xf32>
  scf.parallel (%x) = (%c0) to (%c256) step (%c1) {
    memref.store %v, %a[%x] : memref<256xf32>
    par.barrier(%x)
    %first = arith.cmpi eq, %x, %c0 : index
    scf.if %first {
      %old = llvm.atomicrmw add %flag, %one monotonic : !llvm.ptr, i32
    }
    scf.reduce
  } {par.block}
  return
}
llvm.mlir.global internal @data() : !llvm.array<256 x f32> {
  %0 = llvm.mlir.undef : !llvm.array<256 x f32>
  llvm.return %0 : !llvm.array<256 x f32>
}
llvm.mlir.global internal @flag(0 : i32) : i32
