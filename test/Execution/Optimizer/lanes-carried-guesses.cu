// RUN: %check-execution %s --map=lanes
// A choice between values whose lanes are differently far apart, one of which
// is undefined at first.
#include <cstdio>
__global__ void k(const int *in, const long *f, const long *g, int *out, long n,
                  int m) {
  long x = threadIdx.x + blockIdx.x * blockDim.x;
  long a;
  int s = 0;
  for (int k = 0; k < m; k++) {
    long b = x + k;
    long idx = (x + f[k] < n) ? a : b;
    s = s * 3 + in[idx];
    a = x * 4 + g[k];
  }
  out[x] = s;
}
int main() {
  int *in, *out;
  long *f, *g;
  cudaMallocManaged(&in, 4 * 20000);
  cudaMallocManaged(&out, 4 * 4000);
  cudaMallocManaged(&f, 800);
  cudaMallocManaged(&g, 800);
  for (int i = 0; i < 20000; i++)
    in[i] = i * 7 % 1013;
  for (int k = 0; k < 100; k++)
    f[k] = k == 0 ? 100000 : k % 3, g[k] = k * 5;
  for (long n = 0; n < 2000; n += 100) {
    k<<<4, 64>>>(in, f, g, out, n, 9);
    cudaDeviceSynchronize();
    unsigned h = 0;
    for (int i = 0; i < 256; i++)
      h = h * 31 + out[i];
    printf("%ld %08x\n", n, h);
  }
}
