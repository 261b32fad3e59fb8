// What runs the threads of a kernel, and what became of the loops over them. The
// program itself is the same.
//
// RUN: %heddle --report=vectorize -march=x86-64-v4 -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=MAPPING
// RUN: %heddle -march=x86-64-v4 -c %s -o %t.plain.o && cmp %t.o %t.plain.o
// RUN: %heddle --map=votes=lanes --map=indirect=lanes --report=vectorize -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=LANES
// RUN: %heddle --map=loops --report=vectorize -march=x86-64-v4 -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %heddle --map=loops -march=x86-64-v4 -c %s -o %t.plain.o && cmp %t.o %t.plain.o
// RUN: %heddle --report=vectorize -O0 -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=LESS
// RUN: %heddle --report=vectorize --lowering=fibers -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=FIBERS
// RUN: %heddle --report=vectorize --dryrun -c %s 2>&1 | FileCheck %s --check-prefix=COMMAND
// RUN: not %heddle --report=vectorize,magic -c %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// COMMAND: heddle -c {{.*}}--report=vectorize
// UNKNOWN: heddle: error: unknown report 'magic'; use vectorize or passes

// CHECK: vectorize report of {{.*}}report-vectorize.cu
// MAPPING: vectorize report of {{.*}}report-vectorize.cu
// LESS: vectorize report of
// FIBERS: vectorize report of

// CHECK-NEXT: {{^}}saxpy, {{.*}}report-vectorize.cu:[[@LINE+13]]
// CHECK-NEXT: {{^}}  a loop over threads (--map=loops): about {{.+}} cycles for a thread, unless LLVM vectorises it
// CHECK-NEXT: {{^}}  as lanes of vectors: about {{.+}} times as fast{{$}}
// CHECK-NEXT: {{^}}  any block {{ *}}compiled for size: no launch in this file uses it
// CHECK-NEXT: {{^}}  block 256x1x1 {{ *}}lines [[@LINE+10]]-[[@LINE+12]] {{ *}}vectorised, width 16{{$}}
// MAPPING-NEXT: {{^}}saxpy, {{.*}}report-vectorize.cu:[[@LINE+8]]
// MAPPING-NEXT: {{^}}  threads are the lanes of vectors, 16 at a time: about {{[0-9.]+}} cycles for a thread{{$}}
// MAPPING-NEXT: {{^}}  one thread after another: about {{[0-9.]+}}, {{[0-9.]+}} times as long{{$}}
// LESS-NEXT: {{^}}saxpy, {{.*}}report-vectorize.cu:[[@LINE+5]]
// LESS-NEXT: {{^}}  any block {{ *}}lines [[@LINE+5]]-[[@LINE+7]] {{ *}}not vectorised: vectorisation needs -O2 or higher
// FIBERS-NEXT: {{^}}saxpy
// FIBERS-NEXT: {{^}}  runs on fibers: not vectorised

__global__ void saxpy(float *y, const float *x, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}

// One of its launches may have any size.
// CHECK-NEXT: {{^}}scale, {{.*}}report-vectorize.cu:[[@LINE+6]]
// CHECK-NEXT: (--map=loops)
// CHECK-NEXT: as lanes of vectors
// CHECK-NEXT: {{^}}  any block {{ *}}lines [[@LINE+4]]-[[@LINE+6]] {{ *}}vectorised, width {{[0-9]+}}
// CHECK-NEXT: {{^}}  block 256x1x1 {{ *}}line [[@LINE+5]] {{ *}}vectorised, width 16{{$}}
// MAPPING-NEXT: {{^}}scale
__global__ void scale(float *y, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * y[i];
}

// Lanes are not worth it. What would be slow then, and LLVM's loops.
// CHECK-NEXT: {{^}}rows, {{.*}}report-vectorize.cu:[[@LINE+9]]
// CHECK: not vectorised: each thread has a loop
// CHECK-NEXT: lines [[@LINE+9]]-[[@LINE+10]] {{ *}}loop of a thread: not vectorised: instruction cannot be vectorized
// MAPPING: {{^}}rows
// MAPPING-NEXT: {{^}}  a loop over threads: about {{[0-9.]+}} cycles for a thread, unless LLVM vectorises it
// MAPPING-NEXT: {{^}}  as lanes of vectors: about {{[0-9.]+}}, {{[0-9.]+}} times as {{long|fast, which is too small a gain}}{{$}}
// MAPPING-NEXT: {{^}}  line [[@LINE+6]]: load of x: neighbouring threads are apart by a stride that is known only at run time (gather)
// MAPPING-NEXT: {{^}}  line [[@LINE+5]]: an atomic update of y, thread by thread
// MAPPING-NEXT: {{^}}  any block {{.*}}not vectorised: each thread has a loop
__global__ void rows(float *y, const float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k)
    atomicAdd(&y[k], x[i * n + k]);
}

// A kernel with barriers is lanes where nothing in it is slow as lanes.
// MAPPING: {{^}}tile, {{.*}}report-vectorize.cu:[[@LINE+6]]
// MAPPING-NEXT: {{^}}  threads are the lanes of vectors, {{[0-9]+}} at a time: about {{[0-9.]+}} cycles for a thread
// MAPPING-NEXT: {{^}}  one thread after another: about {{[0-9.]+}}, {{[0-9.]+}} times as long
// MAPPING-NEXT: {{^}}    part 1, line [[@LINE+5]]: {{[0-9.]+}} as lanes, {{[0-9.]+}} one after another
// MAPPING-NEXT: {{^}}    part 2, {{.+}}: {{[0-9.]+}} as lanes, {{[0-9.]+}} one after another
// MAPPING-NEXT: {{^}}sparse, {{.*}}report-vectorize.cu:[[@LINE+11]]
__global__ void tile(float *y) {
  __shared__ float shared[64];
  shared[threadIdx.x] = y[threadIdx.x];
  __syncthreads();
  y[threadIdx.x] = shared[63 - threadIdx.x];
}

// MAPPING-NEXT: {{^}}  a loop over threads: about {{[0-9.]+}} cycles for a thread, unless LLVM vectorises it
// MAPPING-NEXT: {{^}}  as lanes of vectors: about {{[0-9.]+}}, {{[0-9.]+}} times as fast, but some of it is slow, and threads synchronise
// MAPPING: {{^}}  line [[@LINE+7]]: store of y: neighbouring threads access unrelated addresses (scatter)
__global__ void sparse(float *y, const float *x, const int *to) {
  __shared__ float shared[64];
  float v = x[threadIdx.x] * 2 + 1;
  shared[threadIdx.x] = v * v / (v + 3) + sqrtf(v) * v + 2 / v + 5 * v;
  __syncthreads();
  v = shared[63 - threadIdx.x];
  y[to[threadIdx.x]] = v * v / (v + 3) + sqrtf(v) * v + 2 / v + 5 * v;
}

// LANES: {{^}}votes
// LANES-NEXT: {{^}}  a loop over threads (in spite of --map=lanes): lanes of vectors are not possible, because it synchronises threads (a vote: __ballot_sync, __any_sync or __all_sync), line [[@LINE+2]]
__global__ void votes(int *y) {
  y[threadIdx.x] = __any_sync(~0u, y[threadIdx.x] > 3);
}

__device__ float fetch(const float *data, int i) {
  return data[i];
}

// LANES: {{^}}indirect, {{.*}}report-vectorize.cu:[[@LINE+8]]
// LANES-NEXT: {{^}}  threads are the lanes of vectors, {{[0-9]+}} at a time (--map=lanes): about {{[0-9.]+}} cycles for a thread
// LANES-NEXT: {{^}}  one thread after another: about {{[0-9.]+}}, {{[0-9.]+}} times as {{long|fast}}
// LANES-NEXT: {{^}}  line [[@LINE+8]]: threads leave the loop at different times: it runs until the last one is done
// LANES-NEXT: {{^}}  line [[@LINE-7]], called at line [[@LINE+8]]: load of x: neighbouring threads access unrelated addresses (gather)
// LANES-NEXT: {{^}}  line [[@LINE+7]]: load of x: neighbouring threads are 4096 bytes apart (gather)
// LANES-NEXT: {{^}}  line [[@LINE+7]]: store of y: neighbouring threads access unrelated addresses (scatter)
// LANES-NOT: {{^}}  any block
__global__ void indirect(float *y, const float *x, const int *to) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < to[i]; ++k)
    sum += fetch(x, to[i + k]) + x[i * 1024 + k];
  y[to[i]] = sum;
}

int main(int argc, char **) {
  saxpy<<<4, 256>>>(nullptr, nullptr, 1, argc);
  scale<<<4, 256>>>(nullptr, 1, argc);
  scale<<<4, argc>>>(nullptr, 1, 0);
  return 0;
}
