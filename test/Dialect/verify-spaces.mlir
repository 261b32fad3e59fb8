// RUN: %heddle-opt %s -verify-diagnostics -split-input-file

// The memory space of a view is that of the object.

func.func @view_of_the_block(%tile: memref<64xf32, #par.space<block>>) {
  %p = par.pointer %tile : memref<64xf32, #par.space<block>> -> !llvm.ptr
  %i = arith.constant 4 : i64
  %q = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  // expected-error @+1 {{'par.view' op of memory of the space 'block' has the space 'thread'}}
  %v = par.view %q : !llvm.ptr -> memref<?xf32, #par.space<thread>>
  return
}

// -----

// Without a space, it may be of any.
func.func @unknown(%tile: memref<64xf32, #par.space<block>>, %p: !llvm.ptr) {
  %q = par.pointer %tile : memref<64xf32, #par.space<block>> -> !llvm.ptr
  %v = par.view %q : !llvm.ptr -> memref<?xf32>
  %w = par.view %p : !llvm.ptr -> memref<?xf32, #par.space<grid>>
  return
}

// -----

// expected-error @+2 {{expected ::heddle::par::Space to be one of: grid, block, thread}}
// expected-error @+1 {{failed to parse}}
func.func private @unknown_space(memref<64xf32, #par.space<warp>>)

// -----

func.func @dynamic_shared_memory_of_a_thread(%n: index) {
  par.for grid %g (%b) in (%n) {
    %0 = par.dynamic_shared : !llvm.ptr
    par.for block %s (%t) in (%n) {
      // expected-error @+1 {{'par.dynamic_shared' op must be outside the loop over threads}}
      %1 = par.dynamic_shared : !llvm.ptr
    }
  }
  return
}

// -----

func.func @memory_of_a_launch_in_a_block(%n: index) {
  %0 = par.grid_memory %n : !llvm.ptr
  par.for grid %g (%b) in (%n) {
    // expected-error @+1 {{'par.grid_memory' op must be outside the loop over the grid}}
    %1 = par.grid_memory %n : !llvm.ptr
  }
  return
}
