// RUN: %heddle --verify-launches %s -o %t && %t 2>&1 | FileCheck %s

// Integers that depend on the last bits of floating-point values: both lowerings
// round alike, because neither contracts multiplications and additions, and
// vectorized code calls the scalar math functions.

#include <cstdio>

__global__ void iterate(int *out, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float cx = -2 + 2.5f * (i % width) / width, cy = -1.2f + 2.4f * (i / width) / width;
  float x = 0, y = 0;
  int n = 0;
  while (n < 200 && x * x + y * y < 4) {
    float next = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = next;
    ++n;
  }
  out[i] = n;
}

__global__ void bits(unsigned *out, double *wide) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = i * .01f;
  unsigned hash = __float_as_uint(sinf(x)) * 3;
  hash ^= __float_as_uint(expf(-x)) * 5;
  hash ^= __float_as_uint(powf(x, 1.7f)) * 7;
  hash ^= __float_as_uint(logf(1 + x)) * 11;
  out[i] = hash;
  wide[i] = (unsigned)__double_as_longlong(cos(x * 3.)) * 13u;
}

int main() {
  int *counts;
  unsigned *hashes;
  double *wide;
  cudaMalloc(&counts, 65536 * sizeof(int));
  cudaMalloc(&hashes, 65536 * sizeof(unsigned));
  cudaMalloc(&wide, 65536 * sizeof(double));
  iterate<<<256, 256>>>(counts, 256);
  bits<<<256, 256>>>(hashes, wide);
  return cudaDeviceSynchronize();
}

// CHECK-NOT: differ
// CHECK: 2 launches: 2 compared, 0 different, 0 with order-dependent results, 0 skipped
