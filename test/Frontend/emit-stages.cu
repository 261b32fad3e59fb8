// RUN: %heddle -O3 -emit=llvm %s | FileCheck %s --check-prefix=LLVM
// RUN: %heddle -O3 -emit=raised %s | FileCheck %s --check-prefix=RAISED
// RUN: %heddle -O3 -emit=par %s | FileCheck %s --check-prefix=PAR
// RUN: %heddle -O3 -emit=optimized --map=loops %s | FileCheck %s --check-prefix=OPTIMIZED
// RUN: %heddle -O3 -emit=lowered %s | FileCheck %s --check-prefix=LOWERED

// Device code as Clang gives it:
// LLVM: define {{.*}} @_Z6kernelPfi.device(
// LLVM: call void @__heddle_barrier()
// LLVM-NOT: @main

// A kernel in structured form:
// RAISED: llvm.func @_Z6kernelPfi.device({{.*}} heddle.kernel
// RAISED: gpu.thread_id x
// RAISED: gpu.barrier
// RAISED: scf.for

// A launch is a loop over blocks of loops over threads:
// PAR: llvm.func @_Z6kernelPfi.device.grid(
// PAR: par.for grid
// PAR: par.for block %[[SCOPE:[a-z0-9_]+]]
// PAR: arith.muli %arg2, %arg2
// PAR: par.barrier %[[SCOPE]]

// What is the same in all threads is computed outside:
// OPTIMIZED: arith.muli %arg2, %arg2
// OPTIMIZED: scf.parallel
// OPTIMIZED: par.barrier

// Host and device in one module:
// LOWERED-DAG: define {{.*}} @main(
// LOWERED-DAG: define internal void @_Z6kernelPfi.device.blocks(
// LOWERED-DAG: call void @__heddle_launch_blocks(ptr @_Z6kernelPfi.device.blocks
__global__ void kernel(float *a, int n) {
  __shared__ float tile[64];
  tile[threadIdx.x] = a[threadIdx.x];
  int square = n * n;
  __syncthreads();
  for (int i = 0; i < square; ++i)
    a[threadIdx.x] += tile[i];
}

int main() {
  kernel<<<1, 64>>>(nullptr, 8);
  return 0;
}
