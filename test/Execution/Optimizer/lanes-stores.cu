// RUN: %check-execution %s --map=lanes
// A store of another branch may be to the same place, in one thread of many.
#include <cstdio>
__global__ void kElse(int *p) {
  int i = threadIdx.x;
  p[i] = 1;
  if (i < 10)
    p[i] = 2;
  else if (i >= 15)
    p[1001 * i - 15000] = 7;
}
__global__ void kBetween(int *p) {
  int i = threadIdx.x;
  p[i] = 1;
  if (i >= 15)
    p[1001 * i - 15000] = 7;
  if (i < 10)
    p[i] = 2;
}
int main() {
  int *d;
  cudaMallocManaged(&d, 4 * 100000);
  int *p = d + 40000;
  for (int v = 0; v < 2; v++) {
    for (int i = 0; i < 100000; i++)
      d[i] = 0;
    if (v)
      kElse<<<1, 32>>>(p);
    else
      kBetween<<<1, 32>>>(p);
    cudaDeviceSynchronize();
    for (int i = 0; i < 32; i++)
      printf("%d", p[i]);
    unsigned h = 0;
    for (int i = 0; i < 100000; i++)
      h = h * 31 + d[i];
    printf(" %08x\n", h);
  }
}
