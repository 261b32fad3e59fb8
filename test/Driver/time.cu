// --time has a row for each step and one for verification, which is always on.
// RUN: %heddle --time -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %heddle --time -O0 -c %s -o %t.o 2>&1 | FileCheck %s

__global__ void kernel(int *out) { out[threadIdx.x] = threadIdx.x; }

void launch(int *out) { kernel<<<1, 32>>>(out); }

// CHECK-DAG: parse (Clang, both passes)
// CHECK-DAG: raise and optimize (MLIR)
// CHECK-DAG: lower (MLIR)
// CHECK: {{[0-9]+\.[0-9]*[1-9][0-9]*}} s ({{ *[0-9.]+}}%) verify (in the rows of MLIR)
