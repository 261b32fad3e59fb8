// RUN: %heddle-opt --print-shapes="lanes=4 multiple=true" -verify-diagnostics -split-input-file %s -o /dev/null

// Branches and loops that keep unsigned sums from wrapping.
func.func @guarded(%a: memref<?xf32>, %size: index, %n: i32) {
  par.for block %s (%x) in (%size) race_free {
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %t = arith.index_castui %x : index to i32
    %low = arith.constant 64 : i32
    %k = arith.addi %low, %t : i32
    // Nothing is known of `k + 1` here.
    %no = arith.addi %k, %c1 : i32
    %index = arith.index_castui %no : i32 to index
    // expected-remark @below {{load: varying}}
    %0 = memref.load %a[%index] : memref<?xf32>

    // k < n: k + 1, and n - 1 - k, and n - k.
    %isBelow = arith.cmpi ult, %k, %n : i32
    // expected-remark @below {{branch: divergent}}
    scf.if %isBelow {
      %next = arith.addi %k, %c1 : i32
      %1 = arith.index_castui %next : i32 to index
      // expected-remark @below {{load: linear 4}}
      %2 = memref.load %a[%1] : memref<?xf32>
      %last = arith.subi %n, %c1 : i32
      %back = arith.subi %last, %k : i32
      %3 = arith.index_castui %back : i32 to index
      // expected-remark @below {{load: linear -4}}
      %4 = memref.load %a[%3] : memref<?xf32>
      %left = arith.subi %n, %k : i32
      %5 = arith.index_castui %left : i32 to index
      // expected-remark @below {{load: linear -4}}
      %6 = memref.load %a[%5] : memref<?xf32>
      // Two further than is known.
      %far = arith.addi %k, %c2 : i32
      %7 = arith.index_castui %far : i32 to index
      // expected-remark @below {{load: varying}}
      %8 = memref.load %a[%7] : memref<?xf32>
      %second = arith.subi %n, %c2 : i32
      %back2 = arith.subi %second, %k : i32
      %9 = arith.index_castui %back2 : i32 to index
      // expected-remark @below {{load: varying}}
      %10 = memref.load %a[%9] : memref<?xf32>
    } else {
      %next = arith.addi %k, %c1 : i32
      %1 = arith.index_castui %next : i32 to index
      // expected-remark @below {{load: varying}}
      %2 = memref.load %a[%1] : memref<?xf32>
      // n <= k here.
      %over = arith.subi %k, %n : i32
      %3 = arith.index_castui %over : i32 to index
      // expected-remark @below {{load: linear 4}}
      %4 = memref.load %a[%3] : memref<?xf32>
    }
  }
  return
}

// -----

// `first + t` may wrap itself: then so does what follows, whatever the guard.
func.func @wrapsBefore(%a: memref<?xf32>, %size: index, %first: i32, %n: i32) {
  par.for block %s (%x) in (%size) race_free {
    %c1 = arith.constant 1 : i32
    %t = arith.index_castui %x : index to i32
    %i = arith.addi %first, %t : i32
    %isBelow = arith.cmpi ult, %i, %n : i32
    // expected-remark @below {{branch: divergent}}
    scf.if %isBelow {
      %next = arith.addi %i, %c1 : i32
      %0 = arith.index_castui %next : i32 to index
      // expected-remark @below {{load: varying}}
      %1 = memref.load %a[%0] : memref<?xf32>
    }
  }
  return
}

// -----

// Constants, and parts of conditions.
func.func @constants(%a: memref<?xf32>, %size: index, %n: i32, %c: i1) {
  par.for block %s (%x) in (%size) race_free {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c3 = arith.constant 3 : i32
    %c5 = arith.constant 5 : i32
    %t = arith.index_castui %x : index to i32
    %isFirst = arith.cmpi eq, %t, %c0 : i32
    // expected-remark @below {{branch: divergent}}
    scf.if %isFirst {
    } else {
      %left = arith.subi %t, %c1 : i32
      %0 = arith.index_castui %left : i32 to index
      // expected-remark @below {{load: linear 4}}
      %1 = memref.load %a[%0] : memref<?xf32>
    }
    %isInside = arith.cmpi uge, %t, %c3 : i32
    %both = arith.andi %isInside, %c : i1
    // expected-remark @below {{branch: divergent}}
    scf.if %both {
      %left = arith.subi %t, %c3 : i32
      %0 = arith.index_castui %left : i32 to index
      // expected-remark @below {{load: linear 4}}
      %1 = memref.load %a[%0] : memref<?xf32>
      %more = arith.subi %t, %c5 : i32
      %2 = arith.index_castui %more : i32 to index
      // expected-remark @below {{load: varying}}
      %3 = memref.load %a[%2] : memref<?xf32>
    }
    // One of two does not suffice.
    %either = arith.ori %isInside, %c : i1
    // expected-remark @below {{branch: divergent}}
    scf.if %either {
      %left = arith.subi %t, %c3 : i32
      %0 = arith.index_castui %left : i32 to index
      // expected-remark @below {{load: varying}}
      %1 = memref.load %a[%0] : memref<?xf32>
    }
    // Signed comparisons say nothing of the largest number.
    %next = arith.cmpi slt, %t, %n : i32
    // expected-remark @below {{branch: divergent}}
    scf.if %next {
      %right = arith.addi %t, %c1 : i32
      %0 = arith.index_castui %right : i32 to index
      // expected-remark @below {{load: varying}}
      %1 = memref.load %a[%0] : memref<?xf32>
    }
  }
  return
}

// -----

// A loop's variable is below its end.
func.func @loop(%a: memref<?xf32>, %size: index, %n: i32) {
  par.for block %s (%x) in (%size) race_free {
    %c1 = arith.constant 1 : i32
    %c8 = arith.constant 8 : i32
    %t = arith.index_castui %x : index to i32
    // expected-remark @below {{loop: divergent}}
    scf.for unsigned %i = %t to %n step %c8 : i32 {
      %next = arith.addi %i, %c1 : i32
      %0 = arith.index_castui %next : i32 to index
      // expected-remark @below {{load: linear 4}}
      %1 = memref.load %a[%0] : memref<?xf32>
    }
    // expected-remark @below {{loop: divergent}}
    scf.for %i = %t to %n step %c8 : i32 {
      %next = arith.addi %i, %c1 : i32
      %0 = arith.index_castui %next : i32 to index
      // expected-remark @below {{load: varying}}
      %1 = memref.load %a[%0] : memref<?xf32>
    }
  }
  return
}
