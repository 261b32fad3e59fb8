// An access out of bounds in a kernel is reported with the kernel and the line.
//
// RUN: %heddle -g -fsanitize=address %s -o %t
// RUN: not %t global 2>&1 | FileCheck %s --check-prefixes=CHECK,GLOBAL
// RUN: not %t static 2>&1 | FileCheck %s --check-prefixes=CHECK,STATIC
// RUN: not %t dynamic 2>&1 | FileCheck %s --check-prefixes=CHECK,DYNAMIC
// RUN: not %t freed 2>&1 | FileCheck %s --check-prefix=FREED
// RUN: %t fine | FileCheck %s --check-prefix=FINE
// RUN: %heddle -g -fsanitize=address --lowering=fission %s -o %t.fission
// RUN: not %t.fission global 2>&1 | FileCheck %s --check-prefix=FISSION
// RUN: %t.fission fine | FileCheck %s --check-prefix=FINE

// CHECK: ERROR: AddressSanitizer: heap-buffer-overflow
// FREED: ERROR: AddressSanitizer: heap-use-after-free
// FISSION: ERROR: AddressSanitizer: heap-buffer-overflow
// FISSION: global(int*)
#include <cstdio>
#include <cstring>

__device__ void put(int *out, int i) {
  // GLOBAL: in put{{.*}}address.cu:[[@LINE+1]]
  out[i] = i;
}

__global__ void global(int *out) {
  // GLOBAL: in global{{.*}}address.cu:[[@LINE+1]]
  put(out, threadIdx.x + 1);
}

__global__ void fill(int *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

__global__ void inShared(int *out, int offset) {
  __shared__ int tile[64];
  // STATIC: in inShared{{.*}}address.cu:[[@LINE+1]]
  tile[threadIdx.x + offset] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x];
}

__global__ void inDynamic(int *out, int offset) {
  extern __shared__ int buffer[];
  buffer[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  // DYNAMIC: in inDynamic{{.*}}address.cu:[[@LINE+1]]
  out[threadIdx.x] = buffer[threadIdx.x + offset];
}

int main(int, char **argv) {
  auto asked = [&](const char *name) { return !std::strcmp(argv[1], name); };
  int *out;
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  // A block of memory as large as those that are mapped.
  int *large;
  cudaMalloc(&large, (1 << 20) * sizeof(int));
  if (asked("global"))
    global<<<1, 64>>>(out);
  if (asked("freed"))
    cudaFree(large);
  fill<<<2, 64>>>(large + (1 << 20) - 128);
  inShared<<<4, 64>>>(out, asked("static"));
  inDynamic<<<4, 64, 64 * sizeof(int)>>>(out, asked("dynamic"));
  cudaDeviceSynchronize();
  // FINE: done no error
  std::printf("done %s\n", cudaGetErrorString(cudaGetLastError()));
}
