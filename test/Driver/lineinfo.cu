// With -lineinfo optimized kernels have source lines, in both lowerings.
//
// RUN: %heddle -lineinfo -emit=lowered --lowering=fission %s | FileCheck %s
// RUN: %heddle -lineinfo -emit=lowered --lowering=fibers %s | FileCheck %s
// RUN: %heddle -lineinfo -c %s -o %t.o
// RUN: llvm-dwarfdump --debug-line %t.o | FileCheck %s --check-prefix=TABLE
// RUN: %heddle -emit=lowered %s | FileCheck %s --check-prefix=NONE

// NONE-NOT: !dbg

__device__ float scaled(float value) { return 3 * value; }

__global__ void kernel(float *out, const float *in) {
  __shared__ float tile[64];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  // CHECK-DAG: !DILocation(line: [[@LINE+2]]
  // TABLE: {{^0x[0-9a-f]+ +}}[[@LINE+1]]
  out[threadIdx.x] = scaled(tile[63 - threadIdx.x]);
  // CHECK-DAG: !DILocation(line: 11,{{.*}}inlinedAt
}
