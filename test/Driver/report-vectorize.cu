// What became of the loops over threads. The program itself is the same.
//
// RUN: %heddle --map=loops --report=vectorize -march=x86-64-v4 -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %heddle --map=loops -march=x86-64-v4 -c %s -o %t.plain.o && cmp %t.o %t.plain.o
// RUN: %heddle --report=vectorize -O1 -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=LESS
// RUN: %heddle --report=vectorize --lowering=fibers -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=FIBERS
// RUN: %heddle --report=vectorize --dryrun -c %s 2>&1 | FileCheck %s --check-prefix=COMMAND
// RUN: not %heddle --report=vectorize,magic -c %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// COMMAND: heddle -c {{.*}}--report=vectorize
// UNKNOWN: heddle: error: unknown report 'magic'; use vectorize or passes

// CHECK: vectorize report of {{.*}}report-vectorize.cu
// LESS: vectorize report of
// FIBERS: vectorize report of

// CHECK-NEXT: {{^}}saxpy, {{.*}}report-vectorize.cu:[[@LINE+8]]
// CHECK-NEXT: {{^}}  any block {{ *}}compiled for size: no launch in this file uses it
// CHECK-NEXT: {{^}}  block 256x1x1 {{ *}}lines [[@LINE+7]]-[[@LINE+9]] {{ *}}vectorised, width 16{{$}}
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
// CHECK-NEXT: {{^}}scale, {{.*}}report-vectorize.cu:[[@LINE+3]]
// CHECK-NEXT: {{^}}  any block {{ *}}lines [[@LINE+3]]-[[@LINE+5]] {{ *}}vectorised, width {{[0-9]+}}
// CHECK-NEXT: {{^}}  block 256x1x1 {{ *}}line [[@LINE+4]] {{ *}}vectorised, width 16{{$}}
__global__ void scale(float *y, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * y[i];
}

// CHECK-NEXT: {{^}}rows, {{.*}}report-vectorize.cu:[[@LINE+3]]
// CHECK: not vectorised: each thread has a loop
// CHECK-NEXT: lines [[@LINE+3]]-[[@LINE+4]] {{ *}}loop of a thread: not vectorised: instruction cannot be vectorized
__global__ void rows(float *y, const float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k)
    atomicAdd(&y[k], x[i * n + k]);
}

int main(int argc, char **) {
  saxpy<<<4, 256>>>(nullptr, nullptr, 1, argc);
  scale<<<4, 256>>>(nullptr, 1, argc);
  scale<<<4, argc>>>(nullptr, 1, 0);
  return 0;
}
