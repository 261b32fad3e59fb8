// RUN: %heddle-opt --print-fiber-constructs --split-input-file %s -o /dev/null 2>&1 | FileCheck %s

// Both branches wait, and threads of one block take both.
// CHECK: remark: 'halves' has threads of a block that wait for each other at different barriers
llvm.func @halves(%n_i64: i64, %limit_i64: i64) {
  %n = arith.index_cast %n_i64 : i64 to index
  %limit = arith.index_cast %limit_i64 : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%c1, %c1, %n) step (%c1, %c1, %c1) {
    %c = arith.cmpi ult, %x, %limit : index
    scf.if %c {
      par.barrier(%z, %y, %x)
    } else {
      par.barrier(%z, %y, %x)
    }
  } {par.block}
  llvm.return
}

// -----

// All threads take the same branch; or one branch does not wait.
// CHECK-NOT: 'uniform'
llvm.func @uniform(%n_i64: i64, %c: i1) {
  %n = arith.index_cast %n_i64 : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%c1, %c1, %n) step (%c1, %c1, %c1) {
    scf.if %c {
      par.barrier(%z, %y, %x)
    } else {
      par.barrier(%z, %y, %x)
    }
    %some = arith.cmpi ult, %x, %c1 : index
    scf.if %some {
      par.barrier(%z, %y, %x)
    }
  } {par.block}
  llvm.return
}

// -----

// Of two `if`s, a thread takes at most one.
// CHECK: remark: 'exclusive' has threads of a block that wait for each other at different barriers
llvm.func @exclusive(%n_i64: i64) {
  %n = arith.index_cast %n_i64 : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c96 = arith.constant 96 : index
  scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%c1, %c1, %n) step (%c1, %c1, %c1) {
    %low = arith.cmpi ult, %x, %c64 : index
    %high = arith.cmpi uge, %x, %c96 : index
    scf.if %low {
      par.barrier(%z, %y, %x)
    }
    scf.if %high {
      par.barrier(%z, %y, %x)
    }
  } {par.block}
  llvm.return
}

// -----

// Who skips the first one skips the second one too.
// CHECK-NOT: 'nested'
llvm.func @nested(%n_i64: i64) {
  %n = arith.index_cast %n_i64 : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c32 = arith.constant 32 : index
  scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%c1, %c1, %n) step (%c1, %c1, %c1) {
    %more = arith.cmpi ult, %x, %c64 : index
    %less = arith.cmpi ult, %x, %c32 : index
    scf.if %more {
      par.barrier(%z, %y, %x)
    }
    scf.if %less {
      par.barrier(%z, %y, %x)
    }
  } {par.block}
  llvm.return
}

// -----

// Threads come to the barrier in different iterations.
// CHECK: remark: 'alternating' has threads of a block that wait for each other at different barriers
llvm.func @alternating(%n_i64: i64, %rounds_i64: i64) {
  %n = arith.index_cast %n_i64 : i64 to index
  %rounds = arith.index_cast %rounds_i64 : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%c1, %c1, %n) step (%c1, %c1, %c1) {
    scf.for %i = %c0 to %rounds step %c1 {
      %sum = arith.addi %i, %x : index
      %odd = arith.remui %sum, %c2 : index
      %mine = arith.cmpi eq, %odd, %c0 : index
      scf.if %mine {
        par.barrier(%z, %y, %x)
      }
    }
  } {par.block}
  llvm.return
}

// -----

// Lanes of one warp are in both branches.
// CHECK: remark: 'lanes' has lanes of a warp that wait for each other at different warp operations
llvm.func @lanes(%n_i64: i64) {
  %n = arith.index_cast %n_i64 : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %true = arith.constant true
  %all = arith.constant -1 : i32
  scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%c1, %c1, %n) step (%c1, %c1, %c1) {
    %c = arith.cmpi ult, %x, %c16 : index
    scf.if %c {
      par.warp sync %true, %all over ()
    } else {
      par.warp sync %true, %all over ()
    }
  } {par.block}
  llvm.return
}

// -----

// Whole warps are in one branch; or the masks have no lane in common; or nobody
// waits.
// CHECK-NOT: 'warps'
llvm.func @warps(%n_i64: i64) {
  %n = arith.index_cast %n_i64 : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %true = arith.constant true
  %all = arith.constant -1 : i32
  %low = arith.constant 65535 : i32
  %high = arith.constant -65536 : i32
  scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%c1, %c1, %n) step (%c1, %c1, %c1) {
    %two = arith.cmpi ult, %x, %c64 : index
    scf.if %two {
      par.warp sync %true, %all over ()
    } else {
      par.warp sync %true, %all over ()
    }
    %c = arith.cmpi ult, %x, %c16 : index
    scf.if %c {
      par.warp sync %true, %low over ()
      %a = par.warp active %true, %all over () -> i32
    } else {
      par.warp sync %true, %high over ()
      %b = par.warp active %true, %all over () -> i32
    }
  } {par.block}
  llvm.return
}

// -----

// CHECK: remark: 'spins' has a thread that spins until another one goes on
llvm.func @spins() {
  par.spin_wait
  llvm.return
}

// -----

// CHECK: remark: 'waits' has warps that wait for other warps
llvm.func @waits(%c: i1, %all: i32) {
  %true = arith.constant true
  llvm.br ^loop
^loop:
  %a = par.warp active %true, %all over () -> i32
  par.spin_wait
  llvm.cond_br %c, ^loop, ^end
^end:
  llvm.return
}

// -----

// CHECK: remark: 'named' has a barrier for a part of a block
llvm.func @named(%name: i32, %threads: i32) {
  par.named_barrier arrive %name, %threads
  llvm.return
}

// -----

// CHECK: remark: 'launched' asks how it was launched
llvm.func @launched() {
  %valid = par.grid_valid
  llvm.return
}

// -----

// CHECK: remark: 'asks' asks at run time whether a pointer points to shared or local memory
llvm.mlir.global internal @variable() {heddle.shared} : !llvm.array<4 x i32> {
  %undef = llvm.mlir.undef : !llvm.array<4 x i32>
  llvm.return %undef : !llvm.array<4 x i32>
}
llvm.func @__heddle_is_local(!llvm.ptr) -> i32
llvm.func @asks(%pointer: !llvm.ptr) {
  %shared = llvm.mlir.addressof @variable : !llvm.ptr
  %answer = llvm.call @__heddle_is_local(%pointer) : (!llvm.ptr) -> i32
  llvm.return
}

// -----

// CHECK: remark: 'calls' calls a device function of another file
llvm.func @elsewhere() attributes {heddle.other_file}
llvm.func @calls() {
  llvm.call @elsewhere() : () -> ()
  llvm.return
}

// -----

// CHECK: remark: 'through_pointer' calls a device function that depends on the thread and cannot be inlined
module attributes {heddle.context_by_pointer} {
  llvm.func @through_pointer(%f: !llvm.ptr) {
    llvm.call %f() : !llvm.ptr, () -> ()
    llvm.return
  }
}

// -----

// `if (a && b) wait; else wait;`: the result of the first branch selects the
// second one.
// CHECK: remark: 'selected' has threads of a block that wait for each other at different barriers
llvm.func @selected(%n_i64: i64, %b: i1) {
  %n = arith.index_cast %n_i64 : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %no = arith.constant 0 : i32
  %yes = arith.constant 1 : i32
  scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%c1, %c1, %n) step (%c1, %c1, %c1) {
    %a = arith.cmpi ult, %x, %c64 : index
    %waited = scf.if %a -> (i32) {
      %both = scf.if %b -> (i32) {
        par.barrier(%z, %y, %x)
        scf.yield %yes : i32
      } else {
        scf.yield %no : i32
      }
      scf.yield %both : i32
    } else {
      scf.yield %no : i32
    }
    %case = arith.index_castui %waited : i32 to index
    scf.index_switch %case
    case 0 {
      par.barrier(%z, %y, %x)
      scf.yield
    }
    default {
    }
  } {par.block}
  llvm.return
}

// -----

// Who does not wait in the first branch does not come to the second one.
// CHECK-NOT: 'returned'
llvm.func @returned(%n_i64: i64) {
  %n = arith.index_cast %n_i64 : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %no = arith.constant 0 : i32
  %yes = arith.constant 1 : i32
  scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%c1, %c1, %n) step (%c1, %c1, %c1) {
    %leaves = arith.cmpi eq, %x, %c64 : index
    %stays = scf.if %leaves -> (i32) {
      scf.yield %no : i32
    } else {
      par.barrier(%z, %y, %x)
      scf.yield %yes : i32
    }
    %goes_on = arith.cmpi eq, %stays, %yes : i32
    scf.if %goes_on {
      par.barrier(%z, %y, %x)
    }
  } {par.block}
  llvm.return
}

// -----

// A thread that leaves the loop stores what others read in it, and does not
// wait again.
// CHECK: remark: 'leaves' has threads that leave a loop or branch with a barrier before others
llvm.func @leaves(%n_i64: i64, %memory: !llvm.ptr) {
  %limits = par.view %memory : !llvm.ptr -> memref<?xi32>
  %n = arith.index_cast %n_i64 : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %shared = memref.alloca() : memref<64xi32>
  scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%c1, %c1, %n) step (%c1, %c1, %c1) {
    %limit = memref.load %limits[%x] : memref<?xi32>
    %count = scf.while (%i = %zero) : (i32) -> i32 {
      %more = arith.cmpi slt, %i, %limit : i32
      scf.condition(%more) %i : i32
    } do {
    ^bb0(%i: i32):
      %old = memref.load %shared[%c1] : memref<64xi32>
      memref.store %old, %limits[%x] : memref<?xi32>
      par.barrier(%z, %y, %x)
      %next = arith.addi %i, %one : i32
      scf.yield %next : i32
    }
    %some = arith.cmpi ult, %x, %c32 : index
    scf.if %some {
      memref.store %count, %shared[%c1] : memref<64xi32>
    } else {
      par.barrier(%z, %y, %x)
    }
  } {par.block}
  llvm.return
}

// -----

// The same, but all threads wait again: then they leave it together.
// CHECK-NOT: 'together'
llvm.func @together(%n_i64: i64, %memory: !llvm.ptr) {
  %limits = par.view %memory : !llvm.ptr -> memref<?xi32>
  %n = arith.index_cast %n_i64 : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %shared = memref.alloca() : memref<64xi32>
  scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%c1, %c1, %n) step (%c1, %c1, %c1) {
    %limit = memref.load %limits[%x] : memref<?xi32>
    %count = scf.while (%i = %zero) : (i32) -> i32 {
      %more = arith.cmpi slt, %i, %limit : i32
      scf.condition(%more) %i : i32
    } do {
    ^bb0(%i: i32):
      %old = memref.load %shared[%c1] : memref<64xi32>
      memref.store %old, %limits[%x] : memref<?xi32>
      par.barrier(%z, %y, %x)
      %next = arith.addi %i, %one : i32
      scf.yield %next : i32
    }
    memref.store %count, %shared[%c1] : memref<64xi32>
    par.barrier(%z, %y, %x)
  } {par.block}
  llvm.return
}

// -----

// The search for constants takes no exponential time where operands are shared.
// CHECK: remark: 'shared_operands' has threads of a block that wait for each other at different barriers
llvm.func @shared_operands(%n_i64: i64, %b: i1, %h0: i1) {
  %n = arith.index_cast %n_i64 : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %no = arith.constant 0 : i32
  %yes = arith.constant 1 : i32
  scf.parallel (%z, %y, %x) = (%c0, %c0, %c0) to (%c1, %c1, %n) step (%c1, %c1, %c1) {
    %h1 = arith.xori %h0, %h0 : i1
    %h2 = arith.xori %h1, %h1 : i1
    %h3 = arith.xori %h2, %h2 : i1
    %h4 = arith.xori %h3, %h3 : i1
    %h5 = arith.xori %h4, %h4 : i1
    %h6 = arith.xori %h5, %h5 : i1
    %h7 = arith.xori %h6, %h6 : i1
    %h8 = arith.xori %h7, %h7 : i1
    %h9 = arith.xori %h8, %h8 : i1
    %h10 = arith.xori %h9, %h9 : i1
    %h11 = arith.xori %h10, %h10 : i1
    %h12 = arith.xori %h11, %h11 : i1
    %h13 = arith.xori %h12, %h12 : i1
    %h14 = arith.xori %h13, %h13 : i1
    %h15 = arith.xori %h14, %h14 : i1
    %h16 = arith.xori %h15, %h15 : i1
    %h17 = arith.xori %h16, %h16 : i1
    %h18 = arith.xori %h17, %h17 : i1
    %h19 = arith.xori %h18, %h18 : i1
    %h20 = arith.xori %h19, %h19 : i1
    %h21 = arith.xori %h20, %h20 : i1
    %h22 = arith.xori %h21, %h21 : i1
    %h23 = arith.xori %h22, %h22 : i1
    %h24 = arith.xori %h23, %h23 : i1
    %h25 = arith.xori %h24, %h24 : i1
    %h26 = arith.xori %h25, %h25 : i1
    %h27 = arith.xori %h26, %h26 : i1
    %h28 = arith.xori %h27, %h27 : i1
    %h29 = arith.xori %h28, %h28 : i1
    %h30 = arith.xori %h29, %h29 : i1
    %h31 = arith.xori %h30, %h30 : i1
    %h32 = arith.xori %h31, %h31 : i1
    %h33 = arith.xori %h32, %h32 : i1
    %h34 = arith.xori %h33, %h33 : i1
    %h35 = arith.xori %h34, %h34 : i1
    %h36 = arith.xori %h35, %h35 : i1
    %h37 = arith.xori %h36, %h36 : i1
    %h38 = arith.xori %h37, %h37 : i1
    %h39 = arith.xori %h38, %h38 : i1
    %h40 = arith.xori %h39, %h39 : i1
    %a = arith.cmpi ult, %x, %c64 : index
    %waited = scf.if %a -> (i32) {
      par.barrier(%z, %y, %x)
      scf.yield %yes : i32
    } else {
      scf.yield %no : i32
    }
    scf.if %h40 {
    }
    %case = arith.index_castui %waited : i32 to index
    scf.index_switch %case
    case 0 {
      par.barrier(%z, %y, %x)
      scf.yield
    }
    default {
    }
  } {par.block}
  llvm.return
}
