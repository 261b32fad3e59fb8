// All launches of this file have one block size, for which there is a nest. The
// one of another file takes the general nest, which was compiled for size.
//
// RUN: %heddle -O3 -c %s -o %t.o
// RUN: %heddle -O3 -DOTHER -c %s -o %t.other.o
// RUN: %heddle %t.o %t.other.o -o %t && %t | FileCheck %s
// RUN: %heddle -O3 -S %s -o - --map=loops --report=vectorize 2>&1 >/dev/null | FileCheck %s --check-prefix=REPORT

// REPORT: compiled for size
// CHECK: right
// CHECK-NEXT: right

#include <cstdio>

const int count = 1000;

void launchElsewhere(int *out);

#ifdef OTHER

__global__ void reverseBlocks(int *out, int n);

void launchElsewhere(int *out) {
  reverseBlocks<<<(count + 95) / 96, 96>>>(out, count);
}

#else

__global__ void reverseBlocks(int *out, int n) {
  __shared__ int places[1024];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  places[threadIdx.x] = i * 3;
  __syncthreads();
  if (i < n)
    out[i] = places[blockDim.x - 1 - threadIdx.x];
}

static bool isRight(const int *out, int block) {
  for (int i = 0; i < count; ++i)
    if (out[i] != (i / block * block + block - 1 - i % block) * 3)
      return false;
  return true;
}

int main() {
  int *out;
  cudaMallocManaged(&out, count * sizeof(int));
  reverseBlocks<<<(count + 127) / 128, 128>>>(out, count);
  cudaDeviceSynchronize();
  puts(isRight(out, 128) ? "right" : "wrong");
  launchElsewhere(out);
  cudaDeviceSynchronize();
  puts(isRight(out, 96) ? "right" : "wrong");
  return 0;
}

#endif
