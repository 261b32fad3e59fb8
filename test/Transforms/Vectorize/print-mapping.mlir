// RUN: %heddle-opt --print-mapping %s -o /dev/null | FileCheck %s

#line2 = loc("kernel.cu":2:1)
#line3 = loc("kernel.cu":3:1)
#line9 = loc("kernel.cu":9:1)
#header = loc("cuda.h":77:1)
#inlined = loc(callsite(#line9 at #line3))
#builtin = loc(callsite(#header at #line3))

// Each loop over threads has its cost.
// CHECK-LABEL: {{^}}parts
// CHECK-NEXT: {{^}}  threads are the lanes of vectors, 16 at a time: about {{[0-9.]+}} cycles for a thread
// CHECK-NEXT: {{^}}  one thread after another: about {{[0-9.]+}}, {{[0-9.]+}} times as long
// CHECK-NEXT: {{^}}    part 1, line 2: {{[0-9.]+}} as lanes, {{[0-9.]+}} one after another
// CHECK-NEXT: {{^}}    part 2, lines 2-3: {{[0-9.]+}} as lanes, {{[0-9.]+}} one after another
// CHECK-NEXT: {{^}}accesses
func.func @parts(%config: !llvm.ptr, %a: !llvm.ptr, %n: index) {
  par.for grid %g (%b) in (%n) race_free {
    par.for block %s (%x) in (%n) race_free {
      %view = par.view %a : !llvm.ptr -> memref<?xf32> loc(#line2)
      %v = memref.load %view[%x] : memref<?xf32> loc(#line2)
      %sum = arith.addf %v, %v : f32 loc(#line2)
      memref.store %sum, %view[%x] : memref<?xf32> loc(#line2)
    }
    par.for block %s (%x) in (%n) race_free {
      %view = par.view %a : !llvm.ptr -> memref<?xf32> loc(#line2)
      %v = memref.load %view[%x] : memref<?xf32> loc(#line2)
      %sum = arith.mulf %v, %v : f32 loc(#line2)
      memref.store %sum, %view[%x] : memref<?xf32> loc(#line3)
    }
  }
  return
}

// Each kind of access, and objects with and without a name. A function that was
// inlined has its own line and that of the call, unless it is in another file.
// CHECK: {{^}}  line 2: load of p0: neighbouring threads are 8 bytes apart (contiguous loads and a shuffle)
// CHECK-NEXT: {{^}}  line 3: load of p0: neighbouring threads are 4096 bytes apart (gather)
// CHECK-NEXT: {{^}}  load of p0: neighbouring threads are apart by a stride that is known only at run time (gather)
// CHECK-NEXT: {{^}}  load of tile: threads access a fixed pattern (contiguous loads and a shuffle)
// CHECK-NEXT: {{^}}  store through p0: neighbouring threads are 8 bytes apart (scatter)
// CHECK-NEXT: {{^}}  store of p2: neighbouring threads are 2 bytes apart (thread by thread)
// CHECK-NEXT: {{^}}control
func.func @accesses(%config: !llvm.ptr, %a: !llvm.ptr, %n: index, %bytes: !llvm.ptr) {
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c100 = arith.constant 100 : index
  %c1024 = arith.constant 1024 : index
  %zero = arith.constant 0 : i8
  %pointer = llvm.load %a : !llvm.ptr -> !llvm.ptr
  par.for grid %g (%b) in (%n) race_free {
    %tile = memref.alloca() : memref<64xf32, #par.space<block>> loc("_ZZ1kvE4tile.device")
    par.for block %s (%x) in (%n) race_free {
      %view = par.view %a : !llvm.ptr -> memref<?xf32>
      %i = arith.muli %x, %c2 : index
      %0 = memref.load %view[%i] : memref<?xf32> loc(#line2)
      %again = memref.load %view[%i] : memref<?xf32> loc(#line2)
      %back = arith.subi %c100, %x : index
      %1 = memref.load %view[%back] : memref<?xf32> loc(#inlined)
      %row = arith.muli %x, %c1024 : index
      %2 = memref.load %view[%row] : memref<?xf32> loc(#builtin)
      %pitch = arith.muli %x, %n : index
      %3 = memref.load %view[%pitch] : memref<?xf32> loc(unknown)
      %rest = arith.remui %x, %c8 : index
      %4 = memref.load %tile[%rest] : memref<64xf32, #par.space<block>> loc(unknown)
      %5 = memref.load %view[%x] : memref<?xf32> loc(unknown)
      %6 = memref.load %view[%b] : memref<?xf32> loc(unknown)
      %out = par.view %pointer : !llvm.ptr -> memref<?xf32>
      memref.store %2, %out[%i] : memref<?xf32> loc(unknown)
      %chars = par.view %bytes : !llvm.ptr -> memref<?xi8>
      memref.store %zero, %chars[%i] : memref<?xi8> loc(unknown)
    }
  }
  return
}

// A guard is no news, a branch that depends on data is. In it, and in loops that
// threads leave at different times, threads are masked.
// CHECK: {{^}}  line 2: threads leave the loop at different times: it runs until the last one is done
// CHECK-NEXT: {{^}}  line 2: load of p0: neighbouring threads are 8 bytes apart (gather)
// CHECK-NEXT: {{^}}  line 3: threads take different sides of a branch: both run
// CHECK-NEXT: {{^}}  line 3: an atomic update of p0, thread by thread
// CHECK-NEXT: {{^}}  line 3: a call of work, thread by thread
// CHECK-NEXT: {{^}}many
llvm.func @_Z4worki(i32) -> i32
func.func @control(%config: !llvm.ptr, %a: !llvm.ptr, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1 : i32
  par.for grid %g (%b) in (%n) race_free {
    par.for block %s (%x) in (%n) race_free {
      %inside = arith.cmpi ult, %x, %n : index
      scf.if %inside {
        %view = par.view %a : !llvm.ptr -> memref<?xi32>
        %v = memref.load %view[%x] : memref<?xi32>
        %end = arith.index_cast %v : i32 to index
        scf.for %k = %c0 to %end step %c1 {
          %i = arith.muli %x, %c2 : index
          %0 = memref.load %view[%i] : memref<?xi32> loc(#line2)
        } loc(#line2)
        %odd = arith.cmpi sgt, %v, %one : i32
        scf.if %odd {
          %old = par.atomic_rmw add relaxed device %a, %one : !llvm.ptr, i32 loc(#line3)
        } else {
          %r = llvm.call @_Z4worki(%v) : (i32) -> i32 loc(#line3)
        } loc(#line3)
      }
    }
  }
  return
}

// Not more than eight.
// CHECK-COUNT-8: {{^}}  line {{[0-9]+}}: load of p0: neighbouring threads are 4096 bytes apart (gather)
// CHECK-NEXT: {{^}}  and 2 more
// CHECK-NEXT: {{^}}barrier
func.func @many(%config: !llvm.ptr, %a: !llvm.ptr, %n: index) {
  %c1024 = arith.constant 1024 : index
  par.for grid %g (%b) in (%n) race_free {
    par.for block %s (%x) in (%n) race_free {
      %view = par.view %a : !llvm.ptr -> memref<?xf32>
      %i = arith.muli %x, %c1024 : index
      %0 = memref.load %view[%i] : memref<?xf32> loc("kernel.cu":10:1)
      %1 = memref.load %view[%i] : memref<?xf32> loc("kernel.cu":11:1)
      %2 = memref.load %view[%i] : memref<?xf32> loc("kernel.cu":12:1)
      %3 = memref.load %view[%i] : memref<?xf32> loc("kernel.cu":13:1)
      %4 = memref.load %view[%i] : memref<?xf32> loc("kernel.cu":14:1)
      %5 = memref.load %view[%i] : memref<?xf32> loc("kernel.cu":15:1)
      %6 = memref.load %view[%i] : memref<?xf32> loc("kernel.cu":16:1)
      %7 = memref.load %view[%i] : memref<?xf32> loc("kernel.cu":17:1)
      %8 = memref.load %view[%i] : memref<?xf32> loc("kernel.cu":18:1)
      %9 = memref.load %view[%i] : memref<?xf32> loc("kernel.cu":19:1)
    }
  }
  return
}

// Why threads cannot be lanes, by what the program says.
// CHECK-NEXT: {{^}}  a loop over threads: lanes of vectors are not possible, because it synchronises threads (__syncthreads), line 2
// CHECK-NEXT: {{^}}shuffle
func.func @barrier(%config: !llvm.ptr, %n: index) {
  par.for grid %g (%b) in (%n) race_free {
    par.for block %s (%x) in (%n) race_free {
      par.barrier %s loc(#line2)
    }
  }
  return
}

// The index of the lane belongs to the shuffle.
// CHECK-NEXT: because it synchronises threads (a shuffle, __shfl_..._sync), line 3
func.func @shuffle(%config: !llvm.ptr, %n: index) {
  %all = arith.constant -1 : i32
  par.for grid %g (%b) in (%n) race_free {
    par.for block %s (%x) in (%n) race_free {
      %lane = par.lane in %s loc(#line2)
      %v = par.shuffle %lane from %all : i32 -> i32 mask %all in %s loc(#line3)
    }
  }
  return
}

// CHECK-LABEL: {{^}}lane
// CHECK-NEXT: because it uses the index of a thread in its warp, line 2
func.func @lane(%config: !llvm.ptr, %n: index) {
  par.for grid %g (%b) in (%n) race_free {
    par.for block %s (%x) in (%n) race_free {
      %lane = par.lane in %s loc(#line2)
    }
  }
  return
}

// CHECK-LABEL: {{^}}several
// CHECK-NEXT: because it uses values of several numbers, such as float4, line 2
func.func @several(%config: !llvm.ptr, %n: index) {
  par.for grid %g (%b) in (%n) race_free {
    par.for block %s (%x) in (%n) race_free {
      %v = llvm.load %config : !llvm.ptr -> vector<4xf32> loc(#line2)
    }
  }
  return
}

// A variable has no line, what uses it has.
// CHECK-LABEL: {{^}}array
// CHECK-NEXT: because it has arrays or variables in the memory of each thread, used in line 3
func.func @array(%config: !llvm.ptr, %n: index) {
  %one = arith.constant 1 : i64
  par.for grid %g (%b) in (%n) race_free {
    par.for block %s (%x) in (%n) race_free {
      %array = llvm.alloca %one x i32 : (i64) -> !llvm.ptr loc(unknown)
      %view = par.view %array : !llvm.ptr -> memref<?xi32, #par.space<thread>> loc(unknown)
      %v = memref.load %view[%x] : memref<?xi32, #par.space<thread>> loc(#line3)
    }
  }
  return
}

// CHECK-LABEL: {{^}}empty
// CHECK-NEXT: {{^}}  a loop over threads{{$}}
func.func @empty(%config: !llvm.ptr, %n: index) {
  par.for grid %g (%b) in (%n) race_free {
    par.for block %s (%x) in (%n) race_free {
    }
  }
  return
}
