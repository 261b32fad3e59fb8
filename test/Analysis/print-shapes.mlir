// RUN: %heddle-opt --print-shapes="lanes=4 multiple=true" -verify-diagnostics -split-input-file %s -o /dev/null

// The other dimensions of a loop, and outer loops, are the same in all lanes.
func.func @dimensions(%a: memref<?x64xf32>, %n: index, %m: index) {
  par.for grid %g (%b) in (%n) race_free {
    par.for block %s (%y, %x) in (%m, %n) race_free {
      // expected-remark @below {{load: linear 4}}
      %0 = memref.load %a[%y, %x] : memref<?x64xf32>
      // expected-remark @below {{load: linear 256}}
      %1 = memref.load %a[%x, %y] : memref<?x64xf32>
      // expected-remark @below {{load: uniform}}
      %2 = memref.load %a[%b, %y] : memref<?x64xf32>
    }
  }
  return
}

// -----

// Rows of a size that is not known.
func.func @rows(%p: !llvm.ptr, %n: index, %m: index) {
  %a = par.view %p sizes(%n, %m) : !llvm.ptr -> memref<?x?xf32>
  par.for block %s (%x) in (%n) race_free {
    %c0 = arith.constant 0 : index
    // expected-remark @below {{load: strided}}
    %0 = memref.load %a[%x, %c0] : memref<?x?xf32>
    // expected-remark @below {{load: linear 4}}
    %1 = memref.load %a[%m, %x] : memref<?x?xf32>
  }
  return
}

// -----

// Without the promise that there are no races, another lane may have stored.
func.func @races(%a: memref<?xf32>, %n: index) {
  par.for %s (%x) in (%n) {
    %c0 = arith.constant 0 : index
    // expected-remark @below {{load: uniform}}
    %0 = memref.load %a[%c0] : memref<?xf32>
    %1 = arith.fptoui %0 : f32 to i64
    %2 = arith.index_castui %1 : i64 to index
    // expected-remark @below {{load: varying}}
    %3 = memref.load %a[%2] : memref<?xf32>
  }
  return
}

// -----

// A vote gives all lanes the same.
func.func @votes(%a: memref<?xf32>, %n: index) {
  par.for block %s (%x) in (%n) race_free {
    %c0 = arith.constant 0 : index
    // expected-remark @below {{load: linear 4}}
    %0 = memref.load %a[%x] : memref<?xf32>
    %1 = arith.fptoui %0 : f32 to i1
    // expected-remark @below {{branch: divergent}}
    scf.if %1 {
    }
    %2 = par.any %1 in %s
    // expected-remark @below {{branch: uniform}}
    scf.if %2 {
    }
    %all = arith.constant -1 : i32
    %3 = par.ballot %1 : i1 mask %all in %s
    %4 = arith.index_castui %3 : i32 to index
    // expected-remark @below {{load: varying}}
    %5 = memref.load %a[%4] : memref<?xf32>
    %6 = par.lane in %s
    %7 = arith.index_castui %6 : i32 to index
    // expected-remark @below {{load: linear 4}}
    %8 = memref.load %a[%7] : memref<?xf32>
  }
  return
}

// -----

// What lanes leave a loop with, if they leave it in different iterations. Poison
// may be what it would have been.
func.func @left(%a: memref<?xindex>, %n: index) {
  %nothing = ub.poison : index
  %c1 = arith.constant 1 : index
  par.for block %s (%x) in (%n) race_free {
    // expected-remark @below {{loop: divergent}}
    %last:3 = scf.while (%k = %x) : (index) -> (index, index, index) {
      // expected-remark @below {{load: linear 8}}
      %0 = memref.load %a[%k] : memref<?xindex>
      %1 = arith.cmpi ult, %0, %n : index
      // expected-remark @below {{branch: divergent}}
      %next = scf.if %1 -> index {
        %2 = arith.addi %k, %n : index
        scf.yield %2 : index
      } else {
        scf.yield %nothing : index
      }
      %same = arith.addi %x, %c1 : index
      scf.condition(%1) %next, %k, %same : index, index, index
    } do {
    ^bb0(%next: index, %k: index, %same: index):
      scf.yield %next : index
    }
    // expected-remark @below {{load: varying}}
    %3 = memref.load %a[%last#1] : memref<?xindex>
    // expected-remark @below {{load: linear 8}}
    %4 = memref.load %a[%last#2] : memref<?xindex>
  }
  return
}

// -----

// The bounds of a loop: the last iterations of lanes are the same, if no lane's
// end is between two lanes.
func.func @bounds(%a: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c62 = arith.constant 62 : index
  par.for block %s (%x) in (%n) race_free {
    // expected-remark @below {{loop: uniform}}
    scf.for %i = %x to %c64 step %c4 {
      // expected-remark @below {{load: linear 4}}
      %0 = memref.load %a[%i] : memref<?xf32>
    }
    // expected-remark @below {{loop: uniform}}
    scf.for %i = %x to %n step %n {
    }
    // expected-remark @below {{loop: divergent}}
    scf.for %i = %x to %c62 step %c4 {
    }
    // expected-remark @below {{loop: divergent}}
    scf.for %i = %x to %c64 step %c1 {
    }
    // expected-remark @below {{loop: divergent}}
    scf.for %i = %c0 to %c64 step %x {
      // expected-remark @below {{load: varying}}
      %0 = memref.load %a[%i] : memref<?xf32>
    }
  }
  return
}

// -----

// Objects of each lane: the address is relative to the lane's own.
func.func @private(%a: memref<?xf32>, %n: index, %k: index) {
  par.for block %s (%x) in (%n) race_free {
    %own = memref.alloca() : memref<8xindex, #par.space<thread>>
    // expected-remark @below {{store: private uniform}}
    memref.store %k, %own[%k] : memref<8xindex, #par.space<thread>>
    // expected-remark @below {{load: private uniform}}
    %0 = memref.load %own[%k] : memref<8xindex, #par.space<thread>>
    // expected-remark @below {{load: varying}}
    %1 = memref.load %a[%0] : memref<?xf32>
    // expected-remark @below {{load: private varying}}
    %2 = memref.load %own[%0] : memref<8xindex, #par.space<thread>>
  }
  return
}

// -----

// A narrow index extends by its sign.
llvm.func @addresses(%p: !llvm.ptr, %size: i32, %first: i32) {
  %n = arith.index_castui %size : i32 to index
  par.for block %s (%x) in (%n) race_free bound [1024] {
    %t = arith.index_castui %x : index to i32
    %0 = llvm.getelementptr %p[%t] : (!llvm.ptr, i32) -> !llvm.ptr, f64
    // expected-remark @below {{load: linear 8}}
    %1 = llvm.load %0 : !llvm.ptr -> f64
    %2 = llvm.getelementptr %p[%t, 1] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<(i32, f64)>
    // expected-remark @below {{load: linear 16}}
    %3 = llvm.load %2 : !llvm.ptr -> f64
    %i = arith.addi %first, %t : i32
    %4 = llvm.getelementptr %p[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f64
    // expected-remark @below {{load: varying}}
    %5 = llvm.load %4 : !llvm.ptr -> f64
    %j = arith.addi %first, %t overflow<nsw> : i32
    %6 = llvm.getelementptr %p[%j] : (!llvm.ptr, i32) -> !llvm.ptr, f64
    // expected-remark @below {{load: linear 8}}
    %7 = llvm.load %6 : !llvm.ptr -> f64
    // expected-remark @below {{load: uniform}}
    %8 = llvm.load volatile %p : !llvm.ptr -> i64
    %9 = llvm.getelementptr %p[%8] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    // expected-remark @below {{atomic: varying}}
    %10 = par.atomic_rmw add relaxed device %9, %t : !llvm.ptr, i32
  }
  llvm.return
}

// -----

llvm.func @pure(f32) -> i32 attributes {memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>}
llvm.func @other(f32) -> i32
func.func @calls(%p: !llvm.ptr, %n: index, %x: f32) {
  par.for block %s (%t) in (%n) race_free {
    %0 = llvm.call @pure(%x) : (f32) -> i32
    %1 = arith.index_castui %0 : i32 to index
    // expected-remark @below {{branch: uniform}}
    scf.index_switch %1
    case 0 {
      scf.yield
    }
    default {
    }
    %2 = llvm.call @other(%x) : (f32) -> i32
    %3 = arith.index_castui %2 : i32 to index
    // expected-remark @below {{branch: divergent}}
    scf.index_switch %3
    case 0 {
      scf.yield
    }
    default {
    }
  }
  return
}
