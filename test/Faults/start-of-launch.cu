// RUN: %heddle %s -o %t
// RUN: not --crash %t 2>&1 | FileCheck %s
// The load of a value that all threads share is before the blocks: its fault is
// reported, but ends the program.
__global__ void guarded(const int *n, float *p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < *n)
    p[i] = 1;
}

int main() {
  float *p;
  cudaMalloc(&p, 4096);
  guarded<<<8, 64>>>(nullptr, p);
}

// CHECK: heddle: kernel 'guarded': illegal read from 0x0: a null pointer
// CHECK-NEXT: heddle: at the start of the launch, which loads what all threads share
