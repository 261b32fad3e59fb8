// --map chooses what runs the threads of a kernel. What it asks for in vain is a
// warning, with the line. The lines do not change the code.
//
// RUN: %heddle -c %s -o %t.auto.o 2>&1 | count 0
// RUN: %heddle --map=auto --map=add=lanes -c %s -o %t.o 2>&1 | count 0
// RUN: cmp %t.o %t.auto.o
// RUN: %heddle --map=lanes -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: %heddle --map=lanes --map=sum=auto -O0 -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=NOT-OPTIMIZED

// ALL: heddle: warning: --map: the threads of kernel 'sum' of '{{.*}}map.cu' cannot be lanes: it synchronises threads (a shuffle, __shfl_..._sync), line [[@LINE+25]], called at line [[@LINE+29]]
// ALL-NEXT: heddle: warning: --map: the threads of kernel 'wait' of '{{.*}}map.cu' cannot be lanes: it runs on fibers, because it {{.+}}
// ALL-NOT: warning

// NOT-OPTIMIZED: the threads of kernel 'add<int>' of '{{.*}}map.cu' cannot be lanes: it is not optimized

// Kernels go by their names; that of a template names all its instances.
// RUN: %heddle --map=missing=lanes --map=ad=lanes -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: heddle: warning: --map: '{{.*}}map.cu' has no kernel 'missing'; it has tile, sum, wait, add<int>
// MISSING-NEXT: heddle: warning: --map: '{{.*}}map.cu' has no kernel 'ad'; it has tile, sum, wait, add<int>
// MISSING-NOT: warning

// RUN: %heddle --map=lanes --map=add=loops --dryrun -c %s 2>&1 | FileCheck %s --check-prefix=COMMAND
// COMMAND: --map=lanes --map=add=loops

template <typename T> __global__ void add(T *a) { a[threadIdx.x] += 1; }

__global__ void tile(int *a) {
  __shared__ int shared[64];
  shared[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = shared[63 - threadIdx.x];
}

__device__ int neighbour(int value) {
  return __shfl_xor_sync(~0u, value, 1);
}

__global__ void sum(int *a) {
  a[threadIdx.x] += neighbour(a[threadIdx.x]);
}

__global__ void wait(volatile int *flag) {
  while (*flag != threadIdx.x)
    ;
  *flag = threadIdx.x + 1;
}

int main() {
  add<<<1, 64>>>((int *)nullptr);
  return 0;
}
